import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bet, type Bets } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import { whileFailing } from '#testing/failing-writes'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { cashOutByRules, type RuleCashOut } from './command.ts'

let nare: TestApp
let second: TestApp
let bets: Bets
let cashOuts: CashOuts

beforeAll(async () => {
  nare = await testApp()
  second = await testApp({}, { base: nare.base })
  bets = betsOn(nare)
  cashOuts = cashOutsOn(nare)
})
afterAll(async () => {
  await betsOn(nare).verifyBooks()
  await second.close()
  await nare.close()
})
// Without rules of earlier tests, a check has only the rules of its own test.
beforeEach(() => sql`delete from betting.cash_out_watch`.execute(nare.base.db))

type WithRule = { readonly bettor: SeededBettor; readonly bet: Bet; readonly ruleId: string }

/** Places a bet of KSh 100 and sets its rule: by default 120, which the prices of the match do not reach. */
async function withRule(bettor: SeededBettor, match: string, amount = '120'): Promise<WithRule> {
  const [bet, ruleId] = [await bets.mustPlace(bettor.token, [pick(match)]), randomUUID()]
  await cashOuts.setRule(bettor.token, bet.bet_id, amount, ruleId)
  await nare.app.betting.cashOut.idle()
  return { bettor, bet, ruleId }
}

/** Sets prices at which a bet on the home team is worth most of its possible win, or little, without starting a check. */
async function homePrices(match: string, worth: 'most' | 'little' = 'most'): Promise<void> {
  const prices = { most: sql`'{1200,6500,12000}'::bigint[]`, little: sql`'{2600,3400,2700}'::bigint[]` }[worth]
  await sql`update catalog.market set prices = ${prices} where match_id = ${Number(match)}::int and market_id = 1`.execute(
    nare.base.db,
  )
}

const idOf = ({ bet }: WithRule): bigint => BigInt(bet.bet_id)
const now = ({ bettor, bet }: WithRule): Promise<Bet> => bets.bet(bettor.token, bet.bet_id)
const check = (): Promise<number> => nare.app.betting.cashOut.checkRules()

/** The number of cash-outs of these bets, and of the transactions that made them. */
async function made(of: readonly WithRule[]): Promise<{ cashOuts: number; transactions: number }> {
  const { rows } = await sql<{ cashOuts: number; transactions: number }>`
    select count(*)::int as "cashOuts", count(distinct xmin::text)::int as transactions from betting.cash_out
    where bet_id = any(${of.map(idOf)}::bigint[])`.execute(nare.base.db)
  return rows[0] ?? { cashOuts: -1, transactions: -1 }
}

/** Runs `change` while a check has read its rules and its first transaction waits for the lock of this match. */
async function whileChecking(match: string, change: () => Promise<unknown>): Promise<void> {
  let checking: Promise<unknown> | undefined
  await transact(nare.app.db, async (tx) => {
    await lockExclusive(tx, 'match', [Number(match)])
    let ended = false
    checking = check().finally(() => (ended = true))
    while (!ended && (await waitingForLocks(nare.base.db)) === 0);
    expect(ended).toBe(false)
    await change()
  })
  await checking
}

test('sixty bets whose rules are reached together are paid in two transactions, each once, and leave no exposure', async () => {
  const [match, bettors] = [await nare.match(), await nare.bettors(20, 1000)]
  const all: WithRule[] = []
  for (const bettor of bettors) for (let n = 0; n < 3; n++) all.push(await withRule(bettor, match))
  await homePrices(match)
  await check()
  expect(await made(all)).toEqual({ cashOuts: 60, transactions: 2 })
  for (const bettor of bettors) {
    const own = await Promise.all(all.filter((one) => one.bettor === bettor).map(now))
    expect(own.map(({ state }) => state)).toEqual(['cashed_out', 'cashed_out', 'cashed_out'])
    const returned = own.reduce((sum, bet) => sum + Number(bet.returned), 700)
    expect(Number(await bets.balance(bettor.token))).toBeCloseTo(returned, 2)
  }
  expect(await cashOuts.exposureOf(match)).toEqual({ bets: 0n, stake: 0n, liability: 0n })
})

