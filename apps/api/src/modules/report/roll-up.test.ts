import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleReports } from '@nare/contract/console-reports'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { operatorsOf, operatorToken } from '#testing/operators'
import type { SeededBettor } from '#testing/seed'
import { brokenFigures, expectFiguresOfLedger, followKilled, keptFigures, slowFigures, zone } from './testing.ts'

let nare: TestApp
let bets: Bets
let owner: Db
let bettors: SeededBettor[]
/** Runs during the live delay of each bet. */
let duringDelay: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  nare = await testApp(
    { OPERATORS: operatorsOf({ farida: 'finance' }) },
    { waitForLive: async () => void (await duringDelay()) },
  )
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  bets = betsOn(nare)
  bettors = await nare.bettors(3, 400)
  await sql`update identity.bettor set utm_source = 'radio', verified_at = coalesce(verified_at, platform.now()) where id = ${bettors[0]?.id}::bigint`.execute(
    owner,
  )
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

const { follow, rebuild } = { follow: () => nare.app.rollUps.follow(), rebuild: () => nare.app.rollUps.rebuild() }

const steps = fc.record({
  does: fc.constantFrom('single', 'multi', 'live', 'interrupted', 'bonus', 'result', 'correct'),
  who: fc.nat({ max: 2 }),
  match: fc.nat({ max: 3 }),
  shillings: fc.integer({ min: 20, max: 400 }),
  hours: fc.constantFrom(0, 0, 0, 5, 20),
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

/** Plays random steps; the figures equal the ledger after each, as far as they have been read. */
async function play(count: number, seed: number): Promise<void> {
  let { before, live } = await openMatches()
  const seen = [...before]
  for (const { does, who, match, shillings, hours, reads } of fc.sample(steps, { numRuns: count, seed })) {
    const bettor = bettors[who]
    const [one = live, other = live] = [before[match], before[(match + 1) % before.length]]
    if (!bettor) throw new Error('three bettors were seeded')
    const stake = { stake: String(shillings) }
    const result = (full_time: string) => bets.result(seen[match % seen.length] ?? one, { half_time: '0:0', full_time })
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
    if (does === 'result') await result('1:0')
    if (does === 'correct') await result('0:1')
    if (reads === 'yes') await follow()
    if (reads === 'killed') await followKilled(owner, follow)
    expect(await brokenFigures(nare.base.db)).toEqual([])
    if (hours === 0) continue
    // A later hour has other matches: nobody bets on prices that no feed has confirmed since.
    await nare.app.clock.advance(hours * 3_600)
    ;({ before, live } = await openMatches())
    seen.unshift(...before.slice(0, 1))
  }
  while ((await follow()) !== 'end');
  await expectFiguresOfLedger(nare.base.db)
}

test('after random courses of bets, results and corrections, with killed readers between, the figures equal the ledger and a rebuild', async () => {
  await play(45, 11)
  const kept = await keptFigures(nare.base.db)
  expect(kept.play.some((row) => row.includes('"not_placed"'))).toBe(true)
  for (const key of ['"multi"', '"radio"', 'bonus_stake', 'correction']) expect(kept.play.join()).toContain(key)
  await rebuild()
  expect(await keptFigures(nare.base.db)).toEqual(kept)
  await expectFiguresOfLedger(nare.base.db)
})

test('a rebuild while the reader reads and bets are placed ends with the figures of the ledger', async () => {
  const match = await nare.match()
  const [one] = bettors
  if (!one) throw new Error('bettors were seeded')
  const placing = (async () => {
    for (let n = 0; n < 20; n++) await bets.place(one.token, [pick(match)], { stake: '20' })
  })()
  await Promise.all([placing, rebuild(), ...Array.from({ length: 4 }, () => follow())])
  while ((await follow()) !== 'end');
  await expectFiguresOfLedger(nare.base.db)
})

test('ledger:verify finds an altered figure of every kind', async () => {
  const alter = (statement: string) => sql.raw(statement).execute(owner)
  const undone = async (change: string, back: string, broken: string) => {
    await alter(change)
    expect(await brokenFigures(nare.base.db)).toContain(broken)
    await alter(back)
    expect(await brokenFigures(nare.base.db)).toEqual([])
  }
  const one = (table: string, where: string) => `ctid = (select ctid from report.${table} where ${where} limit 1)`
  const money = one('money_day', `account = 'house:sports' and kind = 'stake'`)
  const days = 'the figures of each day equal the hours of the ledger'
  await undone(
    `update report.money_day set amount = amount + 1 where ${money}`,
    `update report.money_day set amount = amount - 1 where account = 'house:sports' and kind = 'stake' and ctid = (select max(ctid) from report.money_day)`,
    'the figures of each account equal its entries',
  )
  await undone(
    `update report.money_day set day = day - 1000 where ${one('money_day', `account = 'house:sports' and kind = 'win'`)}`,
    `update report.money_day set day = day + 1000 where day < date '2025-01-01'`,
    days,
  )
  await undone(
    `update report.play_day set amount = amount + 1 where ${one('play_day', `kind = 'win'`)}`,
    `update report.play_day set amount = amount - 1 where ctid = (select max(ctid) from report.play_day)`,
    'the figures of play equal those of the accounts',
  )
  await undone(
    `update report.bettor_month set month = (month - interval '10 years')::date where ${one('bettor_month', 'true')}`,
    `update report.bettor_month set month = (month + interval '10 years')::date where month < date '2020-01-01'`,
    'the bettors of each day are those who placed a bet',
  )
})

test('the gross result by every key adds up to the ledger, and its bettors are counted once', async () => {
  const { day } = (
    await sql<{ day: string }>`select (platform.now() at time zone ${zone}::text)::date::text as day`.execute(
      nare.base.db,
    )
  ).rows[0] ?? { day: '' }
  const from = new Date(Date.parse(day) - 60 * 86_400_000).toISOString().slice(0, 10)
  const slow = (await slowFigures(nare.base.db)).play.map(
    (row) => JSON.parse(row) as { kind: string; amount: number; bets: number },
  )
  const sum = (where: (kind: string) => boolean) =>
    slow.filter(({ kind }) => where(kind)).reduce((total, { amount }) => total + amount, 0)
  const stakes = sum((kind) => kind.includes('stake'))
  const gross = sum(() => true)
  for (const by of ['day', 'product', 'sport', 'competition', 'market', 'source'] as const) {
    const { body } = await nare.call(consoleReports.grossReport, { from, to: day, by }, operatorToken('farida'))
    expect(body).toMatchObject({ equals_ledger: true })
    expect(body.total).toMatchObject({ stakes: (stakes / 100).toFixed(2), gross: (gross / 100).toFixed(2), bettors: 3 })
    const total = body.data.reduce((all, row) => all + Math.round(Number(row.gross) * 100), 0)
    expect([by, total]).toEqual([by, gross])
    expect(body.data.reduce((all, row) => all + row.bets, 0)).toBe(
      slow.reduce((all, { bets: placed }) => all + placed, 0),
    )
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
