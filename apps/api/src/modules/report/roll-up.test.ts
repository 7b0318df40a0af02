import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleReports } from '@nare/contract/console-reports'
import { consoleTaxes } from '@nare/contract/console-taxes'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { ownGamesOn } from '#testing/own-games'
import { operatorsOf, operatorToken } from '#testing/operators'
import type { SeededBettor } from '#testing/seed'
import {
  brokenFigures,
  expectFiguresOfLedger,
  followKilled,
  keptFigures,
  slowFigures,
  zone,
} from './testing/figures.ts'

let nare: TestApp
let bets: Bets
let owner: Db
/** Runs during the live delay of each bet. */
let duringDelay: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  nare = await testApp(
    { OPERATORS: operatorsOf({ farida: 'finance' }) },
    { waitForLive: async () => void (await duringDelay()) },
  )
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  bets = betsOn(nare)
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

const { rebuild } = { rebuild: () => nare.app.rollUps.rebuild() }
/** Reads on; the sources to their end. */
async function follow() {
  while ((await nare.app.rollUps.followSources()) === 'more');
  return nare.app.rollUps.follow()
}

const steps = fc.record({
  does: fc.constantFrom('single', 'single', 'single', 'multi', 'live', 'interrupted', 'bonus', 'result', 'correct'),
  who: fc.nat({ max: 2 }),
  match: fc.nat({ max: 3 }),
  shillings: fc.integer({ min: 20, max: 400 }),
  hours: fc.constantFrom(0, 0, 0, 0, 0, 0, 17),
  reads: fc.constantFrom('no', 'yes', 'killed'),
})

/** Four matches of two competitions before their kick-off, and a live one. */
async function openMatches() {
  const before = await Promise.all(
    Array.from({ length: 4 }, (_, n) => nare.match({ competition_name: n < 2 ? 'Cup' : 'League' })),
  )
  const live = await nare.match()
  await bets.drive(live, { state: 'live', minute: 10 })
  return { before, live }
}

/** Three bettors with a session, of whom the first came from an advertisement. */
async function openBettors(): Promise<SeededBettor[]> {
  const bettors = await nare.bettors(3, 400)
  await sql`
    update identity.bettor set utm_source = 'radio', verified_at = coalesce(verified_at, platform.now())
    where id = ${bettors[0]?.id}::bigint`.execute(owner)
  return bettors
}

/** A bet of cash and bonus money whose result is corrected. */
async function correctBonusBet(): Promise<void> {
  const [bettor, match] = [await nare.bettor(400), await nare.match()]
  await bonusesOn(nare).grant(bettor, 200)
  await bets.mustPlace(bettor.token, [pick(match)], { stake: '450' })
  for (const full_time of ['1:0', '0:1']) await bets.result(match, { half_time: '0:0', full_time })
}

/** Plays random steps; the figures equal the ledger after each, as far as they have been read. */
async function play(count: number, seed: number): Promise<void> {
  let [bettors, { before, live }] = [await openBettors(), await openMatches()]
  let resulted: string | undefined
  for (const { does, who, match, shillings, hours, reads } of fc.sample(steps, { numRuns: count, seed })) {
    const [bettor, one, other] = [bettors[who], before[match], before[(match + 1) % before.length]]
    if (!bettor || !one || !other) throw new Error('there are three bettors and four matches')
    const stake = { stake: String(shillings) }
    if (does === 'single') await bets.place(bettor.token, [pick(one)], stake)
    if (does === 'multi') await bets.place(bettor.token, [pick(one), pick(other, '1', 'away_team', '3.60')], stake)
    if (does === 'live' || does === 'interrupted') {
      // The stake of a live bet is read before the bet is placed or refused.
      duringDelay = async () => {
        await follow()
        expect(await brokenFigures(nare.base.db)).toEqual([])
        if (does === 'interrupted') for (const suspend of [true, false]) await bets.drive(live, { suspend })
      }
      await bets.place(bettor.token, [pick(live)], stake)
      duringDelay = async () => undefined
    }
    if (does === 'bonus') await bonusesOn(nare).grant(bettor, shillings)
    if (does === 'result') {
      resulted = one
      before[match] = await nare.match({ competition_name: 'Cup' })
      await bets.result(one, { half_time: '0:0', full_time: '1:0' })
    }
    if (does === 'correct' && resulted !== undefined)
      await bets.result(resulted, { half_time: '0:0', full_time: '0:1' })
    if (reads === 'yes') await follow()
    if (reads === 'killed') await followKilled({ owner, db: nare.base.db }, follow)
    expect(await brokenFigures(nare.base.db)).toEqual([])
    if (hours === 0) continue
    // Sessions and prices of before have expired.
    await nare.app.clock.advance(hours * 3_600)
    ;[bettors, { before, live }] = [await openBettors(), await openMatches()]
  }
  while ((await follow()) !== 'end');
  await expectFiguresOfLedger(nare.base.db)
}

