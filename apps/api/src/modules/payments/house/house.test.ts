import { createHash, randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPaymentLists as lists } from '@nare/contract/operator-payments-lists'
import type { Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { withdraw } from '#testing/withdraw'
import { namesAgree } from './names.ts'

const token = 'the-token-of-asha'
let nare: TestApp

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${createHash('sha256').update(token).digest('hex')}` })
})
afterAll(() => nare.close())

type State = 'submitted' | 'pending' | 'unknown' | 'succeeded' | 'failed'
type Given = {
  state: State
  bettor: bigint
  provider?: 'mpesa' | 'airtel'
  shillings?: number
  receipt?: string
  at?: Date
}

/** Stores a deposit in a state, as if its provider had answered. */
async function stored({ state, bettor, provider = 'mpesa', shillings = 100, receipt, at }: Given): Promise<string> {
  const amount = BigInt(shillings) * 100n
  const when = (at ?? new Date(nare.app.clock.now())).toISOString()
  const { rows } = await sql<{ id: bigint }>`
    insert into payments.deposit (bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, reason, receipt,
      created_at, changed_at)
    values (${bettor}::bigint, 'prompt', ${randomUUID()}::uuid, '', ${provider}, '254700000001', ${amount}::bigint, 0, ${amount}::bigint,
      ${randomUUID().slice(0, 12).toUpperCase()}, ${state}, ${state === 'failed' ? 'cancelled' : null}, ${receipt ?? null}, ${when}, ${when})
    returning id`.execute(nare.base.db)
  return String(rows[0]?.id)
}

const idsOf = async (filter: Sent<typeof lists.deposits>): Promise<string[]> =>
  (await nare.call(lists.deposits, filter, token)).body.data.map((row) => row.deposit_id)

const file = async (path: string): Promise<Record<string, string>[]> => {
  const { statusCode, body } = await nare.app.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  expect(statusCode).toBe(200)
  return parse(body, { bom: true, columns: true })
}

test('deposits of every state are listed newest first, and each filter finds its own', async () => {
  const bettor = await nare.bettor()
  const of = { bettor: bettor.id }
  const failed = await stored({ ...of, state: 'failed' })
  const paid = await stored({ ...of, state: 'succeeded', receipt: 'SLIST00001' })
  const unknown = await stored({ ...of, state: 'unknown', provider: 'airtel' })
  const old = await stored({ ...of, state: 'succeeded', at: new Date('2026-01-02T20:30:00Z') })
  const pending = await stored({ ...of, state: 'pending' })
  const bettor_id = bettor.id.toString()
  expect(await idsOf({ bettor_id })).toEqual([pending, old, unknown, paid, failed])
  expect(await idsOf({ bettor_id, state: 'open' })).toEqual([unknown, pending])
  expect(await idsOf({ bettor_id, status: 'unknown' })).toEqual([unknown])
  expect(await idsOf({ bettor_id, state: 'succeeded' })).toEqual([old, paid])
  expect(await idsOf({ bettor_id, state: 'failed' })).toEqual([failed])
  expect(await idsOf({ bettor_id, provider: 'airtel' })).toEqual([unknown])
  expect(await idsOf({ receipt: 'slist00001' })).toEqual([paid])
  // 20:30 in UTC is 23:30 in Nairobi, of the same day.
  expect(await idsOf({ bettor_id, from: '2026-01-02', to: '2026-01-02' })).toEqual([old])
  expect(await idsOf({ bettor_id, to: '2026-01-01' })).toEqual([])
  for (const q of ['SLIST00001', paid]) expect(await idsOf({ q })).toEqual([paid])
  expect(await idsOf({ q: bettor.msisdn.replace('254', '0') })).toEqual([pending, old, unknown, paid, failed])
  expect(await idsOf({ q: bettor.msisdn.slice(0, -1) })).toEqual([])
  await sql`update identity.bettor set name = 'Zuhura Wa Orodha' where id = ${bettor.id}::bigint`.execute(nare.base.db)
  for (const q of ['zuhura', 'ORODHA', ' Zuhura wa ', `B-${bettor_id}`, `b-${bettor_id}`])
    expect({ q, found: await idsOf({ q }) }).toEqual({ q, found: [pending, old, unknown, paid, failed] })
  expect(await idsOf({ q: `D-${paid}` })).toEqual([paid])
  for (const q of [`W-${paid}`, `B-${paid}0`, 'uhura', 'Z'])
    expect({ q, found: await idsOf({ q }) }).toEqual({ q, found: [] })
  const { body } = await nare.call(lists.deposits, { receipt: 'SLIST00001' }, token)
  expect(body.data[0]).toMatchObject({
    status: 'succeeded',
    receipt: 'SLIST00001',
    returnable: false,
    name: expect.any(String),
  })
})

test('a list is paged to its end, and its file has the same rows without numbers and names', async () => {
  const bettor = await nare.bettor()
  for (let n = 0; n < 5; n++) await stored({ bettor: bettor.id, state: 'succeeded' })
  const bettor_id = bettor.id.toString()
  const all = await idsOf({ bettor_id })
  const first = (await nare.call(lists.deposits, { bettor_id, limit: 3 }, token)).body
  expect(first.meta).toMatchObject({ total: 5, next: expect.any(String) })
  expect([
    ...first.data.map((row) => row.deposit_id),
    ...(await idsOf({ bettor_id, limit: 3, after: first.meta.next })),
  ]).toEqual(all)
  const rows = await file(`/v1/operator/deposits.csv?bettor_id=${bettor_id}`)
  expect(rows.map((row) => row['deposit_id'])).toEqual(all)
  expect(Object.keys(rows[0] ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/msisdn|payer|name/)]))
  for (const path of ['withdrawals', 'withdrawals/unresolved', 'unmatched', 'returns'])
    await file(`/v1/operator/${path}.csv`)
})

test('a withdrawal says why it waits, and what its bettor deposited and staked since the last one', async () => {
  const bettor = await nare.bettor(300_000)
  await stored({ bettor: bettor.id, state: 'succeeded', shillings: 700 })
  await betsOn(nare).mustPlace(bettor.token, [pick(await nare.match())], { stake: '50' })
  const asked = async (sum: string) => {
    const { body } = await withdraw(nare, bettor.token, sum)
    await nare.app.payments.settled()
    return body.withdrawal_id
  }
  const row = async (state: Sent<typeof lists.withdrawals>['state'], id: string) =>
    (await nare.call(lists.withdrawals, { state, q: id }, token)).body.data[0]
  const first = await asked('50000')
  expect(await row(undefined, first)).toMatchObject({
    state: 'checking',
    because: ['above_automatic'],
    name: expect.any(String),
    facts: {
      first_withdrawal: true,
      last_withdrawal_at: null,
      account_since: expect.any(String),
      deposited_since: '700.00',
      deposited: '700.00',
      staked_since: '50.00',
      name_agrees: null,
    },
  })
  await sql`
    update payments.withdrawal set state = 'done', cleared_at = created_at, sends = 1, sent_at = created_at, receipt = 'SLISTOUT01',
      party = 'ANOTHER PERSON' where id = ${first}::bigint`.execute(nare.base.db)
  const second = await asked('120000')
  expect(await row('waiting', second)).toMatchObject({
    because: ['above_one_person', 'day_sum'],
    approvers: 2,
    facts: {
      first_withdrawal: false,
      withdrawals: 1,
      deposited_since: '0.00',
      staked_since: '0.00',
      provider_name: 'ANOTHER PERSON',
      name_agrees: false,
    },
  })
  expect(await row('waiting', first)).toBeUndefined()
  expect(await row('done', first)).toMatchObject({ receipt: 'SLISTOUT01' })
  const { body } = await nare.call(lists.withdrawals, { state: 'all', bettor_id: bettor.id.toString() }, token)
  expect(body.data.map((one) => one.withdrawal_id)).toEqual([second, first])
  expect((await nare.call(lists.withdrawals, { state: 'all', receipt: 'SLISTOUT01' }, token)).body.data).toHaveLength(1)
})

test.each([
  ['KEVIN O OTIENO', 'Kevin Odhiambo Otieno', true],
  ['Otieno Kevin', 'Kevin Odhiambo Otieno', true],
  ['KEVIN ODHIAMBO OTIENO', 'Kevin Otieno', true],
  ['Wanjirũ Mary', 'Mary Wanjiru', true],
  ['G. NJOROGE', 'Grace Nyambura Njau', false],
  ['K O', 'Kevin Otieno', false],
  ['', 'Kevin Otieno', false],
])('the provider’s name "%s" for the account of %s: %s', (provider, account, agrees) => {
  expect(namesAgree(provider, account)).toBe(agrees)
})