test('of a batch, bets that were settled, suspended or lost value meanwhile, whose rule was removed or that cannot be paid are left out alone', async () => {
  const matches = { common: await nare.match(), ended: '', fallen: '', suspended: '' }
  // The locks of matches are granted in the order of their ids, so a batch that waits for the first has none of the others.
  for (const name of ['ended', 'fallen', 'suspended'] as const) matches[name] = await nare.match()
  const bettor = await nare.bettor(2000)
  const good = [await withRule(bettor, matches.common), await withRule(await nare.bettor(), matches.common)]
  const poisoned = await withRule(bettor, matches.common)
  const cleared = await withRule(bettor, matches.common)
  const ended = await withRule(bettor, matches.ended)
  const fallen = await withRule(bettor, matches.fallen)
  const suspended = await withRule(bettor, matches.suspended)
  good.push(await withRule(bettor, matches.common))
  for (const match of Object.values(matches)) await homePrices(match)
  const refused = {
    on: 'insert',
    table: 'betting.cash_out',
    when: `new.bet_id = ${poisoned.bet.bet_id}`,
  } as const
  await whileFailing(nare.base, refused, () =>
    whileChecking(matches.common, async () => {
      await bets.result(matches.ended, { full_time: '1:0' })
      await homePrices(matches.fallen, 'little')
      await bets.drive(matches.suspended, { suspend: true })
      await cashOuts.clearRule(bettor.token, cleared.bet.bet_id)
    }),
  )
  const states = async (...of: WithRule[]) => (await Promise.all(of.map(now))).map(({ state }) => state)
  expect(await states(...good)).toEqual(['cashed_out', 'cashed_out', 'cashed_out'])
  expect(await states(poisoned, cleared, ended, fallen, suspended)).toEqual(['open', 'open', 'won', 'open', 'open'])
  expect(await cashOuts.movements(ended.bet.bet_id)).toEqual(['stake -10000', 'win 21000'])
  // Later, as soon as they can be, the others are paid.
  await homePrices(matches.fallen)
  await bets.drive(matches.suspended, { suspend: false })
  await nare.app.betting.cashOut.idle()
  await check()
  expect(await states(poisoned, cleared, ended, fallen, suspended)).toEqual([
    'cashed_out',
    'open',
    'won',
    'cashed_out',
    'cashed_out',
  ])
})

test('a hundred identical cash-outs by the bettor concurrent with the batch of the rules pay the bet once', async () => {
  const match = await nare.match()
  const all: WithRule[] = []
  for (const bettor of await nare.bettors(10)) all.push(await withRule(bettor, match))
  await homePrices(match)
  const tapped = all.slice(0, 3)
  const quotes = await Promise.all(tapped.map(({ bettor, bet }) => cashOuts.mustQuote(bettor.token, bet.bet_id)))
  const secondCashOuts = cashOutsOn(second)
  const taps = tapped.map(({ bettor, bet }, at) => {
    const [id, quote] = [randomUUID(), quotes[at]?.quote_id ?? '']
    return Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 ? secondCashOuts : cashOuts).take(bettor.token, bet.bet_id, quote, { id }),
      ),
    )
  })
  const checks = [nare, second].map(({ app }) => app.betting.cashOut.checkRules())
  await Promise.all(checks)
  for (const [at, replies] of (await Promise.all(taps)).entries()) {
    const [one] = tapped.slice(at)
    expect(new Set(replies.map(({ status }) => status)).size).toBe(1)
    expect(one && (await now(one)).cash_out?.paid).toBe(quotes[at]?.amount)
  }
  expect(await made(all)).toMatchObject({ cashOuts: 10 })
  for (const one of all) expect(await bets.balance(one.bettor.token)).toBe((await now(one)).returned)
})

