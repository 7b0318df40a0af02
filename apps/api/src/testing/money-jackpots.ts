import { sql } from 'kysely'
import { random } from '#platform/random'
import {
  costOf,
  type JackpotBooks,
  type JackpotVerdict,
  type ModelPool,
  type ModelTicket,
} from './money-jackpot-books.ts'
import { assertSame, type MoneyWorld } from './money-model.ts'
import { isExcluded } from './money-protection.ts'
import type { Outcome } from './money-steps.ts'
import type { SeededBettor } from './seed.ts'

const scores = { home_team: '1:0', draw: '1:1', away_team: '0:1' } as const

type Playing = {
  readonly world: MoneyWorld
  readonly bettor: SeededBettor
  readonly books: JackpotBooks
  /** The cash that the model expects now, in cents. */
  readonly cash: () => Promise<bigint>
}

/** Places a ticket on the open pool, which is made where there is none. It must be taken where the cash is enough. */
export async function placeTicket(
  { world, bettor, books, cash }: Playing,
  picks: readonly (readonly Outcome[])[],
): Promise<void> {
  if (world.crashed()) return
  books.open ??= await newPool(world, bettor)
  const pool = books.open
  if (!pool) return
  const ticket: ModelTicket = { id: random.uuid(), pool, picks }
  const before = await cash()
  const taken = before >= costOf(ticket) && !(await isExcluded(world, bettor))
  const body = {
    id: ticket.id,
    jackpot_id: pool.id,
    picks: pool.matches.map((match_id, n) => ({ match_id, outcomes: picks[n] })),
  }
  const { status } = await world.post('/jp/bet', body, bettor)
  if (world.crashed()) {
    if (await isStored(world, bettor, ticket.id)) books.tickets.set(ticket.id, ticket)
    return
  }
  if ((await cash()) === before) assertSame('a jackpot ticket was taken', status === 201, taken)
  if (status === 201) books.tickets.set(ticket.id, ticket)
}

/** Ends the matches of the open pool. Where the server crashes meanwhile, `sendAgain` ends them after the restart. */
export async function endPool({ world, bettor, books }: Playing, verdicts: readonly JackpotVerdict[]): Promise<void> {
  if (world.crashed() || !books.open) return
  books.open.verdicts = verdicts
  await sendAgain({ world, bettor, books })
}

/** Sends the results of the pool that is ending, once more where a crash has lost one: the same result changes nothing. */
export async function sendAgain({ world, bettor, books }: Omit<Playing, 'cash'>): Promise<void> {
  const pool = books.open
  if (!pool?.verdicts || world.crashed()) return
  for (const [n, match] of pool.matches.entries()) {
    const verdict = pool.verdicts[n] ?? 'draw'
    const body = verdict === 'cancelled' ? { cancelled: true } : { full_time: scores[verdict] }
    await world.post(`/sandbox/feed/matches/${match}/result`, body, bettor)
    if (world.crashed()) return
  }
  await world.settleLeft()
  if (world.crashed()) return
  const { rows } = await sql<{ state: string }>`select state from jackpot.pool where id = ${pool.id}::int`.execute(
    world.base.db,
  )
  const voids = pool.verdicts.filter((verdict) => verdict === 'cancelled').length
  assertSame('the state of a jackpot', rows[0]?.state, voids === 2 ? 'cancelled' : 'settled')
  books.open = undefined
}

async function isStored(world: MoneyWorld, { id: bettor }: SeededBettor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from betting.bet where bettor_id = ${bettor}::bigint and client_id = ${id}::uuid`.execute(world.base.db)
  return rows.length > 0
}

async function newPool(world: MoneyWorld, bettor: SeededBettor): Promise<ModelPool | undefined> {
  const matches: string[] = []
  for (const team of ['Simba', 'Chui']) {
    const made = await world.post(
      '/sandbox/feed/matches',
      {
        ...{ sport_id: '79', competition_name: 'Model Cup', home_team: team, away_team: 'Ndovu' },
        start_time: new Date(world.clock.now() + 86_400_000).toISOString(),
        ...{ home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' },
      },
      bettor,
    )
    if (world.crashed()) return undefined
    matches.push(String(made.body.match_id))
  }
  const half = (correct: number) => ({ voids: 1, correct, percent: 50 })
  const made = await world.post(
    '/sandbox/jackpots',
    {
      ...{ name: 'Model', match_ids: matches, stake: '20.00', mode: 'fixed', void_policy: 'counts_won' },
      tiers: [
        { correct: 2, prize: '150.00' },
        { correct: 1, prize: '30.00' },
      ],
      reduced: [half(2), half(1)],
    },
    bettor,
  )
  if (world.crashed()) return undefined
  if (made.status !== 201) throw new Error(`the jackpot was not made: ${JSON.stringify(made.body)}`)
  return { id: String(made.body['jackpot_id']), matches }
}
