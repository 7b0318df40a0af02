import { random } from '#platform/random'
import { queryRows } from '#platform/db'
import {
  costOf,
  type JackpotBooks,
  type JackpotVerdict,
  type ModelPool,
  type ModelTicket,
} from './money-jackpot-books.ts'
import { newMatch } from './money-matches.ts'
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

/** Places a ticket on the open pool, which is created if there is none. The ticket must be accepted if the cash is sufficient. */
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
  const accepted = before >= costOf(ticket) && !(await isExcluded(world, bettor))
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
  if ((await cash()) === before) assertSame('a jackpot ticket was accepted', status === 201, accepted)
  if (status === 201) books.tickets.set(ticket.id, ticket)
}

/** Ends the matches of the open pool. If the server crashes meanwhile, `sendAgain` ends them after the restart. */
export async function endPool({ world, bettor, books }: Playing, verdicts: readonly JackpotVerdict[]): Promise<void> {
  if (world.crashed() || !books.open) return
  books.open.verdicts = verdicts
  await sendAgain({ world, bettor, books })
}

/** Sends the results of the pool that is ending. They are sent again after a crash: a repeated result changes nothing. */
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
  const rows = await queryRows<{ state: string }>(
    world.base.db,
  )`select state from jackpot.pool where id = ${pool.id}::int`
  const voids = pool.verdicts.filter((verdict) => verdict === 'cancelled').length
  assertSame('the state of a jackpot', rows[0]?.state, voids === 2 ? 'cancelled' : 'settled')
  books.open = undefined
}

async function isStored(world: MoneyWorld, { id: bettor }: SeededBettor, id: string): Promise<boolean> {
  const rows = await queryRows(world.base.db)`
    select from betting.bet where bettor_id = ${bettor}::bigint and client_id = ${id}::uuid`
  return rows.length > 0
}

async function newPool(world: MoneyWorld, bettor: SeededBettor): Promise<ModelPool | undefined> {
  const matches: string[] = []
  for (const team of ['Simba', 'Chui']) {
    const id = await newMatch(world, bettor, { home: team, away: 'Ndovu' })
    if (id === undefined) return undefined
    matches.push(id)
  }
  const half = (correct: number) => ({ voids: 1, correct, percent: 50 })
  const created = await world.post(
    '/sandbox/jackpots',
    {
      name: 'Model',
      match_ids: matches,
      stake: '20.00',
      mode: 'fixed',
      void_policy: 'counts_won',
      tiers: [
        { correct: 2, prize: '150.00' },
        { correct: 1, prize: '30.00' },
      ],
      reduced: [half(2), half(1)],
    },
    bettor,
  )
  if (world.crashed()) return undefined
  if (created.status !== 201) throw new Error(`the jackpot was not created: ${JSON.stringify(created.body)}`)
  return { id: String(created.body['jackpot_id']), matches }
}