test('batches of rules concurrent with bets, cash-outs and results on several outcomes: each bet is cashed out or settled, never both', async () => {
  const matches = [await nare.match(), await nare.match(), await nare.match()]
  const all: WithRule[] = []
  for (const bettor of await nare.bettors(20, 1000))
    for (const match of matches) all.push(await withRule(bettor, match))
  for (const match of matches) await homePrices(match)
  const placing = all.map(({ bettor }, n) =>
    betsOn(n % 2 ? nare : second).place(
      bettor.token,
      matches.map((match) => pick(match, '1', 'away_team', '12.00')),
      { stake: '20', accept: 'any' },
    ),
  )
  const taking = all.slice(0, 10).map(async ({ bettor, bet }) => {
    const quote = await cashOuts.quote(bettor.token, bet.bet_id)
    return quote.status === 200 && cashOuts.take(bettor.token, bet.bet_id, quote.body.quote_id)
  })
  const checks = [nare, second].flatMap(({ app }) => [
    app.betting.cashOut.checkRules(),
    app.betting.cashOut.checkRules(),
  ])
  const results = matches.slice(1).map((match) => bets.result(match, { full_time: '1:0' }))
  await Promise.all([...placing, ...taking, ...checks, ...results])
  await Promise.all([nare, second].map(({ app }) => app.betting.cashOut.idle()))
  const ends = await Promise.all(all.map(now))
  for (const end of ends)
    expect(end.state === 'won' ? end.returned : end.state).toBe(end.state === 'won' ? '210.00' : 'cashed_out')
  const { cashOuts: paid } = await made(all)
  expect(paid).toBe(ends.filter(({ state }) => state === 'cashed_out').length)
})

test('a batch pays the bonus parts of its bets, and bonus money that has become cash, with the right balances', async () => {
  const [match, on] = [await nare.match(), bonusesOn(nare)]
  const bettor = await nare.bettor(980)
  await on.grant(bettor, 40)
  const spent = await bets.mustPlace(bettor.token, [pick(match)], { stake: '1000' })
  expect(spent).toMatchObject({ bonus_stake: '20.00' })
  // Two bets wager the rest of the grant, so it becomes cash while the first bet is open.
  for (let n = 0; n < 2; n++) {
    const other = await nare.match()
    await bets.mustPlace(bettor.token, [pick(other)], { stake: '20' })
    await bets.result(other, { full_time: '1:0' })
  }
  await nare.app.bonus.wager()
  expect(await on.grants(bettor.token)).toMatchObject([{ state: 'converted' }])
  await cashOuts.setRule(bettor.token, spent.bet_id, '1100')
  const others = [await withRule(await nare.bettor(), match), await withRule(await nare.bettor(), match)]
  await nare.app.betting.cashOut.idle()
  await homePrices(match)
  const before = await on.has(bettor)
  await check()
  const { state, returned } = await bets.bet(bettor.token, spent.bet_id)
  expect(state).toBe('cashed_out')
  expect(await on.has(bettor)).toEqual({ cash: before.cash + BigInt(returned.replace('.', '')), bonus: before.bonus })
  for (const one of others) expect(await bets.balance(one.bettor.token)).toBe((await now(one)).returned)
})

test('a bet that is in a batch twice is paid once, under whichever rules, and of two rules with one id the first is carried out', async () => {
  const [match, bettor] = [await nare.match(), await nare.bettor(200)]
  const first = await withRule(bettor, match)
  const other = await bets.mustPlace(bettor.token, [pick(match)])
  await cashOuts.setRule(bettor.token, other.bet_id, '120', first.ruleId)
  await nare.app.betting.cashOut.idle()
  await homePrices(match)
  const command = ({ bet_id }: Bet, given: Partial<RuleCashOut> = {}): RuleCashOut => ({
    bettor: bettor.id,
    betId: BigInt(bet_id),
    matchIds: [Number(match)],
    rule: { id: first.ruleId, amount: money(12_000n) },
    nonce: randomUUID(),
    delayed: false,
    ...given,
  })
  // A rule that was replaced during its delay.
  const replaced = { rule: { id: randomUUID(), amount: money(11_000n) }, delayed: true }
  const commands = [command(first.bet), command(first.bet), command(first.bet, replaced), command(other)]
  const { ledger, catalog, country } = nare.app
  const cashOut = () => ({ on: true, markets: new Map(), ...country.cashOut })
  const results = await transact(nare.app.db, (tx) => cashOutByRules({ ledger, catalog, cashOut }, tx, commands))
  expect(results.map((result) => result?.kind)).toEqual(['cashed_out', undefined, undefined, undefined])
  expect((await bets.bet(bettor.token, other.bet_id)).state).toBe('open')
})
