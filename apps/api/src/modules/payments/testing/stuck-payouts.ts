import { sql } from 'kysely'
import type { SeededBettor } from '#testing/seed'
import { someone, type World } from './payments-world.ts'

/** A payout as a test follows it: its bettor and its number. */
export type Stuck = { readonly bettor: SeededBettor; readonly id: bigint }

const days3 = 72 * 3600

/** A payout of KSh 95 that the provider paid without ever answering for it; three days old unless `fresh`. */
export async function paidUnanswered(world: World, { fresh = false } = {}): Promise<Stuck & { receipt: string }> {
  // The faults are for this payout's messages: what earlier ones have in progress ends first.
  await world.quiet()
  await world.fault('callback_lost')
  await world.fault('status_refused', 1000)
  const stuck = await withdrawn(world)
  if (!fresh) await aged(world, stuck)
  await world.endFaults()
  const paid = (await world.fakes.books('mpesa')).movements.findLast((one) => one.msisdn === stuck.bettor.msisdn)
  return { ...stuck, receipt: paid?.receipt ?? '' }
}

/** A payout of KSh 95 of which the provider knows nothing: the process ended before it sent it. Three days old. */
export async function neverSent(world: World): Promise<Stuck> {
  await world.crashAt('withdrawal claimed')
  const stuck = await withdrawn(world)
  await world.restart()
  return aged(world, stuck)
}

/** A withdrawal of KSh 100, of which 95 go to the phone. */
export async function withdrawn(world: World): Promise<Stuck> {
  const bettor = await someone(world)
  const { status, body } = await world.withdraw(bettor, '100')
  if (status !== 200) throw new Error(`a withdrawal was refused: ${JSON.stringify(body)}`)
  await world.quiet()
  const { rows } = await sql<{ id: bigint }>`
    select id from payments.withdrawal where bettor_id = ${bettor.id}::bigint`.execute(world.base.db)
  return { bettor, id: rows[0]?.id ?? 0n }
}

/** Makes a payout three days older, without moving the clock of everything else. */
export async function aged(world: Pick<World, 'base'>, stuck: Stuck): Promise<Stuck> {
  await sql`
    update payments.withdrawal set sent_at = sent_at - make_interval(secs => ${days3}::int), next_check_at = null
    where id = ${stuck.id}::bigint`.execute(world.base.db)
  return stuck
}

/** The kinds of the transfers about a payment, in their order. */
export async function kindsOf(world: Pick<World, 'base'>, id: bigint): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from ledger.transfer where about = ${`payment/${id}`} order by no`.execute(world.base.db)
  return rows.map((row) => row.kind)
}

/** What the findings about a payment are, with their facts. */
export async function findingsOf(world: World, id: bigint): Promise<string[]> {
  const { rows } = await world.payments().operator.reviews({ page: 1, limit: 100 })
  return rows.filter((row) => row.payment === id).map((row) => `${row.what}: ${row.facts}`)
}
