import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { popular as calls } from '@nare/contract/popular'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { queryRows } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets, type SentPick } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { openPopular, type Popular } from './popular.ts'

let nare: TestApp
let bets: Bets
let counting: Popular
let crowd: SeededBettor[]

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  const { db, catalog, clock, betting: area } = nare.app
  // Another process: it counts, and the server under test answers from the row.
  counting = openPopular({ db, catalog, clock, share: area.share, pace: { seconds: 0, fresh: 1, share: 1 } })
  crowd = await nare.bettors(40, 10_000)
})
afterAll(() => nare.close())

const placeAll = async (bettors: readonly SeededBettor[], picks: readonly SentPick[]): Promise<void> => {
  await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, picks, { stake: '20' })))
}

/** What the server shows after a count; three seconds later, so that it reads anew. */
async function shown(token?: string, sport?: string) {
  await nare.call(sandbox.clock, { advance_s: 3 })
  await counting.count()
  return (await nare.call(calls.popular, { ...(sport && { sport_id: sport }) }, token)).body.data
}
const named = (picks: readonly { match_id: string; odd_key: string; percent: number }[]) =>
  picks.map(({ match_id, odd_key, percent }) => [match_id, odd_key, percent])

/** A bettor's bets are more than 24 hours old, so that a test begins without any. */
const aDayLater = () => nare.call(sandbox.clock, { advance_s: 24 * 3600 + 1 })
const later = () => ({ start_time: new Date(nare.app.clock.now() + 5 * 86_400_000).toISOString() })

test('a pick is shown with the percent of the bettors of 24 hours once more than 20 bettors have it, whatever they stake and how often', async () => {
  const [first, second] = [await nare.match(later()), await nare.match(later())]
  await placeAll(crowd.slice(0, 20), [pick(first)])
  await placeAll(crowd.slice(0, 1), [pick(first)])
  await placeAll(crowd.slice(0, 20), [pick(second, '1', 'draw', '3.40')])
  expect(await shown()).toEqual({ picks: [], multis: [] })
  await placeAll(crowd.slice(20, 21), [pick(first)])
  await placeAll(crowd.slice(21, 30), [pick(second, '1', 'away_team', '3.60')])
  const { picks, multis } = await shown()
  expect([named(picks), multis]).toEqual([[[first, 'home_team', 70]], []])
  expect(picks[0]).toMatchObject({ sub_type_id: '1', odd_value: '2.10', match: { match_id: first } })
  expect(JSON.stringify(picks)).not.toMatch(/stake|amount|persons|bettors/)
  expect([await shown(undefined, '79'), await shown(undefined, '80')]).toMatchObject([
    { picks: [{ match_id: first }] },
    { picks: [], multis: [] },
  ])

  await bets.price(first, { '1': { home_team: '2.50', draw: '3.20', away_team: '3.00' } })
  expect((await shown()).picks).toMatchObject([{ odd_value: '2.50' }])
  await bets.drive(first, { suspend: true })
  expect((await shown()).picks).toEqual([])
  await bets.drive(first, { suspend: false })
  expect((await shown()).picks).toHaveLength(1)
  await aDayLater()
  expect(await shown()).toEqual({ picks: [], multis: [] })
})

test('a multi has what more than 20 bettors have together on a slip, under one code that loads it', async () => {
  const matches = [
    await nare.match(later()),
    await nare.match(later()),
    await nare.match(later()),
    await nare.match(later()),
  ]
  const [a, b, c, d] = matches.map((match) => pick(match)) as [SentPick, SentPick, SentPick, SentPick]
  await placeAll(crowd.slice(0, 11), [a, b, c])
  await placeAll(crowd.slice(11, 21), [c, b, a, d])
  // All three, but never on one slip.
  for (const alone of [a, b, c, d]) await placeAll(crowd.slice(21, 40), [alone])
  const { picks, multis } = await shown()
  expect(picks.map(({ percent }) => percent)).toEqual([100, 100, 100, 73])
  expect(multis).toEqual([{ code: expect.any(String) as string, legs: 3, total_odds: '9.26', percent: 53 }])
  const [multi] = multis
  const { data } = (await nare.call(betting.shared, { code: multi?.code ?? '' })).body
  expect(data.map(({ match_id }) => match_id).toSorted()).toEqual(matches.slice(0, 3).toSorted())

  await bets.price(matches[0] ?? '', { '1': { home_team: '2.00', draw: '3.40', away_team: '3.90' } })
  await placeAll(crowd.slice(30, 31), [d])
  expect((await shown()).multis).toMatchObject([{ code: multi?.code, total_odds: '8.82' }])
  await bets.drive(matches[1] ?? '', { suspend: true })
  expect((await shown()).multis).toEqual([])
  await bets.drive(matches[1] ?? '', { suspend: false })
  expect((await shown()).multis).toHaveLength(1)
})

