import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { consoleReports as calls } from '@nare/contract/console-reports'
import { consoleTaxes } from '@nare/contract/console-taxes'
import { consoleToday } from '@nare/contract/console-today'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { operatorsOf } from '#testing/operators'
import { zone } from './testing/figures.ts'
import { dayMs, people, taxesOn, tokenOf } from './testing/taxes.ts'
import { unpaidTaxes } from './unpaid.ts'

const times = { fileAt: 30, alertAt: 60, lateAt: 420, grossDay: 20 }
const alertNumber = '0799000111'

let nare: TestApp
let bettor: bigint
let of: ReturnType<typeof taxesOn>
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf(people), OPERATOR_ALERT_NUMBERS: alertNumber })
  bettor = (await nare.bettor(1_000)).id
  of = taxesOn(nare, bettor)
})
afterAll(() => nare.close())

/** Moves the clock to so many hours after the beginning of the next day of the country. */
async function nextDayAt(hours: number): Promise<void> {
  const offsetMs = 3 * 3_600_000
  const next = (Math.floor((nare.app.clock.now() + offsetMs) / dayMs) + 1) * dayMs - offsetMs
  await nare.app.clock.advance((next - nare.app.clock.now()) / 1_000 + hours * 3_600)
}

test('a declared tax that is not remitted is reported at one, is late at seven, and the remittance ends that', async () => {
  const day = await of.dayAt()
  await of.deposit(1_000, 50)
  const told = async (): Promise<string[]> => {
    await of.job('alerts of today')
    const { sms } = (await nare.call(sandbox.phone, { msisdn: alertNumber })).body
    return sms.map(({ text }) => text).filter((text) => text.startsWith('Taxes') && text.includes(day))
  }
  const health = async () =>
    (await nare.call(consoleToday.today, {}, tokenOf('hawa'))).body.health.find(({ name }) => name === 'taxes')
  await nextDayAt(0.75)
  await of.read()
  await of.declare()
  expect(await told()).toEqual([])
  await nare.app.clock.advance(1_200)
  expect(await told()).toEqual([expect.stringMatching(/not remitted\. Pay the revenue authority/)])
  await nare.app.clock.advance(6 * 3_600)
  expect(await told()).toHaveLength(2)
  expect(await told()).toContainEqual(expect.stringMatching(/The time for it is over/))
  expect(await health()).toMatchObject({ state: 'down', detail: expect.stringContaining(day) })
  const paid = { day, amount: (await of.taxes(day)).data[0]?.open ?? '', reference: 'PRN 50' }
  await of.remit(paid)
  expect(await of.remit(paid, 'fatuma')).toMatchObject({ status: 200 })
  expect((await health())?.detail).not.toContain(day)
  expect(await told()).toHaveLength(2)
})

test('what a day gave back is set off against the next one, and only the rest is reported as not remitted', async () => {
  const unpaid = async (day: string) =>
    (await unpaidTaxes(nare.base.db, { zone, times })).find((one) => one.day === day)?.open
  const [given, taken] = [await of.dayAt(), await of.dayAt(1)]
  await of.deposit(300, -20)
  await nextDayAt(1)
  await of.deposit(300, 30)
  await nextDayAt(2)
  await of.read()
  await of.declare()
  expect((await of.taxes(given)).data).toMatchObject([{ declared: '-20.00', open: '-20.00' }])
  expect([await unpaid(given), await unpaid(taken)]).toEqual([undefined, 1_000n])
  const paid = { day: taken, amount: '10', reference: 'PRN 51' }
  await of.remit(paid)
  expect(await of.remit(paid, 'fatuma')).toMatchObject({ status: 200 })
  expect(await unpaid(taken)).toBeUndefined()
  await of.deposit(300, 40)
  const later = await of.dayAt()
  await nextDayAt(2)
  await of.read()
  await of.declare()
  expect(await unpaid(later)).toBe(4_000n)
  const whole = { day: later, amount: '40', reference: 'PRN 52' }
  await of.remit(whole)
  expect(await of.remit(whole, 'fatuma')).toMatchObject({ status: 200 })
})

