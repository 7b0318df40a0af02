import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { money } from '@nare/money/money'
import { openPlacing as openTicketPlacing, type PlacingDeps as TicketPlacingDeps } from '#modules/tickets/tickets'
import { openLog } from '#platform/log'
import { turnsInMemory } from '#platform/turns'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets, type SentPick } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { slipPlacing, type SlipDeps } from './place.ts'
import { openPlacing } from './placing.ts'
import { readInput } from '#platform/read-input'
import { hashOf, parsePick, type Slip } from './slip.ts'

/** A stake of KSh 100 at 2.10 has a liability of KSh 110: the maximum allows seven of them. */
const betsAllowed = 7
const maxLiability = money(BigInt(betsAllowed) * 11_000n)
/** The maximum number of slips in one transaction. */
const slipsInBatch = 64

let nare: TestApp
let bets: Bets
let match: string

beforeAll(async () => {
  nare = await testApp({}, { country: { maxLiability } })
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))
beforeEach(async () => {
  match = await nare.match()
})

const home = () => pick(match)
const away = () => pick(match, '1', 'away_team', '3.60')

async function fill(many: readonly SeededBettor[]): Promise<void> {
  for (const { token } of many.slice(0, betsAllowed)) await bets.mustPlace(token, [home()])
}

const transactions = (of = nare): number => of.app.betting.placementTransactions()

async function homeLiability(): Promise<bigint> {
  const rows = await sql<{ liability: bigint }>`
    select liability from betting.exposure where match_id = ${match}::int and odd_key = 'home_team'`.execute(
    nare.base.db,
  )
  return rows.rows[0]?.liability ?? 0n
}

/** A slip as it is queued for a batch. */
function queuedSlip(bettor: SeededBettor, picks: readonly SentPick[]): Slip {
  const parsed = readInput(betting.place.input, slipOf(picks))
  if (!parsed.ok) throw new Error('the slip is invalid')
  const { id, stake, accept, slip, type, system } = parsed.value
  const by = { bettor: bettor.id, verified: true, signingKey: '', attribution: undefined }
  return { ...by, id, hash: hashOf(parsed.value), stake, type, system, accept, picks: slip.map(parsePick) }
}

/** Places batches and counts their transactions. `beforeWriting` runs once, between the reads and the write of the first batch. */
function placing(beforeWriting: () => Promise<void> = async () => undefined) {
  const { db, catalog, ledger, live, tickets } = nare.app
  let count = 0
  let ran = false
  const deps: SlipDeps & TicketPlacingDeps = {
    ...{ moneyDb: db, ledger, live, tickets, turns: turnsInMemory() },
    product: 'sports',
    offers: {
      ...catalog,
      async offers(tx, lines) {
        const found = await catalog.offers(tx, lines)
        // Statements run in order: when this one has a result, the earlier reads of the batch have theirs.
        await sql`select`.execute(tx)
        if (!ran) {
          ran = true
          await beforeWriting()
        }
        return found
      },
    },
    rules: () => ({ ...nare.app.betting.placeRules(), liabilityMax: maxLiability }),
    events: { transaction: () => count++, placed: () => undefined },
  }
  const { place } = openTicketPlacing(deps, slipPlacing(deps))
  return {
    deps,
    count: () => count,
    async place(slips: readonly Slip[]): Promise<string[]> {
      const placements = await Promise.all(slips.map(place))
      return placements.map((placement) => (placement.kind === 'refused' ? placement.refusal.code : placement.kind))
    },
  }
}

test('slips on an outcome at its liability limit are refused in the same transaction that places the others', async () => {
  const bettors = await nare.bettors(64, 10_000)
  await fill(bettors)
  const { place, count } = placing()
  const outcomes = await place(bettors.map((bettor, n) => queuedSlip(bettor, [n % 2 ? home() : away()])))
  // A stake of KSh 100 at 3.60 has a liability of KSh 260: the maximum allows two of them.
  expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(2)
  expect(new Set(outcomes.filter((outcome) => outcome !== 'placed'))).toEqual(new Set(['stake_too_large']))
  expect(count()).toBe(1)
})

test('when other bets use up the liability before a batch is written, it is decided again and only its bets above the limit are refused', async () => {
  const bettors = await nare.bettors(20, 10_000)
  const quick = await nare.bettor(10_000)
  const other = await nare.match()
  const { place, count } = placing(async () => {
    for (let n = 0; n < betsAllowed - 1; n++) await bets.mustPlace(quick.token, [home()])
  })
  const outcomes = await place(
    bettors.map((bettor, n) => queuedSlip(bettor, [n < 5 ? home() : pick(other, '1', 'draw', '3.40')])),
  )
  expect(outcomes.slice(0, 5)).toEqual(['placed', ...Array.from({ length: 4 }, () => 'stake_too_large')])
  expect(outcomes.slice(5).filter((outcome) => outcome === 'placed')).toHaveLength(3)
  expect(count()).toBe(2)
  expect(await homeLiability()).toBe(maxLiability)
})

