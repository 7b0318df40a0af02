import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { jackpot } from '@nare/contract/jackpot'
import { jackpotHeads } from '@nare/contract/jackpot-heads'
import { ledger as ledgerCalls } from '@nare/contract/ledger'
import { sandbox } from '@nare/contract/sandbox'
import { verifyLedger } from '#modules/ledger/ledger'
import { testApp, type TestApp } from '#testing/app'
import { runFor, type Work } from '#platform/public-work'
import { whileFailing } from '#testing/failing-writes'
import { jackpotWorld, one } from '#testing/jackpots'
import type { SeededBettor } from '#testing/seed'
import { verifyJackpots } from './jackpot.ts'

let nare: TestApp
let bettors: SeededBettor[] = []
const { pool, place, end, results, shown } = jackpotWorld(() => nare)
const balance = async ({ id }: SeededBettor) => (await nare.app.ledger.balances(id)).balance
const bettor = (n = 0): SeededBettor => bettors[n] as SeededBettor

beforeAll(async () => {
  nare = await testApp()
})
afterAll(async () => {
  const broken = [...(await verifyJackpots(nare.app.db)), ...(await verifyLedger(nare.app.db))].filter(
    (c) => c.broken > 0,
  )
  await nare.close()
  expect(broken).toEqual([])
})
beforeEach(async () => {
  bettors = await nare.bettors(3, 1000)
})

test('an open pool is shown with its terms, its money and the share of picks for each outcome', async () => {
  const at = await pool(3, {
    name: 'Crowd',
    tiers: [
      { correct: 3, share: 60 },
      { correct: 2, share: 12.5 },
    ],
    carried_over: '500.00',
  })
  await place(at, bettor(0).token, [one.home, one.draw, ['home_team', 'away_team']])
  await place(at, bettor(1).token, [one.home, one.away, one.home])
  const view = (await nare.call(jackpot.jackpots, {})).body.data.find(({ jackpot_id }) => jackpot_id === at.id)
  const head = (await nare.call(jackpotHeads.heads, {})).body.data.find(({ jackpot_id }) => jackpot_id === at.id)
  const { jackpot_id, name, amount, stake, closes_at } = view ?? {}
  expect(head).toEqual({ jackpot_id, name, amount, stake, closes_at, picks: 3 })
  expect(view).toMatchObject({
    state: 'open',
    stake: '10.00',
    amount: '318.00',
    pool: { staked: '30.00', carried_over: '500.00', total: '530.00' },
    tiers: [
      { correct: 3, share: 60 },
      { correct: 2, share: 12.5 },
    ],
    max_doubles: 5,
    max_triples: 2,
    max_lines: 512,
    matches: [
      { crowd: { home_team: 100, draw: 0, away_team: 0 } },
      { crowd: { home_team: 0, draw: 67, away_team: 33 } },
      { crowd: { home_team: 67, draw: 0, away_team: 33 } },
    ],
  })
  await nare.app.jackpots.fold()
  expect(await shown(at)).toEqual(view)
  await end(at, ['draw', 'draw', 'draw'])
})

