import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleReports as calls } from '@nare/contract/console-reports'
import { consoleTaxes } from '@nare/contract/console-taxes'
import { consoleToday } from '@nare/contract/console-today'
import { sandbox } from '@nare/contract/sandbox'
import type { Sent } from '@nare/contract/route'
import { money } from '@nare/money/money'
import { openDb, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { remitTax } from './remit.ts'
import { brokenFigures, zone } from './testing/figures.ts'

const people = { farida: 'finance', fatuma: 'finance', hawa: 'auditor', tom: 'trader' } as const
const tokenOf = (name: keyof typeof people): string => operatorToken(name)
const reason = 'paid at the bank'
const dayMs = 86_400_000
const alertNumber = '0799000111'

let nare: TestApp
let owner: Db
let bettor: bigint
let made = 0
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf(people), OPERATOR_ALERT_NUMBERS: alertNumber }, { size: 10 })
  owner = openDb(nare.base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  bettor = (await nare.bettor(1_000)).id
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

/** A deposit of so many shillings, of which a part is excise. */
async function deposit(shillings: number, excise: number): Promise<void> {
  const { ledger } = nare.app
  const one = {
    ...{ id: `deposit-${made++}`, kind: 'deposit' as const, bettor, against: ledger.house('provider:mpesa') },
    amount: money(BigInt(shillings - excise) * 100n),
    also: [{ account: ledger.house('tax:excise'), amount: money(BigInt(excise) * 100n) }],
  }
  await transact(nare.base.db, (tx) => ledger.credit(tx, [one]))
}

/** The day of the country so many days from now. */
async function dayAt(days = 0): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((platform.now() at time zone ${zone}::text)::date + ${days}::int)::text as day`.execute(nare.base.db)
  return rows[0]?.day ?? ''
}
async function nextDays(days: number): Promise<void> {
  await nare.app.clock.advance(days * 86_400)
}
async function read(): Promise<void> {
  await nare.app.ledger.sumHouseFlow()
  while ((await nare.app.rollUps.follow()) !== 'end');
}
const job = (name: string) =>
  nare.app
    .jobs()
    .find((one) => one.name === name)
    ?.run()
const declare = () => job('tax declarations')

const remit = (given: Partial<Sent<typeof calls.remitTax>> & { day: string }, by: keyof typeof people = 'farida') =>
  nare.call(
    calls.remitTax,
    { id: randomUUID(), tax: 'excise', amount: '10', reference: 'PRN 77', reason, ...given },
    tokenOf(by),
  )
const taxes = async (day: string, tax: 'excise' | 'gross' = 'excise') =>
  (await nare.call(calls.taxReport, { from: day, to: day, tax }, tokenOf('hawa'))).body
const transfersOf = async (kind: string): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from ledger.transfer where kind = ${kind}`.execute(
      nare.base.db,
    )
  ).rows[0]?.count ?? 0

