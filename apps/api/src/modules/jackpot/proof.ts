import type { BetView } from '@nare/contract/betting'
import { jackpotSign } from '@nare/contract/jackpot'
import type { TicketProof } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { poolsById, type PoolRow } from './pool-store.ts'

/** What proves a jackpot ticket: its pool with seal and seed, and each match beside the picks. */
export async function jackpotProof(db: Db, bet: BetView): Promise<TicketProof | undefined> {
  const [pool] = bet.jackpot ? await poolsById(db, [Number(bet.jackpot.jackpot_id)]) : []
  if (!pool) return undefined
  const facts = {
    jackpot: pool.name,
    state: pool.state,
    closes: pool.closesAt.toISOString(),
    settled: pool.settledAt?.toISOString(),
    lines: String(bet.lines ?? 0),
    'scores with a prize': prizesOf(pool).join(', '),
    commitment: pool.commitment,
    seed: pool.state === 'settled' ? (pool.seed ?? undefined) : undefined,
  }
  return {
    why: whyOf(bet, pool),
    round: {
      facts: [
        ...Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
        ...(bet.picks ?? []).map((pick, n) => ({ name: `match ${n + 1}`, value: pickText(pick) })),
      ],
      steps: [],
      ...(pool.state === 'settled' && { check: `/v1/jackpots/${pool.id}/results` }),
    },
  }
}

type Pick = NonNullable<BetView['picks']>[number]

function pickText({ home_team = '', away_team = '', outcomes, outcome, drawn, full_time, state }: Pick): string {
  const ended = full_time ? `, ended ${full_time}` : ''
  const counts =
    outcome === undefined
      ? ', not decided'
      : `, counts as ${drawn ? `${jackpotSign(drawn)} (drawn, the match is void)` : jackpotSign(outcome)}`
  return `${home_team} v ${away_team}: ${outcomes.map(jackpotSign).join(' or ')}${ended}${counts}${state && state !== 'open' ? `, ${state}` : ''}`
}

const prizesOf = (pool: PoolRow): number[] => pool.tiers.map(({ correct }) => correct).toSorted((a, b) => a - b)

function whyOf(bet: BetView, pool: PoolRow): string {
  if (pool.state === 'cancelled') return 'The jackpot was cancelled, so the stake was returned.'
  if (pool.state !== 'settled')
    return `The jackpot is not settled: ${bet.right ?? 0} of ${bet.decided ?? 0} decided matches are right.`
  const right = `Its best line has ${bet.best ?? 0} of ${pool.matches} right, and the lowest prize needs ${prizesOf(pool)[0] ?? pool.matches}`
  return bet.state === 'won' ? `${right}: it won ${bet.returned}.` : `${right}.`
}
