import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#platform/db'
import { testBuses } from '#platform/testing/bus-pair'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'

let nare: TestApp
let bets: Bets
let cashOuts: CashOuts
const [web, feed, jobs] = testBuses(3)
let duringDelay: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: async () => void (await duringDelay?.()), ...(web && { bus: web }) })
  bets = betsOn(nare)
  cashOuts = cashOutsOn(nare)
})
afterAll(() => nare.close())

async function bettor(shillings = 100): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

/** Prices of the match winner. At these prices a bet on the home team is worth about this share of its possible win. */
const homePrices = (share: 'little' | 'half' | 'most') => ({
  '1': {
    little: { home_team: '2.60', draw: '3.40', away_team: '2.70' },
    half: { home_team: '2.00', draw: '3.40', away_team: '3.80' },
    most: { home_team: '1.20', draw: '6.50', away_team: '12.00' },
  }[share],
})
/** The prices of `most`, as the database stores them. */
const mostPrices = sql`'{1200,6500,12000}'`
const idle = (): Promise<void> => nare.app.betting.cashOut.idle()

async function watchCount(betId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from betting.cash_out_watch where bet_id = ${betId}::bigint`.execute(nare.base.db)
  return rows[0]?.count ?? -1
}

test('a rule cashes a bet out when a price makes it worth the amount, once, and not before', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  expect(await cashOuts.setRule(token, bet.bet_id, '120')).toMatchObject({
    status: 200,
    body: { data: { rule: '120.00' } },
  })
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ cash_out: { rule: '120.00' } })
  await idle()
  await bets.price(match, homePrices('half'))
  await idle()
  expect((await bets.bet(token, bet.bet_id)).state).toBe('open')
  await bets.price(match, homePrices('most'))
  await idle()
  const over = await bets.bet(token, bet.bet_id)
  expect(over.state).toBe('cashed_out')
  expect(Number(over.returned)).toBeGreaterThanOrEqual(120)
  expect(await bets.balance(token)).toBe(over.returned)
  expect(over.cash_out).toEqual({ paid: over.returned })
  expect(await watchCount(bet.bet_id)).toBe(0)
  await bets.verifyBooks()
})

test('a rule whose amount is already reached is carried out immediately', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '50')
  await idle()
  expect((await bets.bet(token, bet.bet_id)).state).toBe('cashed_out')
})

test('setting a rule checks its bet only, not every rule on the match', async () => {
  const [match, { token }] = [await nare.match(), await bettor(200)]
  const first = await bets.mustPlace(token, [pick(match)])
  const second = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, first.bet_id, '120')
  await idle()
  await sql`update catalog.market set prices = ${mostPrices} where match_id = ${Number(match)}::int and market_id = 1`.execute(
    nare.base.db,
  )
  await cashOuts.setRule(token, second.bet_id, '120')
  await idle()
  const states = [await bets.bet(token, first.bet_id), await bets.bet(token, second.bet_id)].map(({ state }) => state)
  expect(states).toEqual(['open', 'cashed_out'])
})

test('a rule set in one process is carried out when another without rules changes the price, by the process that checks rules', async () => {
  const [withFeed, withJobs] = await Promise.all(
    [feed, jobs].map((bus) => testApp({}, { base: nare.base, ...(bus && { bus }) })),
  )
  if (!withFeed || !withJobs) throw new Error('two processes')
  const [match, { token }] = [await nare.match(), await bettor()]
  await withJobs.app.betting.cashOut.checkRules()
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '120')
  await idle()
  await betsOn(withFeed).price(match, homePrices('most'))
  await expect.poll(async () => (await bets.bet(token, bet.bet_id)).state).toBe('cashed_out')
  await withFeed.close()
  await withJobs.close()
})

test('a rule survives a restart: the next process carries it out, even if the price changed while no process ran', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const first = await testApp({}, { base: nare.base })
  const bet = await betsOn(first).mustPlace(token, [pick(match)])
  await cashOutsOn(first).setRule(token, bet.bet_id, '120')
  await first.close()
  await sql`update catalog.market set prices = ${mostPrices} where match_id = ${Number(match)}::int and market_id = 1`.execute(
    nare.base.db,
  )
  expect(await nare.app.betting.cashOut.checkRules()).toBeGreaterThan(0)
  expect((await bets.bet(token, bet.bet_id)).state).toBe('cashed_out')
})

test('two processes that check a rule concurrently pay once', async () => {
  const second = await testApp({}, { base: nare.base })
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '150')
  await idle()
  await sql`update catalog.market set prices = ${mostPrices} where match_id = ${Number(match)}::int and market_id = 1`.execute(
    nare.base.db,
  )
  const both = [nare.app, second.app]
  await Promise.all(both.flatMap(({ betting }) => [betting.cashOut.checkRules(), betting.cashOut.checkRules()]))
  await second.close()
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'cashed_out' })
  await bets.verifyBooks()
})

test('in play a rule waits for the delay, and is not carried out if the value fell during it', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '120')
  let delays = 0
  duringDelay = async () => {
    if (++delays === 1) await bets.price(match, homePrices('little'))
  }
  await bets.drive(match, { state: 'live', minute: 10, odds: homePrices('most') })
  await idle()
  expect([delays, (await bets.bet(token, bet.bet_id)).state]).toEqual([1, 'open'])
  await bets.price(match, homePrices('most'))
  await idle()
  expect([delays, (await bets.bet(token, bet.bet_id)).state]).toEqual([2, 'cashed_out'])
  duringDelay = undefined
})

test('in play a rule is carried out even if the bettor removes it during its delay: the delay is no free cancellation', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '120')
  duringDelay = () => cashOuts.clearRule(token, bet.bet_id)
  await bets.drive(match, { state: 'live', minute: 10, odds: homePrices('most') })
  await idle()
  duringDelay = undefined
  expect((await bets.bet(token, bet.bet_id)).state).toBe('cashed_out')
  await bets.verifyBooks()
})

test('in play a rule is carried out even if its id is used for another cash-out during its delay', async () => {
  const [match, { token }] = [await nare.match(), await bettor(200)]
  const bet = await bets.mustPlace(token, [pick(match)])
  const other = await bets.mustPlace(token, [pick(await nare.match())], { stake: '20' })
  const [id, quote] = [randomUUID(), await cashOuts.mustQuote(token, other.bet_id)]
  await cashOuts.setRule(token, bet.bet_id, '120', id)
  const others: number[] = []
  duringDelay = async () => void others.push((await cashOuts.take(token, other.bet_id, quote.quote_id, { id })).status)
  await bets.drive(match, { state: 'live', minute: 10, odds: homePrices('most') })
  await idle()
  duringDelay = undefined
  expect(others).toEqual([200])
  expect((await bets.bet(token, bet.bet_id)).state).toBe('cashed_out')
  await bets.verifyBooks()
})

test('in play a rule that replaces another during its delay waits for a new delay', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '120')
  const states: string[] = []
  duringDelay = async () => {
    states.push((await bets.bet(token, bet.bet_id)).state)
    if (states.length > 1) return
    await bets.price(match, homePrices('little'))
    await cashOuts.setRule(token, bet.bet_id, '40')
  }
  await bets.drive(match, { state: 'live', minute: 10, odds: homePrices('most') })
  await idle()
  // Has no effect if setting the rule has already triggered the check.
  await nare.app.betting.cashOut.checkRules()
  await idle()
  duringDelay = undefined
  expect([states, (await bets.bet(token, bet.bet_id)).state]).toEqual([['open', 'open'], 'cashed_out'])
})

test('a rule ends with its bet, and no bet is cashed out while its match is suspended', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet.bet_id, '120')
  await bets.drive(match, { suspend: true, odds: homePrices('most') })
  await idle()
  expect((await bets.bet(token, bet.bet_id)).state).toBe('open')
  await bets.result(match, { full_time: '0:1' })
  await idle()
  expect(await watchCount(bet.bet_id)).toBe(0)
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
  expect((await bets.bet(token, bet.bet_id)).cash_out).toBeUndefined()
})

test('a rule can be replaced, sent again and removed', async () => {
  const [match, mine, theirs] = [await nare.match(), await bettor(), await bettor()]
  const { bet_id } = await bets.mustPlace(mine.token, [pick(match)])
  const id = randomUUID()
  expect((await cashOuts.setRule(mine.token, bet_id, '150', id)).status).toBe(200)
  expect(await cashOuts.setRule(mine.token, bet_id, '160', id)).toMatchObject({
    status: 409,
    body: { code: 'id_reused' },
  })
  expect(await cashOuts.setRule(mine.token, bet_id, '140')).toMatchObject({ body: { data: { rule: '140.00' } } })
  expect(await cashOuts.setRule(mine.token, bet_id, '210.01')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
  expect(await cashOuts.setRule(theirs.token, bet_id, '140')).toMatchObject({ status: 404 })
  expect(await cashOuts.clearRule(theirs.token, bet_id)).toMatchObject({ status: 404 })
  const last = randomUUID()
  await cashOuts.setRule(mine.token, bet_id, '145', last)
  expect((await cashOuts.clearRule(mine.token, bet_id)).body.data.rule).toBeUndefined()
  expect((await cashOuts.setRule(mine.token, bet_id, '145', last)).body.data.rule).toBeUndefined()
  expect(await watchCount(bet_id)).toBe(0)
  await bets.price(match, homePrices('most'))
  await idle()
  expect((await bets.bet(mine.token, bet_id)).state).toBe('open')
  await bets.result(match, { full_time: '1:0' })
  expect(await cashOuts.setRule(mine.token, bet_id, '100')).toMatchObject({ status: 422, body: { reason: 'settled' } })
})

test('a rule that is set while a check removes its predecessor remains', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const { bet_id } = await bets.mustPlace(token, [pick(match)])
  await cashOuts.setRule(token, bet_id, '150')
  await cashOuts.clearRule(token, bet_id)
  // A row that a removed rule left behind, which the check removes.
  await sql`insert into betting.cash_out_watch (match_id, bet_id) values (${Number(match)}::int, ${bet_id}::bigint)`.execute(
    nare.base.db,
  )
  let ending: Promise<unknown> | undefined
  await transact(nare.app.db, async (tx) => {
    await sql`select from betting.bet where bet_id = ${bet_id}::bigint for update`.execute(tx)
    let ended = false
    ending = nare.app.betting.cashOut.checkRules().finally(() => (ended = true))
    for (let polls = 0; polls < 10_000; polls++) if (ended || (await waitingForLocks(nare.base.db)) > 0) break
    await sql`
      insert into betting.cash_out_rule (bet_id, bettor_id, id, amount, active) select bet_id, bettor_id, ${randomUUID()}::uuid, 14500, true
      from betting.bet where bet_id = ${bet_id}::bigint
      on conflict (bet_id) do update set id = excluded.id, amount = excluded.amount, active = true`.execute(tx)
  })
  await ending
  expect(await watchCount(bet_id)).toBe(1)
  expect(await bets.bet(token, bet_id)).toMatchObject({ cash_out: { rule: '145.00' } })
  await cashOuts.clearRule(token, bet_id)
})

test('a bet that cannot be paid does not delay the rules of other bets', async () => {
  const [match, { token }] = [await nare.match(), await bettor(1000)]
  const betIds: string[] = []
  while (betIds.length < 10) betIds.push((await bets.mustPlace(token, [pick(match)])).bet_id)
  for (const betId of betIds) await cashOuts.setRule(token, betId, '120')
  await idle()
  // The first bet already has a cash-out with this number, so its own cash-out fails.
  await sql`
    insert into betting.cash_out (bettor_id, id, bet_id, n, quote, hash, stake, amount, automatic)
    values (1, ${randomUUID()}::uuid, ${betIds[0]}::bigint, 1, ${randomUUID()}::uuid, '', 1, 1, false)`.execute(
    nare.base.db,
  )
  await bets.price(match, homePrices('most'))
  await idle()
  const states = await Promise.all(betIds.map(async (betId) => (await bets.bet(token, betId)).state))
  expect(states).toEqual(['open', ...Array.from({ length: 9 }, () => 'cashed_out')])
})
