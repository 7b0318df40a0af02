import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openWorld, prompted, someone, type World } from './testing/payments-world.ts'
import { verifyPayments } from './verify.ts'

let world: World
let owner: Db
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await openWorld()
  owner = openDb(world.base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  const deposit = await prompted(world)
  ids['deposit'] = deposit.id
  await world.answer(deposit.bettor)
  ids['withdrawal'] = (await world.withdraw(await someone(world), '100')).body.withdrawal_id
  await world.quiet()
})
afterAll(async () => {
  await owner.destroy()
  await world.close()
})

/** The checks that fail after a statement has altered the data. The alteration is rolled back. */
async function brokenAfter(statement: string): Promise<string[]> {
  const tx = await owner.startTransaction().execute()
  try {
    for (const table of ['entry', 'transfer'])
      await sql.raw(`alter table ledger.${table} disable trigger ${table}_stays`).execute(tx)
    await sql.raw(statement.replace(/\$(\w+)/g, (_all, name: string) => ids[name] ?? '')).execute(tx)
    return (await verifyPayments(tx)).filter((check) => check.broken > 0).map((check) => check.name)
  } finally {
    await tx.rollback().execute()
  }
}

const deposits = 'every deposit that succeeded was credited once, and no other'
const withdrawals = 'every withdrawal is debited once, or released if it failed'
const stray = 'every transfer about a payment belongs to that payment'
const copy = (id: string, about: string) =>
  `insert into ledger.transfer (id, hash, kind, about, at) select '${id}', hash, kind, '${about}', at from ledger.transfer where id = 'withdrawal/$withdrawal'`

test('payments that have ended agree with the ledger', async () => {
  const states = await sql<{ states: string }>`
    select (select state from payments.deposit where id = ${ids['deposit']}::bigint) || ' '
      || (select state from payments.withdrawal where id = ${ids['withdrawal']}::bigint) as states`.execute(owner)
  expect(states.rows[0]?.states).toBe('succeeded done')
  expect(await brokenAfter('select 1')).toEqual([])
})

test.each([
  ['another net', 'update payments.deposit set net = net - 1, tax = tax + 1 where id = $deposit', [deposits]],
  ['a credit that was removed', "delete from ledger.transfer where id = 'deposit/$deposit'", [deposits]],
  [
    'a credit about another payment',
    "update ledger.transfer set about = 'payment/99' where id = 'deposit/$deposit'",
    [deposits, stray],
  ],
  [
    'another debit',
    'update payments.withdrawal set debited = debited - 1, tax = tax - 1 where id = $withdrawal',
    [withdrawals],
  ],
  ['a second transfer about a payment', copy('gift/1', 'payment/$deposit'), [stray]],
  ['a withdrawal that does not exist', copy('withdrawal/99', 'payment/99'), [stray]],
  ['a step that withdrawals do not have', copy('withdrawal/$withdrawal/again', 'payment/$withdrawal'), [stray]],
])('%s is found', async (_name, statement, names) => {
  expect(await brokenAfter(statement)).toEqual(names)
})