test('a tax is the sum of its transfers, and the return of a month has the gross result of each product', async () => {
  const day = await of.dayAt()
  for (const excise of [11, 13]) await of.deposit(300, excise)
  await of.read()
  const ofDay = { tax: 'excise', day } as const
  const lines = (await nare.call(consoleTaxes.taxLines, { from: day, to: day, tax: 'excise' }, tokenOf('hawa'))).body
  expect(lines).toMatchObject({
    data: [{ day, tax: 'excise', kind: 'deposit', transfers: 2, amount: '24.00' }],
    ...{ total: '24.00', equals_ledger: true },
  })
  expect((await of.taxes(day)).data).toMatchObject([{ due: '24.00' }])
  const first = (await nare.call(consoleTaxes.taxTransfers, { ...ofDay, limit: 1 }, tokenOf('hawa'))).body
  expect(first.data).toMatchObject([{ kind: 'deposit', amount: '13.00', bettor_id: `${bettor}` }])
  const next = { ...ofDay, limit: 1, after: first.meta.next ?? '' }
  const second = (await nare.call(consoleTaxes.taxTransfers, next, tokenOf('hawa'))).body
  expect(second).toMatchObject({ data: [{ amount: '11.00' }], meta: { page: 1 } })
  expect(second.meta.next).toBeUndefined()
  await betsOn(nare).mustPlace((await nare.bettor(1_000)).token, [pick(await nare.match())], { stake: '70' })
  await of.read()
  const month = day.slice(0, 7)
  const sums = (await nare.call(consoleTaxes.grossReturn, { month }, tokenOf('hawa'))).body
  const gross = (await nare.call(calls.grossReport, { from: day, to: day, by: 'day' }, tokenOf('hawa'))).body
  expect(gross).toMatchObject({ total: { gross_before: expect.any(String), gross_year_before: null } })
  expect(sums).toMatchObject({ data: [{ product: 'sports' }], percent: '15', equals_ledger: true })
  const [row] = (await of.taxes(sums.day, 'gross')).data
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

/** The results of each day of the house in cents, added up entry by entry from the ledger alone. */
async function slowDays(): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ at: Date; kind: string; name: string | null; amount: bigint }>`
    select t.at, t.kind, a.name, e.amount from ledger.transfer t
      join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id order by t.no`.execute(
    nare.base.db,
  )
  const days = new Map<string, bigint>()
  for (const { at, kind, name, amount } of rows) {
    if (name !== 'house:sports' || !/^(bonus_)?(stake|stake_released|win|refund|cash_out|correction)$/.test(kind))
      continue
    const day = new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
    days.set(day, (days.get(day) ?? 0n) + amount)
  }
  return days
}

const cents = (text: string | undefined): bigint => BigInt((text ?? '').replace('.', ''))
const lastDay = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

test('days that lost are set off against the others of their month alone, as a slow sum of the ledger says', async () => {
  const bets = betsOn(nare)
  const today = await of.dayAt()
  await of.nextDays((Date.parse(lastDay(today)) - Date.parse(today)) / dayMs + 1)
  const first = await of.dayAt()
  /** Stakes by day, lost if positive. The first month loses although most of its days win; the second wins although one day lost more than any other won. */
  const months = [
    [40, 50, 0, -300, 60.07],
    [300, -200, 33.33, 120.01, -20],
  ]
  for (const stakes of months) {
    for (const stake of stakes) {
      if (stake !== 0) {
        const match = await nare.match()
        await bets.mustPlace((await nare.bettor(1_000)).token, [pick(match)], { stake: String(Math.abs(stake)) })
        await bets.result(match, { half_time: '0:0', full_time: stake > 0 ? '0:1' : '1:0' })
      }
      await of.nextDays(3)
    }
    const day = await of.dayAt()
    await of.nextDays((Date.parse(lastDay(day)) - Date.parse(day)) / dayMs + 1)
  }
  await of.read()
  const slow = await slowDays()
  const ends = [lastDay(first), lastDay(new Date(Date.parse(lastDay(first)) + dayMs).toISOString())]
  const sums = ends.map((end) =>
    [...slow].filter(([day]) => day.slice(0, 7) === end.slice(0, 7)).reduce((sum, [, amount]) => sum + amount, 0n),
  )
  expect(sums.map((sum) => sum > 0n)).toEqual([false, true])
  for (const [at, end] of ends.entries()) {
    const [row] = (await of.taxes(end, 'gross')).data
    const sum = sums[at] ?? 0n
    expect([end, cents(row?.basis ?? ''), cents(row?.due)]).toEqual([end, sum, sum > 0n ? (sum * 15n) / 100n : 0n])
    const span = { from: `${end.slice(0, 7)}-01`, to: end, by: 'day' } as const
    const report = (await nare.call(calls.grossReport, span, tokenOf('hawa'))).body
    for (const { key, gross } of report.data) expect([key, cents(gross)]).toEqual([key, slow.get(key) ?? 0n])
    expect(cents(report.total.gross)).toBe(sum)
  }
  await of.declare()
  const [lost, won] = await Promise.all(ends.map(async (end) => (await of.taxes(end, 'gross')).data[0]))
  expect([lost?.declared, won?.declared]).toEqual([null, won?.due])
})

test('the gross result stands beside that of the days before and of a year before', async () => {
  const place = async (stake: string) =>
    betsOn(nare).mustPlace((await nare.bettor(1_000)).token, [pick(await nare.match())], { stake })
  const earlier = async (day: string) =>
    (await nare.call(calls.grossReport, { from: day, to: day, by: 'product' }, tokenOf('hawa'))).body
  await of.nextDays(10)
  const first = await of.dayAt()
  await place('41')
  await of.nextDays(1)
  await place('60')
  await of.read()
  const before = await earlier(first)
  const after = await earlier(await of.dayAt())
  expect(after.data).toMatchObject([{ key: 'sports', gross_before: before.data[0]?.gross, gross_year_before: null }])
  expect(after.total.gross_before).toBe(before.total.gross)
  const year = (Date.parse(`${Number(first.slice(0, 4)) + 1}${first.slice(4)}`) - Date.parse(first)) / dayMs
  await of.nextDays(year - 1)
  await place('70')
  await of.read()
  expect(await of.dayAt()).toBe(`${Number(first.slice(0, 4)) + 1}${first.slice(4)}`)
  expect((await earlier(await of.dayAt())).data).toMatchObject([
    { gross_before: '0.00', gross_year_before: before.data[0]?.gross },
  ])
})