test('a tax is due on the day of its transfers, declared half an hour after it, and remitted by two people of finance', async () => {
  const day = await dayAt()
  await deposit(1_000, 50)
  await read()
  expect(await taxes(day)).toMatchObject({
    data: [{ tax: 'excise', day, due: '50.00', declared: null, remitted: '0.00', open: '50.00' }],
    equals_ledger: true,
  })
  expect(await remit({ day })).toMatchObject({ status: 400, body: { fields: { day: 'This day has not ended yet' } } })
  await declare()
  expect((await taxes(day)).data).toMatchObject([{ declared: null }])
  await nextDays(1)
  await deposit(100, 7)
  await read()
  await declare()
  await declare()
  expect((await taxes(day)).data).toMatchObject([{ due: '50.00', declared: '50.00' }])
  expect((await remit({ day, amount: '50.01' })).body).toMatchObject({
    fields: { amount: 'At most 50.00 is open for this day' },
  })
  expect((await remit({ day: await dayAt(-9) })).body).toMatchObject({ fields: { day: 'Nothing is due for this day' } })
  expect((await remit({ day, amount: '0' })).status).toBe(400)
  for (const name of ['hawa', 'tom'] as const) expect((await remit({ day }, name)).status).toBe(403)
  const paid = { day, amount: '30', reference: 'PRN 1' }
  expect(await remit(paid)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect((await remit({ ...paid, amount: '20' })).status).toBe(409)
  expect(await transfersOf('tax_remittance')).toBe(0)
  expect(await remit(paid, 'fatuma')).toMatchObject({
    status: 200,
    body: { state: 'done', due: '50.00', remitted: '30.00' },
  })
  await read()
  expect((await taxes(day)).data).toMatchObject([{ due: '50.00', declared: '50.00', remitted: '30.00', open: '20.00' }])
  expect((await nare.app.ledger.houseBalance('bank:main')).toString()).toBe('3000')
  expect(await brokenFigures(nare.base.db)).toEqual([])
})

/** Moves the clock to so many hours after the beginning of the next day of the country. */
async function nextDayAt(hours: number): Promise<void> {
  const offsetMs = 3 * 3_600_000
  const next = (Math.floor((nare.app.clock.now() + offsetMs) / dayMs) + 1) * dayMs - offsetMs
  await nare.app.clock.advance((next - nare.app.clock.now()) / 1_000 + hours * 3_600)
}

test('a declared tax that is not remitted is reported at one, is late at seven, and the remittance ends that', async () => {
  const day = await dayAt()
  await deposit(1_000, 50)
  const told = async (): Promise<string[]> => {
    await job('alerts of today')
    const { sms } = (await nare.call(sandbox.phone, { msisdn: alertNumber })).body
    return sms.map(({ text }) => text).filter((text) => text.startsWith('Taxes') && text.includes(day))
  }
  const health = async () =>
    (await nare.call(consoleToday.today, {}, tokenOf('hawa'))).body.health.find(({ name }) => name === 'taxes')
  await nextDayAt(0.75)
  await read()
  await declare()
  expect(await told()).toEqual([])
  await nare.app.clock.advance(1_200)
  expect(await told()).toEqual([expect.stringMatching(/not remitted\. Pay the revenue authority/)])
  await nare.app.clock.advance(6 * 3_600)
  expect(await told()).toHaveLength(2)
  expect(await told()).toContainEqual(expect.stringMatching(/The time for it is over/))
  expect(await health()).toMatchObject({ state: 'down', detail: expect.stringContaining(day) })
  const paid = { day, amount: (await taxes(day)).data[0]?.open ?? '', reference: 'PRN 50' }
  await remit(paid)
  expect(await remit(paid, 'fatuma')).toMatchObject({ status: 200 })
  expect((await health())?.detail).not.toContain(day)
  expect(await told()).toHaveLength(2)
})

test('a tax is the sum of its transfers, and the return of a month has the gross result of each product', async () => {
  const day = await dayAt()
  for (const excise of [11, 13]) await deposit(300, excise)
  await read()
  const of = { tax: 'excise', day } as const
  const lines = (await nare.call(consoleTaxes.taxLines, { from: day, to: day, tax: 'excise' }, tokenOf('hawa'))).body
  expect(lines).toMatchObject({
    data: [{ day, tax: 'excise', kind: 'deposit', transfers: 2, amount: '24.00' }],
    ...{ total: '24.00', equals_ledger: true },
  })
  expect((await taxes(day)).data).toMatchObject([{ due: '24.00' }])
  const first = (await nare.call(consoleTaxes.taxTransfers, { ...of, limit: 1 }, tokenOf('hawa'))).body
  expect(first.data).toMatchObject([{ kind: 'deposit', amount: '13.00', bettor_id: `${bettor}` }])
  const next = { ...of, limit: 1, after: first.meta.next ?? '' }
  const second = (await nare.call(consoleTaxes.taxTransfers, next, tokenOf('hawa'))).body
  expect(second).toMatchObject({ data: [{ amount: '11.00' }], meta: { page: 1 } })
  expect(second.meta.next).toBeUndefined()
  await betsOn(nare).mustPlace((await nare.bettor(1_000)).token, [pick(await nare.match())], { stake: '70' })
  await read()
  const month = day.slice(0, 7)
  const sums = (await nare.call(consoleTaxes.grossReturn, { month }, tokenOf('hawa'))).body
  const gross = (await nare.call(calls.grossReport, { from: day, to: day, by: 'day' }, tokenOf('hawa'))).body
  expect(gross).toMatchObject({ total: { gross_before: expect.any(String), gross_year_before: null } })
  expect(sums).toMatchObject({ data: [{ product: 'sports' }], percent: '15', equals_ledger: true })
  const [row] = (await taxes(sums.day, 'gross')).data
  expect(sums).toMatchObject({ due: row?.due, total: { gross: row?.basis } })
  const files = {
    lines: `from=${day}&to=${day}`,
    transfers: `tax=excise&day=${day}`,
    month: `month=${month}`,
  }
  for (const [name, query] of Object.entries(files)) {
    const url = `/v1/operator/reports/tax/${name}.csv?${query}`
    const get = (by: keyof typeof people) =>
      nare.app.app.inject({ url, headers: { authorization: `Bearer ${tokenOf(by)}` } })
    const file = await get('hawa')
    expect([name, file.statusCode, file.body.trim().split('\n').length]).toEqual([name, 200, name === 'lines' ? 2 : 3])
    expect((await get('tom')).statusCode).toBe(403)
  }
})

test('the gross result stands beside that of the days before and of a year before', async () => {
  const place = async (stake: string) =>
    betsOn(nare).mustPlace((await nare.bettor(1_000)).token, [pick(await nare.match())], { stake })
  const earlier = async (day: string) =>
    (await nare.call(calls.grossReport, { from: day, to: day, by: 'product' }, tokenOf('hawa'))).body
  await nextDays(10)
  const first = await dayAt()
  await place('41')
  await nextDays(1)
  await place('60')
  await read()
  const before = await earlier(first)
  const after = await earlier(await dayAt())
  expect(after.data).toMatchObject([{ key: 'sports', gross_before: before.data[0]?.gross, gross_year_before: null }])
  expect(after.total.gross_before).toBe(before.total.gross)
  const year = (Date.parse(`${Number(first.slice(0, 4)) + 1}${first.slice(4)}`) - Date.parse(first)) / dayMs
  await nextDays(year - 1)
  await place('70')
  await read()
  expect(await dayAt()).toBe(`${Number(first.slice(0, 4)) + 1}${first.slice(4)}`)
  expect((await earlier(await dayAt())).data).toMatchObject([
    { gross_before: '0.00', gross_year_before: before.data[0]?.gross },
  ])
})

test('100 identical remittances at once write one, and 100 different ones never pay more than is due', async () => {
  const day = await dayAt()
  await deposit(1_000, 30)
  await nextDays(1)
  await read()
  const before = await transfersOf('tax_remittance')
  const due = Number((await taxes(day)).data[0]?.due)
  const one = { id: randomUUID(), day, amount: '5', reference: 'PRN 2' }
  /** The different answers to a hundred identical calls, but those whose turn did not come in time: they did nothing. */
  const answersOf = async (by: keyof typeof people) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => remit(one, by)))
    return new Set(answers.flatMap(({ status, body }) => (status === 503 ? [] : `${status} ${JSON.stringify(body)}`)))
  }
  expect([...(await answersOf('farida'))]).toEqual([expect.stringContaining('202 {"state":"waiting"')])
  const different = await Promise.all(
    Array.from({ length: 20 }, (_, n) => remit({ day, amount: String(n + 1), reference: `PRN 3${n}` })),
  )
  expect(new Set(different.flatMap(({ status }) => (status === 503 ? [] : status)))).toEqual(new Set([409]))
  expect([...(await answersOf('fatuma'))]).toEqual([expect.stringContaining('200 {"state":"done"')])
  expect(await transfersOf('tax_remittance')).toBe(before + 1)

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
  await read()
  expect((await taxes(day)).data).toMatchObject([{ open: '0.00' }])
  expect(await brokenFigures(nare.base.db)).toEqual([])
})

