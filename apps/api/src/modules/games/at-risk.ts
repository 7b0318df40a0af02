import { atRisk } from '@nare/bets/risk/at-risk'
import { winningRolls } from '@nare/games/dice'
import type { GameName } from '@nare/games/games'
import { roulettePays } from '@nare/games/roulette'
import type { WireOptions } from '@nare/games/wire'
import { parseMoney } from '@nare/money/money'
import { queryRows, type Db, type Tx } from '#platform/db'

/** A finished round, with options as the calls have them. The multiplier is in ten-thousandths; for crash, options hold the one waited for. */
type Finished = {
  readonly betId: bigint
  readonly game: GameName | 'crash'
  readonly options: unknown
  readonly staked: bigint
  readonly payout: bigint
  readonly multiplier: bigint
}

/** What was at risk in the rounds and crash bets of these tickets, in cents, by bet id. The two bets of a flight lose together, so each counts alone. */
export async function roundsAtRisk(on: Db | Tx, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await queryRows<Finished>(on)`
    select bet_id as "betId", game, options, staked, payout, multiplier from games.round
    where bet_id = any(${betIds}::bigint[]) and state = 'done'
    union all
    select bet_id, 'crash', 'null', stake, 0, 100 * coalesce(cashed_out_at, target, cap)::bigint from games.crash_bet
    where bet_id = any(${betIds}::bigint[]) and state in ('won', 'lost')`
  return new Map(rows.map((round) => [round.betId, roundAtRisk(round)]))
}

const rolls = 10_001

/**
 * The rule of `atRisk` for all bets of one round. Where the player decides after the draw began (mines, hi-lo), a won round counts with the
 * chance that its multiplier implies. These and the games with a table (plinko, wheel, keno) otherwise count what the round lost, which is
 * never more.
 */
export function roundAtRisk({ game, options, staked, payout, multiplier }: Omit<Finished, 'betId'>): bigint {
  const lost = staked > payout ? staked - payout : 0n
  if (game === 'roulette') {
    const { bets } = options as WireOptions['roulette']
    const pays = roulettePays(bets.flatMap(({ on, amount }) => ({ on, amount: parseMoney(amount) ?? never(amount) })))
    return atRisk(
      staked,
      pays.map((returned) => ({ chance: 1, returned })),
    )
  }
  if (game === 'dice') {
    const { target, over } = options as WireOptions['dice']
    return allOrNothing(staked, winningRolls({ target: Math.round(Number(target) * 100), over }) / rolls)
  }
  if (game === 'limbo') return allOrNothing(staked, 0.99 / Number((options as WireOptions['limbo']).target))
  if (game === 'crash') return allOrNothing(staked, 9_700 / Number(multiplier))
  if (game === 'blackjack') return staked
  const decidesItself = game === 'mines' || game === 'hi-lo'
  return decidesItself && lost === 0n ? allOrNothing(staked, 9_900 / Number(multiplier)) : lost
}

function never(amount: string): never {
  throw new Error(`a stored bet of roulette has the amount ${amount}`)
}

function allOrNothing(staked: bigint, wins: number): bigint {
  const chance = Math.min(wins, 1)
  return atRisk(staked, [
    { chance: 1 - chance, returned: 0n },
    { chance, returned: staked },
  ])
}