test('after random courses of bets, results and corrections, with killed readers between, the figures equal the ledger and a rebuild', async () => {
  await correctBonusBet()
  await play(40, 11)
  const kept = await keptFigures(nare.base.db)
  expect(kept.play.some((row) => row.includes('"not_placed"'))).toBe(true)
  for (const key of ['"multi"', '"radio"', 'bonus_stake', 'correction']) expect(kept.play.join()).toContain(key)
  await rebuild()
  expect(await keptFigures(nare.base.db)).toEqual(kept)
  await expectFiguresOfLedger(nare.base.db)
})

test('a rebuild while the reader reads and bets are placed ends with the figures of the ledger', async () => {
  const match = await nare.match()
  const one = await nare.bettor(400)
  const placing = (async () => {
    for (let n = 0; n < 20; n++) await bets.place(one.token, [pick(match)], { stake: '20' })
  })()
  await Promise.all([placing, rebuild(), ...Array.from({ length: 4 }, () => follow())])
  while ((await follow()) !== 'end');
  await expectFiguresOfLedger(nare.base.db)
})

test.each([
  [
    'money_day',
    'amount = amount + 1',
    `account = 'house:sports' and kind = 'stake'`,
    'the figures of each account equal its entries',
  ],
  [
    'money_day',
    'day = day - 1000',
    `account = 'house:sports' and kind = 'win'`,
    'the figures of each day equal the hours of the ledger',
  ],
  ['money_day', `kind = 'prize'`, `account = 'house:sandbox'`, 'the figures of each day equal the hours of the ledger'],
  ['play_day', 'amount = amount + 1', `kind = 'win'`, 'the figures of play equal those of the accounts'],
  ['source_day', 'staked = staked + 1', 'true', 'the figures of marketing sources equal the accounts'],
  [
    'bettor_month',
    `month = (month - interval '10 years')::date`,
    'true',
    'the bettors of each day are those who placed a bet',
  ],
  ['active_month', 'days = days # 1', 'days > 1', 'the bettors of each product are those of its places'],
  ['active_day', 'bettors = bettors + 1', `product = ''`, 'the bettors of each day are counted once'],
])('ledger:verify finds an altered row of %s: %s', async (table, change, where, broken) => {
  const alter = (statement: string) => sql.raw(statement).execute(owner)
  await alter(`drop table if exists public.before; create table public.before as select * from report.${table}`)
  await alter(
    `update report.${table} set ${change} where ctid = (select ctid from report.${table} where ${where} limit 1)`,
  )
  expect(await brokenFigures(nare.base.db)).toContain(broken)
  await alter(
    `truncate report.${table}; insert into report.${table} select * from public.before; drop table public.before`,
  )
  expect(await brokenFigures(nare.base.db)).toEqual([])
})

