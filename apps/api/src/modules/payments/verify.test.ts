import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenAfter } from '#testing/altered-books'
import { openWorld, prompted, someone, type World } from './testing/payments-world.ts'
import { verifyPayments } from './verify.ts'

let world: World
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await openWorld()
  const deposit = await prompted(world)
  ids['deposit'] = deposit.id
  await world.answer(deposit.bettor)
  ids['withdrawal'] = (await world.withdraw(await someone(world), '100')).body.withdrawal_id
  await world.quiet()
})
afterAll(() => world.close())

const brokenBy = (statement: string) =>
  brokenAfter({ connection: world.base.connection, verify: (tx) => verifyPayments(tx), statement, ids })

const deposits = 'every deposit that succeeded was credited once, and no other'
const withdrawals = 'every withdrawal is debited once, or released if it failed'
const stray = 'every transfer about a payment belongs to that payment'
const copy = (id: string, about: string) =>
  `insert into ledger.transfer (id, hash, kind, about, at) select '${id}', hash, kind, '${about}', at from ledger.transfer where id = 'withdrawal/$withdrawal'`

test('payments that have ended agree with the ledger', async () => {
  const states = await sql<{ states: string }>`
    select (select state from payments.deposit where id = ${ids['deposit']}::bigint) || ' '
      || (select state from payments.withdrawal where id = ${ids['withdrawal']}::bigint) as states`.execute(
    world.base.db,
  )
  expect(states.rows[0]?.states).toBe('succeeded done')
  expect(await brokenBy('select 1')).toEqual([])
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
  expect(await brokenBy(statement)).toEqual(names)
})