test('a bettor to whom nothing may be promoted sees nothing of it', async () => {
  const [, , other] = crowd
  const guest = await nare.bettor(100)
  expect((await shown(guest.token)).picks.length).toBeGreaterThan(0)
  await nare.call(protection.selfExclude, { period: '24h' }, guest.token)
  expect(await shown(guest.token)).toEqual({ picks: [], multis: [] })
  expect((await shown(other?.token)).picks.length).toBeGreaterThan(0)
})

const proveAs = (name: string, bettors: readonly SeededBettor[]) =>
  sql`
    insert into identity.kyc_case (bettor, client_id, hash, kind, number, name, state, decided_by, submitted_at, changed_at)
    select id, gen_random_uuid(), decode(repeat('00', 32), 'hex'), 'passport', 'P1000' || id, ${name}, 'passed', 'asha', platform.now(), platform.now()
    from unnest(${bettors.map(({ id }) => id)}::bigint[]) id`.execute(nare.base.db)

test('accounts whose identity was confirmed under one name and birthday are one bettor', async () => {
  await aDayLater()
  const match = await nare.match(later())
  await placeAll(crowd.slice(0, 22), [pick(match)])
  await proveAs('Amina Otieno', crowd.slice(0, 2))
  expect(named((await shown()).picks)).toEqual([[match, 'home_team', 100]])
  await proveAs('AMINA OTIENO', crowd.slice(2, 3))
  await bets.mustPlace(crowd[0]?.token ?? '', [pick(match)], { stake: '20' })
  expect((await shown()).picks).toEqual([])
})

test('nothing is counted again before enough bettors have placed a bet, nor twice by processes at once', async () => {
  const { db, catalog, clock, betting: area } = nare.app
  const pace = { seconds: 300, fresh: 5, share: 1 }
  const processes = Array.from({ length: 10 }, () => openPopular({ db, catalog, clock, share: area.share, pace }))
  const match = await nare.match(later())
  await nare.call(sandbox.clock, { advance_s: 301 })
  await placeAll(crowd.slice(0, 4), [pick(match)])
  await placeAll(crowd.slice(0, 4), [pick(match)])
  expect(await Promise.all(processes.map((one) => one.count()))).not.toContain(true)
  await placeAll(crowd.slice(4, 5), [pick(match)])
  expect((await Promise.all(processes.map((one) => one.count()))).filter(Boolean)).toHaveLength(1)
  await placeAll(crowd.slice(5, 15), [pick(match)])
  expect(await Promise.all(processes.map((one) => one.count()))).not.toContain(true)
  const rows = await queryRows<{ rows: number }>(db)`select count(*)::int as rows from betting.popular`
  expect(rows[0]?.rows).toBe(1)
})

test('a count that took long is followed by a rest, so that many tickets make counts rarer', async () => {
  const { db, catalog, clock, betting: area } = nare.app
  const pace = { seconds: 0, fresh: 1, share: 1e-9 }
  const rare = openPopular({ db, catalog, clock, share: area.share, pace })
  const match = await nare.match(later())
  await placeAll(crowd.slice(0, 1), [pick(match)])
  await nare.call(sandbox.clock, { advance_s: 3 })
  expect(await rare.count()).toBe(true)
  await placeAll(crowd.slice(1, 2), [pick(match)])
  await nare.call(sandbox.clock, { advance_s: 3 })
  expect(await rare.count()).toBe(false)
  expect(await counting.count()).toBe(true)
})
