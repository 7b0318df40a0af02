import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { transact } from '#platform/db'
import { waitingForLocks } from '#testing/waiting'
import { depositFaultPoints, withdrawalFaultPoints } from './deps.ts'
import { openWorld, someone, type World } from './testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

/** The sums of a phone number in the provider's books, in shillings: paid in, then paid out. */
async function booked(msisdn: string): Promise<[number, number]> {
  const { movements } = await world.fakes.books('mpesa')
  const sum = (kind: 'in' | 'out') =>
    movements
      .filter((movement) => movement.msisdn === msisdn && movement.kind === kind)
      .reduce((total, one) => total + one.amount, 0)
  return [sum('in'), sum('out')]
}

test.each(depositFaultPoints)(
  'a crash at "%s" of a deposit neither loses nor duplicates money after the restart',
  async (point) => {
    const bettor = await someone(world)
    await world.crashAt(point)
    await world.deposit(bettor, '100')
    await world.payments().settled()
    const isPrompted = (await world.fakes.prompts(bettor.msisdn)).length > 0
    if (isPrompted) await world.answer(bettor)
    expect(world.crashed()).toBe(true)
    await world.restart()
    await world.pass(11)
    if (!isPrompted && (await world.fakes.prompts(bettor.msisdn)).length > 0) await world.answer(bettor)
    for (let n = 0; n < 6; n++) await world.pass(61)
    const [paid] = await booked(bettor.msisdn)
    expect(await world.balance(bettor)).toBe(paid === 100 ? '1095.00' : '1000.00')
    expect(paid).toBe(point === 'deposit claimed' ? 0 : 100)
  },
)

test.each([...withdrawalFaultPoints, 'callback stored'] as const)(
  'a crash at "%s" of a withdrawal pays at most once and keeps the rest reserved',
  async (point) => {
    const bettor = await someone(world)
    await world.crashAt(point)
    await world.withdraw(bettor, '105')
    await world.quiet()
    expect(world.crashed()).toBe(true)
    await world.restart()
    for (let n = 0; n < 6; n++) await world.pass(61)
    const [, paid] = await booked(bettor.msisdn)
    expect(paid).toBe(point === 'withdrawal claimed' ? 0 : 100)
    expect(await world.balance(bettor)).toBe('895.00')
    const left = point === 'withdrawal claimed' ? 10_500n : 0n
    expect(await reserved(bettor.id)).toBe(left)
  },
)

test('an old prompt that another process is sending is not failed as unsent', async () => {
  const bettor = await someone(world)
  await world.crashAt('deposit stored')
  await world.deposit(bettor, '100')
  await world.restart()
  await world.clock.advance(130)
  const mine = sql`from payments.deposit where bettor_id = ${bettor.id}::bigint`
  const swept = await transact(world.base.db, async (tx) => {
    await sql`
      update payments.deposit set state = 'submitted', submitted_at = platform.now()
      where id in (select id ${mine}) and state = 'created'`.execute(tx)
    const ticked = world.payments().tick()
    await expect.poll(() => waitingForLocks(world.base.db)).toBeGreaterThan(0)
    return { ticked }
  })
  await swept.ticked
  const { rows } = await sql<{ state: string }>`select state ${mine}`.execute(world.base.db)
  expect(rows).toEqual([{ state: 'submitted' }])
})

async function reserved(bettor: bigint): Promise<bigint> {
  const { rows } = await sql<{ reserved: bigint }>`
    select coalesce(sum(debited), 0)::bigint as reserved from payments.withdrawal
    where bettor_id = ${bettor}::bigint and state not in ('done', 'failed')`.execute(world.base.db)
  return rows[0]?.reserved ?? 0n
}
