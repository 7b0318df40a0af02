import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleReports as calls } from '@nare/contract/console-reports'
import { money } from '@nare/money/money'
import { openDb, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { operatorsOf } from '#testing/operators'
import { remitTax } from './remit.ts'
import { brokenFigures } from './testing/figures.ts'
import { dayMs, people, taxesOn, tokenOf } from './testing/taxes.ts'

let nare: TestApp
let owner: Db
let of: ReturnType<typeof taxesOn>
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf(people) }, { size: 10 })
  owner = openDb(nare.base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  of = taxesOn(nare, (await nare.bettor(1_000)).id)
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

test('a tax is due on the day of its transfers, declared half an hour after it, and remitted by two people of finance', async () => {
  const day = await of.dayAt()
  await of.deposit(1_000, 50)
  await of.read()
  expect(await of.taxes(day)).toMatchObject({
    data: [{ tax: 'excise', day, due: '50.00', declared: null, remitted: '0.00', open: '50.00' }],
    equals_ledger: true,
  })
  expect(await of.remit({ day })).toMatchObject({
    status: 400,
    body: { fields: { day: 'This day has not ended yet' } },
  })
  await of.declare()
  expect((await of.taxes(day)).data).toMatchObject([{ declared: null }])
  await of.nextDays(1)
  await of.deposit(100, 7)
  await of.read()
  await of.declare()
  await of.declare()
  expect((await of.taxes(day)).data).toMatchObject([{ due: '50.00', declared: '50.00' }])
  expect((await of.remit({ day, amount: '50.01' })).body).toMatchObject({
    fields: { amount: 'At most 50.00 is open for this day' },
  })
  expect((await of.remit({ day: await of.dayAt(-9) })).body).toMatchObject({
    fields: { day: 'Nothing is due for this day' },
  })
  expect((await of.remit({ day, amount: '0' })).status).toBe(400)
  for (const name of ['hawa', 'tom'] as const) expect((await of.remit({ day }, name)).status).toBe(403)
  const paid = { day, amount: '30', reference: 'PRN 1' }
  expect(await of.remit(paid)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect((await of.remit({ ...paid, amount: '20' })).status).toBe(409)
  expect(await of.transfersOf('tax_remittance')).toBe(0)
  expect(await of.remit(paid, 'fatuma')).toMatchObject({
    status: 200,
    body: { state: 'done', due: '50.00', remitted: '30.00' },
  })
  await of.read()
  expect((await of.taxes(day)).data).toMatchObject([
    { due: '50.00', declared: '50.00', remitted: '30.00', open: '20.00' },
  ])
  expect((await nare.app.ledger.houseBalance('bank:main')).toString()).toBe('3000')
  expect(await brokenFigures(nare.base.db)).toEqual([])
})

test('100 identical remittances at once write one, and 100 different ones never pay more than is due', async () => {
  const day = await of.dayAt()
  await of.deposit(1_000, 30)
  await of.nextDays(1)
  await of.read()
  const before = await of.transfersOf('tax_remittance')
  const due = Number((await of.taxes(day)).data[0]?.due)
  const one = { id: randomUUID(), day, amount: '5', reference: 'PRN 2' }
  /** The different answers to a hundred identical calls, but those whose turn did not come in time: they did nothing. */
  const answersOf = async (by: keyof typeof people) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => of.remit(one, by)))
    return new Set(answers.flatMap(({ status, body }) => (status === 503 ? [] : `${status} ${JSON.stringify(body)}`)))
  }
  expect([...(await answersOf('farida'))]).toEqual([expect.stringContaining('202 {"state":"waiting"')])
  const different = await Promise.all(
    Array.from({ length: 20 }, (_, n) => of.remit({ day, amount: String(n + 1), reference: `PRN 3${n}` })),
  )
  expect(new Set(different.flatMap(({ status }) => (status === 503 ? [] : status)))).toEqual(new Set([409]))
  expect([...(await answersOf('fatuma'))]).toEqual([expect.stringContaining('200 {"state":"done"')])
  expect(await of.transfersOf('tax_remittance')).toBe(before + 1)

  const pay = () =>
    transact(nare.app.db, (tx) =>
      remitTax(tx, nare.app, {
        ...{ id: randomUUID(), tax: 'excise', day, amount: money(100n), reference: 'PRN 4', operator: 'farida' },
      }),
    )
  // As many at once as there are connections.
  const lanes = Array.from({ length: 10 }, async () => {
    const paid: Awaited<ReturnType<typeof pay>>[] = []
    while (paid.length < 10) paid.push(await pay())
    return paid
  })
  const all = (await Promise.all(lanes)).flat()
  expect(all.filter(({ ok }) => ok)).toHaveLength(due - 5)
  expect(all.find(({ ok }) => !ok)).toMatchObject({ code: 'invalid_input' })
  await of.read()
  expect((await of.taxes(day)).data).toMatchObject([{ open: '0.00' }])
  expect(await brokenFigures(nare.base.db)).toEqual([])
})