test('reading pools inserts no account, also not of a name that has no money carried over', async () => {
  const at = await pool(3, { name: 'Never carried' })
  const inserts = { on: 'insert', table: 'ledger.account', when: 'true' } as const
  await whileFailing(nare.base, inserts, async () => {
    const read = [
      await nare.call(jackpot.jackpots, {}),
      await nare.call(jackpot.jackpot, { id: at.id }),
      await nare.call(jackpot.results, { id: at.id }),
      await nare.call(jackpot.past, {}),
    ]
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
  expect((await shown(at)).pool?.carried_over).toBe('0.00')
})

test('the list of jackpots takes as many statements with many new pools as with one', async () => {
  let statements = 0
  const work: Work = {
    spend: () => undefined,
    isMeasured: true,
    nowMs: () => 0,
    get wasMade() {
      return statements > 0
    },
    // Set when a statement is sent.
    set wasMade(_) {
      statements++
    },
  }
  const countOf = async (pools: number) => {
    for (let n = 0; n < pools; n++) await pool(1)
    statements = 0
    const shown = await runFor(work, () => nare.app.jackpots.open())
    return { statements, shown: shown.length }
  }
  const one = await countOf(1)
  const many = await countOf(4)
  expect(many.shown).toBe(one.shown + 4)
  // The pools, their matches, the money carried over, and the matches as lists show them.
  expect([one.statements, many.statements]).toEqual([4, 4])
})

test('a ticket costs the price of its lines, appears in the history of bets, and is paid for each winning line', async () => {
  const at = await pool(3, {
    name: 'Lines',
    tiers: [
      { correct: 3, share: 50 },
      { correct: 2, share: 30 },
    ],
  })
  const placed = await place(at, bettor().token, [one.home, ['home_team', 'draw'], ['home_team', 'draw', 'away_team']])
  expect(placed.status).toBe(201)
  expect(placed.body).toMatchObject({
    status: 201,
    lines: 6,
    stake: '60.00',
    balance: '940.00',
    bet: {
      ...{
        product: 'jackpot',
        type: 'jackpot',
        stake: '60.00',
        lines: 6,
        possible_win: null,
        total_odds: null,
        best: null,
      },
      picks: [
        { outcomes: ['home_team'] },
        { outcomes: ['home_team', 'draw'] },
        { outcomes: ['home_team', 'draw', 'away_team'] },
      ],
    },
  })
  await place(at, bettor(1).token, [one.home, one.away, one.home])
  await end(at, ['home_team', 'draw'])
  const open = (await nare.call(betting.bet, { id: placed.body.bet.bet_id }, bettor().token)).body.data
  expect(open).toMatchObject({ state: 'open', right: 2, decided: 2, best: null, jackpot: { state: 'closed' } })
  expect(open.picks).toMatchObject([
    { state: 'won', outcome: 'home_team', full_time: '2:1' },
    { state: 'won' },
    { state: 'open' },
  ])
  await end(at, [undefined, undefined, 'home_team'])
  // Staked 70: the line of three gets 35; two tiers of 21 are shared by 2 + 1 lines of this ticket and 1 of the other.
  expect(await results(at)).toMatchObject({
    state: 'settled',
    tiers: [
      { correct: 3, needed: 3, lines: 1, prize_each: '35.00' },
      { correct: 2, needed: 2, lines: 4, prize_each: '5.25' },
    ],
    paid: '56.00',
    best: 3,
  })
  const settled = (await nare.call(betting.bet, { id: placed.body.bet.bet_id }, bettor().token)).body.data
  expect(settled).toMatchObject({ state: 'won', returned: '50.75', best: 3 })
  expect(await balance(bettor())).toBe(94_000n + 5_075n)
  const statement = (await nare.call(ledgerCalls.transactions, {}, bettor().token)).body.data
  expect(JSON.stringify(statement)).toContain('50.75')
  const past = (await nare.call(jackpot.past, { name: 'Lines' })).body
  expect(past).toMatchObject({ meta: { total: 1 }, data: [{ jackpot_id: at.id, paid: '56.00', staked: '70.00' }] })
})

test('a pool closes at the first kick-off of the database clock, and stays closed', async () => {
  const at = await pool(2)
  expect((await place(at, bettor().token, [one.home, one.home])).status).toBe(201)
  await nare.call(sandbox.driveMatch, { match_id: at.matches[1] ?? '', state: 'live' })
  expect(await place(at, bettor().token, [one.home, one.home])).toMatchObject({
    status: 422,
    body: { code: 'match_started' },
  })
  const later = await pool(2)
  await nare.call(sandbox.clock, { advance_s: 3601 })
  expect(await place(later, bettor().token, [one.home, one.home])).toMatchObject({
    status: 422,
    body: { code: 'match_started' },
  })
  await nare.app.jackpots.advanceDue()
  expect(await shown(later)).toMatchObject({ state: 'closed' })
  await end(at, ['draw', 'draw'])
  await end(later, ['draw', 'draw'])
})

test('a pool is not shown as open after the start of a match, even before its state is stored', async () => {
  const [live, later] = [await pool(2), await pool(2)]
  const listed = async () => (await nare.call(jackpot.jackpots, {})).body.data.map(({ jackpot_id }) => jackpot_id)
  expect(await listed()).toEqual(expect.arrayContaining([live.id, later.id]))
  await nare.call(sandbox.driveMatch, { match_id: live.matches[0] ?? '', state: 'live' })
  expect(await listed()).not.toContain(live.id)
  expect(await shown(live)).toMatchObject({ state: 'closed' })
  await nare.call(sandbox.clock, { advance_s: 3601 })
  expect(await listed()).not.toContain(later.id)
  expect(await shown(later)).toMatchObject({ state: 'closed' })
  for (const at of [live, later]) await end(at, ['draw', 'draw'])
})

test('a pool with an unconfirmed result is not settled', async () => {
  const at = await pool(1)
  await place(at, bettor().token, [one.home])
  await end(at, ['home_team'], 1)
  expect(await results(at)).toMatchObject({ state: 'closed', matches: [{ outcome: 'home_team' }], tiers: [] })
  await end(at, ['home_team'], 2)
  await nare.call(sandbox.quiet, {})
  expect(await results(at)).toMatchObject({ state: 'settled' })
})

test('a correction after the settlement changes nothing', async () => {
  const at = await pool(1)
  await place(at, bettor().token, [one.home])
  await end(at, ['home_team'])
  const [before, money] = [await results(at), await balance(bettor())]
  await end(at, ['away_team'])
  expect(await results(at)).toEqual(before)
  expect(await balance(bettor())).toBe(money)
})

test('picks that do not fit the pool are refused without taking a stake', async () => {
  const at = await pool(8)
  const all = (outcomes: readonly ('home_team' | 'draw' | 'away_team')[]) => at.matches.map(() => outcomes)
  const refuses = async (picks: Parameters<typeof place>[2], status: number, code: string) =>
    expect(await place(at, bettor().token, picks)).toMatchObject({ status, body: { code } })
  await refuses([['draw', 'draw'], ...all(one.home).slice(1)], 400, 'invalid_input')
  await refuses([...all(['home_team', 'draw']).slice(0, 6), one.home, one.home], 422, 'too_many_legs')
  await refuses(
    [...all(['home_team', 'draw', 'away_team']).slice(0, 3), ...all(one.home).slice(3)],
    422,
    'too_many_legs',
  )
  const short = {
    id: crypto.randomUUID(),
    jackpot_id: at.id,
    picks: [{ match_id: at.matches[0] ?? '', outcomes: ['draw' as const] }],
  }
  expect((await nare.call(jackpot.bet, short, bettor().token)).status).toBe(400)
  expect((await nare.call(jackpot.bet, { ...short, jackpot_id: '99999' }, bettor().token)).status).toBe(404)
  const dear = await pool(8, { stake: '1000.00' })
  expect(
    await place(
      dear,
      bettor().token,
      all(['home_team', 'draw']).map((two, n) => (n < 5 ? two : one.home)),
    ),
  ).toMatchObject({
    body: { code: 'stake_too_large', limit: '20000.00' },
  })
  expect(
    await place(
      dear,
      bettor().token,
      all(['home_team', 'draw']).map((two, n) => (n < 1 ? two : one.home)),
    ),
  ).toMatchObject({
    body: { code: 'insufficient_funds', insufficient_balance: true },
  })
  expect(await balance(bettor())).toBe(100_000n)
  await end(
    at,
    at.matches.map(() => 'draw' as const),
  )
  await end(
    dear,
    at.matches.map(() => 'draw' as const),
  )
})

test('terms that contradict each other are refused by field', async () => {
  const match = await nare.match()
  const terms = { name: 'Wrong', match_ids: [match], stake: '10.00', mode: 'pool', void_policy: 'drop' } as const
  const tries = [
    [{ ...terms, tiers: [{ correct: 1, share: 101 }] }, 'tiers.0.share'],
    [{ ...terms, tiers: [{ correct: 2, share: 10 }] }, 'tiers'],
    [{ ...terms, tiers: [{ correct: 1, prize: '5.00' }] }, 'tiers'],
    [{ ...terms, tiers: [{ correct: 1, share: 10 }], match_ids: ['12345678'] }, 'match_ids'],
    [{ ...terms, tiers: [{ correct: 1, share: 10 }], void_policy: 'cancel' }, 'cancel_at'],
    [{ ...terms, tiers: [{ correct: 1, prize: '10.00' }], mode: 'fixed', carried_over: '5.00' }, 'carried_over'],
    [{ ...terms, tiers: [{ correct: 1, share: 10 }], stake: '0.00' }, 'stake'],
  ] as const
  for (const [given, field] of tries) {
    const sent = { ...given, match_ids: [...given.match_ids], tiers: given.tiers.map((tier) => ({ ...tier })) }
    const made = await nare.call(sandbox.createJackpot, sent)
    expect([made.status, Object.keys(made.body['fields'] ?? {})]).toEqual([400, [field]])
  }
})
