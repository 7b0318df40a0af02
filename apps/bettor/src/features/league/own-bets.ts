import type { BetView } from '@nare/contract/betting'
import { settleLeague } from '@nare/league/markets'
import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'
import type { Side } from './commentary.ts'
import { paidOf } from '../../tax/paid-of.ts'

type Shown = {
  match_id: string
  minute: number
  home_score: number
  away_score: number
  events: readonly { minute: number; side: Side; home_score: number; away_score: number }[]
}

/** A bet at the current scores: the counts of legs that lead, trail and are still to play, and its payout if nothing changed. */
export type Standing = { bet: BetView; leading: number; trailing: number; coming: number; wouldPay: string | null }

const halfMinute = 45

/** Whether a leg would win if its match ended with the current score; undefined for a leg on another round. */
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
 * The bets with a leg on these matches, at the current scores. Of an open bet, `wouldPay` is "0.00" if a leg trails, null for a system
 * or while legs on other rounds are open, and else the possible win. Of a settled bet it is the return.
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
          ? paidOf(bet)
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

export type Sums = { staked: string; returned: string; tax: string | undefined; net: string; open: number }

/** The total stake of all bets, what the settled ones paid after tax, and their tax on winnings, if any. `net` counts settled bets only. */
export function sumsOf(bets: readonly BetView[]): Sums {
  const add = (of: readonly BetView[], amountOf: (bet: BetView) => string): Money =>
    money(of.reduce((sum, bet) => sum + (parseMoney(amountOf(bet)) ?? 0n), 0n))
  const stakeOf = ({ stake }: BetView): string => stake
  const settled = bets.filter(({ state }) => state !== 'open')
  const [returned, tax] = [add(settled, paidOf), add(settled, (bet) => bet.tax?.amount ?? '0')]
  const net = returned - add(settled, stakeOf)
  return {
    staked: formatMoney(add(bets, stakeOf)),
    returned: formatMoney(returned),
    tax: tax > 0n ? formatMoney(tax) : undefined,
    net: `${net < 0n ? '-' : ''}${formatMoney(money(net < 0n ? -net : net))}`,
    open: bets.length - settled.length,
  }
}
