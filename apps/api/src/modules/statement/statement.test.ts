import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { ledger as calls, type Transaction } from '@nare/contract/ledger'
import { sandbox } from '@nare/contract/sandbox'
import { money, parseMoney } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { withdraw } from '#testing/withdraw'
import { csvLine } from '#platform/csv'

let nare: TestApp
let bettor: SeededBettor

const cents = (text: string): bigint =>
  text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0n) : (parseMoney(text) ?? 0n)

async function bet(match: string, stake = '20') {
  const placed = await nare.call(
    betting.place,
    {
      id: randomUUID(),
      stake,
      slip: [{ match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }],
    },
    bettor.token,
  )
  expect(placed.status).toBe(201)
  return placed.body.bet.bet_id
}

type Asked = {
  kind?: string
  from?: string
  to?: string
  page?: number
  limit?: number
  up_to?: string
}

async function statement(query: Asked = {}) {
  const { status, body } = await nare.call(calls.transactions, query, bettor.token)
  expect(status).toBe(200)
  return body
}

const file = (query = '', token: string | undefined = bettor.token) =>
  nare.app.app.inject({
    method: 'GET',
    url: `/v1/transactions.csv${query}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

beforeAll(async () => {
  nare = await testApp()
  const seeded = await nare.bettor(1000)
  bettor = seeded
  const [won, dropped] = [await nare.match(), await nare.match()]
  await bet(won)
  await bet(dropped, '50')
  await nare.call(sandbox.resultMatch, { match_id: won, half_time: '1:0', full_time: '2:0' })
  await nare.call(sandbox.resultMatch, { match_id: dropped, cancelled: true, reason: 'flood' })
  await nare.call(sandbox.clock, { advance_s: 2 * 86_400 })
  const { ledger, db } = nare.app
  await transact(db, (tx) =>
    ledger.credit(tx, [
      {
        id: 'payment/p1',
        kind: 'deposit',
        about: 'payment/p1',
        bettor: bettor.id,
        amount: money(9500n),
        against: ledger.house('provider:mpesa'),
        also: [{ account: ledger.house('tax:excise'), amount: money(500n) }],
      },
    ]),
  )
  await bet(await nare.match())
})
afterAll(() => nare.close())

test('every movement is listed, newest first, with its kind, its link and the balance after it', async () => {
  const { data, meta } = await statement()
  expect(data.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['stake', '-20.00'],
    ['deposit', '95.00'],
    ['refund', '50.00'],
    ['win', '42.00'],
    ['stake', '-50.00'],
    ['stake', '-20.00'],
    ['test_money', '1000.00'],
  ])
  expect(meta).toMatchObject({ page: 1, limit: 50, total: 7 })
  expect(data[1]).toMatchObject({
    about: { type: 'payment', id: 'p1' },
    tax: '5.00',
    details: { gross: '100.00', tax: '5.00', net: '95.00' },
    description: 'Deposit, tax 5.00',
  })
  expect(data.map(({ product = null, game = null }) => [product, game])).toEqual([
    ['sports', null],
    [null, null],
    ...Array.from({ length: 4 }, () => ['sports', null]),
    [null, null],
  ])
  expect(data[0]?.about?.type).toBe('bet')
  const found = await nare.call(betting.bet, { id: data[0]?.about?.id ?? '' }, bettor.token)
  expect(found.body.data.stake).toBe('20.00')
  for (const [n, row] of data.entries()) {
    const before = data[n + 1]
    if (before) expect(cents(row.balance)).toBe(cents(before.balance) + cents(row.amount))
  }
  expect(data[0]?.balance).toBe('1097.00')
})

test('kind and days filter the statement without changing the balances', async () => {
  const all = (await statement()).data
  expect((await statement({ kind: 'stake' })).data).toEqual(all.filter((row) => row.kind === 'stake'))
  const day = (row: Transaction | undefined) =>
    new Date(new Date(row?.at ?? '').getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
  const [today, before] = [day(all[0]), day(all[6])]
  expect((await statement({ from: today })).data).toEqual(all.slice(0, 2))
  expect((await statement({ to: before })).data).toEqual(all.slice(2))
  expect((await statement({ from: before, to: today })).meta.total).toBe(7)
  expect((await statement({ from: today, to: before })).data).toEqual([])
})

test('pages stay stable while new transfers arrive', async () => {
  const first = await statement({ limit: 3 })
  const all = (await statement()).data
  await bet(await nare.match())
  const second = await statement({ limit: 3, page: 2, up_to: first.meta.up_to })
  const third = await statement({ limit: 3, page: 3, up_to: first.meta.up_to })
  expect([...first.data, ...second.data, ...third.data]).toEqual(all)
  expect(third.meta.total).toBe(first.meta.total)
  expect((await statement()).meta.total).toBe(first.meta.total + 1)
})

test('the totals are those of the whole filter on every page', async () => {
  const { data, totals } = await statement()
  const sum = (rows: Transaction[]) => rows.reduce((total, row) => total + cents(row.amount), 0n)
  expect(cents(totals.in)).toBe(sum(data.filter(({ amount }) => !amount.startsWith('-'))))
  expect(cents(totals.out)).toBe(sum(data.filter(({ amount }) => amount.startsWith('-'))))
  expect(cents(totals.net)).toBe(sum(data))
  expect((await statement({ limit: 1, page: 2 })).totals).toEqual(totals)
  expect((await statement({ kind: 'win' })).totals).toEqual({ in: '42.00', out: '0.00', net: '42.00' })
  expect((await statement({ kind: 'none' })).totals).toEqual({ in: '0.00', out: '0.00', net: '0.00' })
})

test('the file contains the same rows', async () => {
  const reply = await file()
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['content-disposition']).toContain('attachment')
  const rows = parse<Record<string, string>>(reply.body, { bom: true, columns: true })
  const { data } = await statement()
  expect(rows).toEqual(
    data.map(({ details, debt, returnable, bonus, ...row }) => ({
      ...row,
      bonus: bonus?.change ?? '',
      bonus_left: bonus?.left ?? '',
      product: row.product ?? '',
      name: row.name ?? '',
      to_return: returnable?.left ?? '',
      owed: debt?.owed ?? '',
      gross: details?.gross ?? '',
      net: details?.net ?? '',
      tax: row.tax ?? '',
      about: row.about ? `${row.about.type}/${row.about.id}` : '',
    })),
  )
  expect(parse((await file('?kind=win')).body)).toHaveLength(2)
})

test('a withdrawal shows its debit, tax and net, and links to its payment', async () => {
  const seeded = await nare.bettor(1000)
  const { body } = await withdraw(nare, seeded.token, '200')
  const listed = await nare.call(calls.transactions, { kind: 'withdrawal' }, seeded.token)
  expect(listed.body.data).toMatchObject([
    {
      amount: `-${body.debited}`,
      tax: body.tax,
      details: { gross: body.debited, tax: body.tax, net: body.net },
      about: { type: 'payment', id: body.withdrawal_id },
      description: `Withdrawal, tax ${body.tax}`,
    },
  ])
  expect(cents(body.tax)).toBeGreaterThan(0n)
  const [row] = parse<Record<string, string>>((await file('?kind=withdrawal', seeded.token)).body, { columns: true })
  expect(row).toMatchObject({ gross: body.debited, tax: body.tax, net: body.net })
})

test('a deposit that partly repaid a debt shows the whole payment', async () => {
  const seeded = await nare.bettor(10)
  const { ledger, db } = nare.app
  const moved = { about: 'payment/p2', bettor: seeded.id, against: ledger.house('provider:mpesa') }
  await transact(db, async (tx) => {
    await ledger.clawBack(tx, [{ ...moved, id: 'back/p2', kind: 'correction', amount: money(3000n) }])
    const also = [{ account: ledger.house('tax:excise'), amount: money(500n) }]
    await ledger.credit(tx, [{ ...moved, id: 'payment/p2', kind: 'deposit', amount: money(9500n), also }])
  })
  const { body } = await nare.call(calls.transactions, { kind: 'deposit' }, seeded.token)
  const deposit = { amount: '75.00', debt: { change: '-20.00', owed: '0.00' } }
  expect(body.data).toMatchObject([{ ...deposit, details: { gross: '100.00', tax: '5.00', net: '95.00' } }])
})

test('a transfer that changed only a debt is in the statement and the file', async () => {
  const seeded = await nare.bettor(10)
  const { ledger, db } = nare.app
  const moved = { about: 'bet/7', bettor: seeded.id, against: ledger.house('house:sports') }
  const back = (id: string) => ({ ...moved, id, kind: 'correction' as const, amount: money(3000n) })
  await transact(db, (tx) => ledger.clawBack(tx, [back('back/1')]))
  await transact(db, (tx) => ledger.clawBack(tx, [back('back/2')]))
  await transact(db, (tx) => ledger.credit(tx, [{ ...moved, id: 'win/7', kind: 'win', amount: money(4000n) }]))
  const { body } = await nare.call(calls.transactions, {}, seeded.token)
  expect(body.data.map(({ amount, balance, debt }) => [amount, balance, debt?.change, debt?.owed])).toEqual([
    ['0.00', '0.00', '-40.00', '10.00'],
    ['0.00', '0.00', '30.00', '50.00'],
    ['-10.00', '0.00', '20.00', '20.00'],
    ['10.00', '10.00', undefined, undefined],
  ])
  expect(body.data[0]?.description).toBe('Winnings, bet 7, 40.00 repaid a debt')
  expect(body.data[1]?.description).toBe('Correction of a result, bet 7, 30.00 is owed')
  expect(body.meta.total).toBe(4)
  const rows = parse<Record<string, string>>((await file('', seeded.token)).body, { columns: true })
  expect(rows.map(({ amount, owed }) => [amount, owed])).toEqual([
    ['0.00', '10.00'],
    ['0.00', '50.00'],
    ['-10.00', '20.00'],
    ['10.00', ''],
  ])
})

test('bettors see only their own statement, and a wrong day is refused', async () => {
  const other = await nare.bettor()
  const rows = parse((await file('', other.token)).body)
  expect(rows).toHaveLength(2)
  expect((await file('', '')).statusCode).toBe(401)
  expect((await file('', 'x'.repeat(43))).statusCode).toBe(401)
  const wrong = await file('?from=yesterday')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ code: 'invalid_input', fields: { from: expect.any(String) } })
  expect((await file('?to=0000-01-01')).statusCode).toBe(400)
})

test('a cell cannot become a formula, and commas, quotes and new lines stay in their cell', () => {
  const cells = ['=1+1', '+254', '-x', '@a', '\tb', '-20.00', 'a,b', 'say "hi"', 'two\nlines', '']
  const [read] = parse(csvLine(cells))
  expect(read).toEqual(["'=1+1", "'+254", "'-x", "'@a", "'\tb", '-20.00', 'a,b', 'say "hi"', 'two\nlines', ''])
})

test('money to be returned to its payer is listed as a movement of zero with the remaining amount, and is not part of the balance', async () => {
  const other = await nare.bettor(1000)
  const { ledger, db } = nare.app
  for (const [id, kind, amount] of [
    ['come', 'returnable', 30_000n],
    ['gone', 'return', -30_000n],
    ['released', 'return_released', 30_000n],
  ] as const)
    await transact(db, async (tx) => {
      await ledger.lockCash(tx, [other.id])
      const account = (await ledger.returnable(tx, [other.id])).get(other.id) ?? 0n
      const against = { account: ledger.house('provider:mpesa'), amount: money(-amount) }
      await ledger.post(tx, [
        { id, kind, about: 'payment/77', postings: [{ account, amount: money(amount) }, against] },
      ])
    })
  const { body } = await nare.call(calls.transactions, {}, other.token)
  expect(body.data.map(({ kind, amount, balance, returnable }) => [kind, amount, balance, returnable])).toEqual([
    ['return_released', '0.00', '1000.00', { change: '300.00', left: '300.00' }],
    ['return', '0.00', '1000.00', { change: '-300.00', left: '0.00' }],
    ['returnable', '0.00', '1000.00', { change: '300.00', left: '300.00' }],
    ['test_money', '1000.00', '1000.00', null],
  ])
  expect(body.data[0]).toMatchObject({
    description: 'Sending back failed, 300.00',
    about: { type: 'payment', id: '77' },
  })
  expect(body.totals).toEqual({ in: '1000.00', out: '0.00', net: '1000.00' })
  const balances = (await nare.call(identity.balance, {}, other.token)).body.user
  expect(balances).toMatchObject({ balance: '1000.00', returnable: '300.00' })
})