test('eighty slips on an outcome at its liability limit and eighty others, sent concurrently, need one transaction per full batch', async () => {
  const { app } = nare
  const { deps, count } = placing()
  const { place } = openPlacing({
    ...deps,
    rules: () => ({ ...deps.rules(), liabilityMax: money(1_100_000n) }),
    log: openLog('silent'),
    tickets: app.tickets,
    matchFacts: (matchIds) => app.catalog.legFacts(app.db, matchIds),
  })
  const send = (bettor: SeededBettor, on: SentPick, stake: string) => {
    const parsed = readInput(betting.place.input, slipOf([on], { stake }))
    if (!parsed.ok) throw new Error('the slip is invalid')
    return place(parsed.value, { bettor: bettor.id, verified: true, signingKey: '' })
  }
  const [filler, ...many] = await nare.bettors(161, 10_000)
  if (!filler) throw new Error('no bettor')
  await send(filler, home(), '10000')
  const before = count()
  const responses = await Promise.all(many.map((bettor, n) => send(bettor, n % 2 ? home() : away(), '20')))
  expect(responses.map((outcome) => (outcome.ok ? 'placed' : outcome.code))).toEqual(
    many.map((_, n) => (n % 2 ? 'stake_too_large' : 'placed')),
  )
  expect(count() - before).toBe(Math.ceil(many.length / slipsInBatch))
})

test('of a hundred concurrent bets on an outcome that allows seven, seven are placed', async () => {
  const bettors = await nare.bettors(100, 1000)
  const responses = await Promise.all(bettors.map(({ token }) => bets.place(token, [home()])))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(betsAllowed)
  expect(new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body['code']))).toEqual(
    new Set(['stake_too_large']),
  )
  expect(await homeLiability()).toBe(maxLiability)
})

test('of a hundred concurrent bets from two processes on an outcome that allows seven, seven are placed', async () => {
  const secondProcess = await testApp({}, { base: nare.base, country: { maxLiability } })
  const bettors = await nare.bettors(100, 1000)
  const responses = await Promise.all(
    bettors.map(({ token }, n) => (n % 2 ? nare : secondProcess).call(betting.place, slipOf([home()]), token)),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(betsAllowed)
  expect(await homeLiability()).toBe(maxLiability)
  await secondProcess.close()
})

test.each<[string, Record<string, unknown>]>([
  ['a NUL character in an odd key', { slip: [{ odd_key: 'home_team\u0000' }] }],
  ['a NUL character in the line of an odd key', { slip: [{ sub_type_id: '18', odd_key: 'over 2.\u00005' }] }],
  ['a lone surrogate in an odd key', { slip: [{ odd_key: '\ud800' }] }],
  ['a market id that is a NUL character', { slip: [{ sub_type_id: '\u0000' }] }],
  ['a match id above the range of ids', { slip: [{ match_id: '99999999999999999999' }] }],
  ['a stake of KSh 999,999,999,999.99', { stake: '999999999999.99' }],
  ['a price of a million', { slip: [{ odd_value: '999999.99' }] }],
  ['a system size above the number of picks', { type: 'system', system: [9_007_199_254_740_991] }],
  ['a hundred picks of one match', { type: 'system', system: [50], slip: Array.from({ length: 100 }, () => ({})) }],
  ['NUL and lone surrogates in a campaign', { utm_source: '\u0000\ud800', utm_campaign: '\udfff', btag: '\u0000' }],
])('%s does not stop the other slips of the batch', async (_what, unusual) => {
  const bettor = await nare.bettor(1000)
  const neighbours = await nare.bettors(3, 1000)
  const picks = (unusual['slip'] as object[] | undefined) ?? [{}]
  const { call } = nare
  const before = transactions()
  const [response, ...others] = await Promise.all([
    call(
      betting.place,
      { ...slipOf([]), ...unusual, slip: picks.map((given) => ({ ...home(), ...given })) } as never,
      bettor.token,
    ),
    ...neighbours.map(({ token }) => call(betting.place, slipOf([home()], { id: randomUUID() }), token)),
  ])
  expect(response.status).toBeLessThan(500)
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(transactions()).toBeGreaterThan(before)
  expect(transactions() - before).toBeLessThanOrEqual(4)
})