test('the tax on the gross result is due for a month under its last day, rounded down, and nothing for a month that lost', async () => {
  const bets = betsOn(nare)
  const mustPlace = async (match: string, stake: string) =>
    bets.mustPlace((await nare.bettor(1_000)).token, [pick(match)], { stake })
  const monthEnd = async () => {
    const [year = 0, month = 0] = (await of.dayAt()).split('-').map(Number)
    return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  }
  const daysUntilNext = async () => (Date.parse(await monthEnd()) - Date.parse(await of.dayAt())) / dayMs + 1
  await of.nextDays(await daysUntilNext())
  const lost = await monthEnd()
  const match = await nare.match()
  await mustPlace(match, '100')
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  await of.nextDays(await daysUntilNext())
  const won = await monthEnd()
  await mustPlace(await nare.match(), '33.33')
  await of.nextDays(await daysUntilNext())
  await of.read()
  expect((await of.taxes(lost, 'gross')).data).toMatchObject([{ due: '0.00', percent: '15', basis: '-110.00' }])
  const [row] = (await of.taxes(won, 'gross')).data
  const basis = BigInt((row?.basis ?? '').replace('.', ''))
  expect(BigInt((row?.due ?? '').replace('.', ''))).toBe((basis * 15n) / 100n)
  await of.declare()
  expect((await of.taxes(won, 'gross')).data).toMatchObject([{ declared: row?.due }])
  const middle = `${won.slice(0, 8)}15`
  expect((await of.remit({ tax: 'gross', day: middle })).body).toMatchObject({
    fields: { day: 'Nothing is due for this month. Name its last day' },
  })
  const paid = { tax: 'gross' as const, day: won, amount: '1', reference: 'PRN 9' }
  await of.remit(paid)
  expect(await of.remit(paid, 'fatuma')).toMatchObject({ status: 200, body: { remitted: '1.00' } })
})

test('payments, funds and bettors are those of the ledger, also as files, and only for those who read reports', async () => {
  const day = await of.dayAt()
  await of.deposit(500, 25)
  await of.read()
  const span = { from: day, to: day }
  expect((await nare.call(calls.paymentsReport, span, tokenOf('hawa'))).body).toMatchObject({
    data: [
      {
        day,
        provider: 'mpesa',
        deposits: 1,
        deposited: '500.00',
        withdrawals: 0,
        withdrawn: '0.00',
        sent_back: '0.00',
        net: '500.00',
      },
    ],
    waiting: { count: 0, oldest_at: null },
    unpaid: { count: 0, oldest_at: null, late: false },
    prizes: { count: 0, oldest_at: null, late: false },
    equals_ledger: true,
  })
  const { rows } = await sql<{ cash: bigint }>`
    select sum(balance)::bigint as cash from ledger.account where kind = 'cash'`.execute(nare.base.db)
  const funds = (await nare.call(calls.fundsReport, {}, tokenOf('hawa'))).body
  expect(funds).toMatchObject({ equals_ledger: true, covered: false })
  expect(funds.owed.replace('.', '')).toBe(rows[0]?.cash.toString())
  expect(funds.lines.find(({ name }) => name === 'bank')?.amount).toBe(funds.bank)
  expect((await nare.call(calls.bettorsReport, span, tokenOf('hawa'))).body).toMatchObject({
    data: [{ day, depositors: 1, deposited: '500.00' }],
    total: { depositors: 1 },
  })
  const wrong = { from: day, to: await of.dayAt(-1) }
  expect(await nare.call(calls.bettorsReport, wrong, tokenOf('hawa'))).toMatchObject({
    status: 400,
    body: { fields: { to: 'Not before the first day' } },
  })
  const query = `?from=${day}&to=${day}`
  const files = {
    'reports/gross': `${query}&by=day`,
    'reports/payments': query,
    'reports/funds': '',
    'reports/bettors': query,
    'reports/tax': query,
  }
  for (const [path, asked] of Object.entries(files)) {
    const get = (name: keyof typeof people) =>
      nare.app.app.inject({
        url: `/v1/operator/${path}.csv${asked}`,
        headers: { authorization: `Bearer ${tokenOf(name)}` },
      })
    const file = await get('hawa')
    expect([path, file.statusCode, file.body.trim().split('\n').length > 1]).toEqual([
      path,
      200,
      path !== 'reports/gross',
    ])
    expect((await get('tom')).statusCode).toBe(403)
  }
})

test('the role nare_report reads every documented view and nothing else, and no view names a person', async () => {
  const asReport = <T extends object>(text: string) =>
    transact(owner, async (tx) => {
      await sql`set local role nare_report`.execute(tx)
      return (await sql.raw<T>(text).execute(tx)).rows
    })
  const { rows: views } = await sql<{ name: string; columns: string[]; about: string | null }>`
    select c.relname as name, array_agg(a.attname::text) as columns, obj_description(c.oid) as about
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'report'::regnamespace and c.relkind = 'v' group by c.oid, c.relname`.execute(nare.base.db)
  expect(views.map(({ name }) => name).toSorted()).toEqual([
    'accounts',
    'bettors',
    'gross',
    'payments',
    'tax_days',
    'taxes',
  ])
  for (const { name, columns, about } of views) {
    expect((await asReport(`select * from report.${name}`)).length).toBeGreaterThan(0)
    expect(about).toMatch(/\w/)
    expect(columns.join(' ')).not.toMatch(/bettor_id|owner|name|msisdn|phone|email|document/)
  }
  const [sums] = await asReport<{ stakes: string; gross: string }>(
    'select sum(stakes)::text as stakes, sum(gross)::text as gross from report.gross',
  )
  const [accounts] = await asReport<{ balance: string }>(
    `select balance::text from report.accounts where account = 'house:sports'`,
  )
  expect(sums?.gross).toBe(accounts?.balance)
  for (const text of [
    'select * from report.bettor_month',
    'select * from report.active_month',
    'select * from report.remittance',
    'select * from ledger.account',
    'select * from identity.bettor',
    'delete from report.gross',
    `insert into report.place (product, sport, competition, market, source) values ('a', 'a', 'a', 'a', 'a')`,
  ])
    await expect(asReport(text)).rejects.toThrow(/permission denied|cannot delete/)
})
