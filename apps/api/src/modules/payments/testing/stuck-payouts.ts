import { sql } from 'kysely'
import type { SeededBettor } from '#testing/seed'
import { someone, type World } from './payments-world.ts'
import { queryRows } from '#platform/db'

/** A payout of a test, with its bettor. */
export type Stuck = { readonly bettor: SeededBettor; readonly id: bigint }

const days3 = 72 * 3600

/** A payout of KSh 95 that the provider paid but never reported; three days old unless `fresh`. */
export async function paidUnanswered(world: World, { fresh = false } = {}): Promise<Stuck & { receipt: string }> {
  // Earlier payouts must finish first, so that the faults apply to the messages of this payout.
  await world.quiet()
  await world.fault('callback_lost')
  await world.fault('status_refused', 1000)
  const stuck = await withdrawn(world)
  if (!fresh) await aged(world, stuck)
  await world.endFaults()
  const paid = (await world.fakes.books('mpesa')).movements.findLast(
    (movement) => movement.msisdn === stuck.bettor.msisdn,
  )
  return { ...stuck, receipt: paid?.receipt ?? '' }
}

/** A payout of KSh 95 that was never sent, because the process ended before. Three days old. */
export async function neverSent(world: World): Promise<Stuck> {
  await world.crashAt('withdrawal claimed')
  const stuck = await withdrawn(world)
  await world.restart()
  return aged(world, stuck)
}

/** A withdrawal of KSh 100: KSh 95 go to the phone, the rest is tax. */
export async function withdrawn(world: World): Promise<Stuck> {
  const bettor = await someone(world)
  const { status, body } = await world.withdraw(bettor, '100')
  if (status !== 200) throw new Error(`a withdrawal was refused: ${JSON.stringify(body)}`)
  await world.quiet()
  const rows = await queryRows<{ id: bigint }>(world.base.db)`
    select id from payments.withdrawal where bettor_id = ${bettor.id}::bigint`
  return { bettor, id: rows[0]?.id ?? 0n }
}

/** Makes a payout three days older without moving the clock. */
export async function aged(world: Pick<World, 'base'>, stuck: Stuck): Promise<Stuck> {
  await sql`
    update payments.withdrawal set sent_at = sent_at - make_interval(secs => ${days3}::int), next_check_at = null
    where id = ${stuck.id}::bigint`.execute(world.base.db)
  return stuck
}

/** The kinds of the transfers about a payment, in order. */
export async function kindsOf(world: Pick<World, 'base'>, id: bigint): Promise<string[]> {
  const rows = await queryRows<{ kind: string }>(world.base.db)`
    select kind from ledger.transfer where about = ${`payment/${id}`} order by no`
  return rows.map((row) => row.kind)
}

/** The findings about a payment, each as "kind: facts". */
export async function findingsOf(world: World, id: bigint): Promise<string[]> {
  const { rows } = await world.payments().operator.reviews({ page: 1, limit: 100 })
  return rows.filter((row) => row.payment === id).map((row) => `${row.what}: ${row.facts}`)
}
