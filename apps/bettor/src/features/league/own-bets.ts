import type { BetView } from '@nare/contract/betting'
import { settleLeague } from '@nare/league/markets'
import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'
import type { Side } from './commentary.ts'

type Shown = {
  match_id: string
  minute: number
  home_score: number
  away_score: number
  events: readonly { minute: number; side: Side; home_score: number; away_score: number }[]
}

/** A bet by the present scores: how many legs lead, trail and are still to play, and what it would pay if nothing changed. */
export type Standing = { bet: BetView; leading: number; trailing: number; coming: number; wouldPay: string | null }

const halfMinute = 45

/** Whether a leg would win if its match ended with the present score; undefined for a leg on another round. */
export function leads(leg: { match_id: string; sub_type_id: string; odd_key: string }, rows: readonly Shown[]) {
  const match = rows.find(({ match_id }) => match_id === leg.match_id)
  if (!match) return undefined
  const half = match.events.findLast(({ minute }) => minute <= halfMinute)
  const drawn = {
    fullTime: { home: match.home_score, away: match.away_score },
    halfTime: { home: half?.home_score ?? 0, away: half?.away_score ?? 0 },
    goals: match.events.map(({ minute, side }) => ({ minute, side })),
  }
  return settleLeague(leg.sub_type_id, leg.odd_key, drawn) === 'won'
}

/**
 * The bets with a leg on these matches, by the present scores. `wouldPay` is the possible win while every leg on this round leads and
 * none is to come, "0.00" once one trails, and null while legs on later rounds are open or for a system.
 */
export function standingsOfBets(bets: readonly BetView[], rows: readonly Shown[]): Standing[] {
  return bets
    .filter((bet) => bet.legs.some((leg) => rows.some(({ match_id }) => match_id === leg.match_id)))
    .map((bet) => {
      const now = bet.legs.map((leg) => stateOf(leg, rows))
      const count = (of: string): number => now.filter((state) => state === of).length
      const [leading, trailing, coming] = [count('leads'), count('trails'), count('coming')]
      const wouldPay =
        bet.state !== 'open'
          ? bet.returned
          : bet.type === 'system'
            ? null
            : trailing > 0
              ? '0.00'
              : coming > 0
                ? null
                : bet.possible_win
      return { bet, leading, trailing, coming, wouldPay }
    })
}

function stateOf(leg: BetView['legs'][number], rows: readonly Shown[]): 'leads' | 'trails' | 'coming' | 'void' {
  if (leg.state !== 'open') return leg.state === 'won' ? 'leads' : leg.state === 'void' ? 'void' : 'trails'
  const now = leads(leg, rows)
  return now === undefined ? 'coming' : now ? 'leads' : 'trails'
}

export type Sums = { staked: string; returned: string; net: string; open: number }

/** The sums of bets: all stakes, and what the settled ones returned. `net` is over the settled ones alone. */
export function sumsOf(bets: readonly BetView[]): Sums {
  const add = (of: readonly BetView[], field: 'stake' | 'returned'): Money =>
    money(of.reduce((sum, bet) => sum + (parseMoney(bet[field]) ?? 0n), 0n))
  const settled = bets.filter(({ state }) => state !== 'open')
  const returned = add(settled, 'returned')
  const net = returned - add(settled, 'stake')
  return {
    staked: formatMoney(add(bets, 'stake')),
    returned: formatMoney(returned),
    net: `${net < 0n ? '-' : ''}${formatMoney(money(net < 0n ? -net : net))}`,
    open: bets.length - settled.length,
  }
}