test('the tax on the gross result is due for a month under its last day, rounded down, and nothing for a month that lost', async () => {
  const bets = betsOn(nare)
  const mustPlace = async (match: string, stake: string) =>
    bets.mustPlace((await nare.bettor(1_000)).token, [pick(match)], { stake })
  const monthEnd = async () => {
    const [year = 0, month = 0] = (await dayAt()).split('-').map(Number)
    return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  }
  const daysUntilNext = async () => (Date.parse(await monthEnd()) - Date.parse(await dayAt())) / dayMs + 1
  await nextDays(await daysUntilNext())
  const lost = await monthEnd()
  const match = await nare.match()
  await mustPlace(match, '100')
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  await nextDays(await daysUntilNext())
  const won = await monthEnd()
  await mustPlace(await nare.match(), '33.33')
  await nextDays(await daysUntilNext())
  await read()
  expect((await taxes(lost, 'gross')).data).toMatchObject([{ due: '0.00', percent: '15', basis: '-110.00' }])
  const [row] = (await taxes(won, 'gross')).data
  const basis = BigInt((row?.basis ?? '').replace('.', ''))
  expect(BigInt((row?.due ?? '').replace('.', ''))).toBe((basis * 15n) / 100n)
  await declare()
  expect((await taxes(won, 'gross')).data).toMatchObject([{ declared: row?.due }])
  const middle = `${won.slice(0, 8)}15`
  expect((await remit({ tax: 'gross', day: middle })).body).toMatchObject({
    fields: { day: 'Nothing is due for this month. Name its last day' },
  })
  const paid = { tax: 'gross' as const, day: won, amount: '1', reference: 'PRN 9' }
  await remit(paid)
  expect(await remit(paid, 'fatuma')).toMatchObject({ status: 200, body: { remitted: '1.00' } })
})

test('payments, funds and bettors are those of the ledger, also as files, and only for those who read reports', async () => {
  const day = await dayAt()
  await deposit(500, 25)
  await read()
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
  const wrong = { from: day, to: await dayAt(-1) }
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
    'select * from report.remittance',
    'select * from ledger.account',
    'select * from identity.bettor',
    'delete from report.gross',
    `insert into report.place (product, sport, competition, market, source) values ('a', 'a', 'a', 'a', 'a')`,
  ])
    await expect(asReport(text)).rejects.toThrow(/permission denied|cannot delete/)
})