test('the gross result by every key adds up to the ledger, and its bettors are counted once', async () => {
  const { day } = (
    await sql<{ day: string }>`select (platform.now() at time zone ${zone}::text)::date::text as day`.execute(
      nare.base.db,
    )
  ).rows[0] ?? { day: '' }
  const from = new Date(Date.parse(day) - 60 * 86_400_000).toISOString().slice(0, 10)
  const [player, known] = await nare.bettors(2, 400)
  await bets.mustPlace(known?.token ?? '', [pick(await nare.match())], { stake: '50' })
  for (const { token } of [player, known].flatMap((bettor) => bettor ?? []))
    await ownGamesOn(nare).mustBet(token, { game: 'dice', options: { target: '50.5', over: true } }, { stake: '20' })
  while ((await follow()) !== 'end');
  const figures = await slowFigures(nare.base.db)
  const active = figures.bettors.map((row) => JSON.parse(row) as { product: string; bettor_id: number })
  const countOf = (rows: readonly { bettor_id: number }[]) => new Set(rows.map((row) => row.bettor_id)).size
  const bettors = countOf(active)
  const slow = figures.play.map((row) => JSON.parse(row) as { kind: string; amount: number; bets: number })
  const sum = (where: (kind: string) => boolean) =>
    slow.filter(({ kind }) => where(kind)).reduce((total, { amount }) => total + amount, 0)
  const stakes = sum((kind) => kind.includes('stake'))
  const gross = sum(() => true)
  for (const by of ['day', 'product', 'sport', 'competition', 'market', 'source'] as const) {
    const { body } = await nare.call(consoleReports.grossReport, { from, to: day, by }, operatorToken('farida'))
    expect(body).toMatchObject({ equals_ledger: true })
    expect(body.total).toMatchObject({ stakes: (stakes / 100).toFixed(2), gross: (gross / 100).toFixed(2), bettors })
    const total = body.data.reduce((all, row) => all + Math.round(Number(row.gross) * 100), 0)
    expect([by, total]).toEqual([by, gross])
    expect(body.data.reduce((all, row) => all + row.bets, 0)).toBe(
      slow.reduce((all, { bets: placed }) => all + placed, 0),
    )
  }
  const ofProduct = Map.groupBy(active, ({ product }) => product)
  expect(ofProduct.size).toBeGreaterThan(1)
  for (const filter of [{}, ...[...ofProduct.keys()].map((product) => ({ product }))]) {
    const span = { from, to: day, by: 'product', ...filter } as const
    const { body } = await nare.call(consoleReports.grossReport, span, operatorToken('farida'))
    const wanted = [...ofProduct].filter(([product]) => !('product' in filter) || product === filter.product)
    expect(new Map(body.data.map((row) => [row.key, row.bettors]))).toEqual(
      new Map(wanted.map(([product, rows]) => [product, countOf(rows)])),
    )
    expect(body.total.bettors).toBe(countOf(wanted.flatMap(([, rows]) => rows)))
  }
  const named = await nare.call(
    consoleReports.grossReport,
    { from, to: day, by: 'competition' },
    operatorToken('farida'),
  )
  expect(named.body.data.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringContaining('Cup'), 'Several picks', 'Not placed']),
  )
})

test.each(['0001-01-01', '0050-03-01', '1999-12-31', '9999-12-31'])(
  'the reports of %s are answered, or refused by their field',
  async (day) => {
    const span = { from: day, to: day }
    const calls = consoleReports
    const answers = [
      await nare.call(calls.grossReport, { ...span, by: 'day' }, operatorToken('farida')),
      await nare.call(calls.paymentsReport, span, operatorToken('farida')),
      await nare.call(calls.bettorsReport, span, operatorToken('farida')),
      await nare.call(calls.taxReport, span, operatorToken('farida')),
      await nare.call(consoleTaxes.taxLines, span, operatorToken('farida')),
    ]
    const wanted = day < '2000' ? { status: 400, body: { fields: { from: expect.any(String) } } } : { status: 200 }
    for (const answer of answers) expect(answer).toMatchObject(wanted)
    if (day > '2000') expect(answers[0]?.body).toMatchObject({ data: [], total: { bets: 0, stakes: '0.00' } })
    const of = { tax: 'excise', day } as const
    expect(await nare.call(consoleTaxes.taxTransfers, of, operatorToken('farida'))).toMatchObject({ status: 200 })
  },
)

test('a phone number that somebody brought as the source of a sign-up is in no figure', async () => {
  const [bettor] = await openBettors()
  const match = await nare.match()
  if (!bettor) throw new Error('no bettor')
  await sql`
    update identity.bettor set utm_source = ${'sms\u2028-0712345678'} where id = ${bettor.id}::bigint`.execute(owner)
  await bets.mustPlace(bettor.token, [pick(match)])
  await follow()
  const { rows } = await sql<{ source: string }>`select distinct source from report.gross`.execute(owner)
  expect(rows).toContainEqual({ source: 'sms-***' })
  expect(JSON.stringify(rows)).not.toContain('345')
})
