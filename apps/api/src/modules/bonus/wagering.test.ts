import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bonus as calls } from '@nare/contract/bonus'
import { cashOut } from '@nare/contract/cash-out'
import { ledger as ledgerCalls } from '@nare/contract/ledger'
import { price } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import { withdraw } from '#testing/withdraw'
import type { NewGrant } from './bonus.ts'
import { bonusesOn } from '#testing/bonus'

let nare: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))

const won = { full_time: '2:0' }
const lost = { full_time: '0:2' }
const dayS = 86_400

/** Updates a grant as the owner of the tables, because the application role may not change these columns. */
const asOwner = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  transact(nare.base.db, async (tx) => {
    await sql`set local role none`.execute(tx)
    return work(tx)
  })

async function bettorWith(cash: number, bonus: number, changes: Partial<NewGrant> = {}) {
  const bettor = await nare.bettor(cash)
  const on = bonusesOn(nare)
  const granted = await on.grant(bettor, bonus, changes)
  const grantId = 'grantId' in granted ? granted.grantId : 0n
  const own = async () => (await on.grants(bettor.token)).find((view) => view.grant_id === grantId.toString())
  return { bettor, token: bettor.token, grantId, ...on, own, has: () => on.has(bettor) }
}

test('cash and bonus stakes count as wagering when they are settled; the remaining bonus then becomes cash, once', async () => {
  const { token, own, has } = await bettorWith(100, 50, { wagerTimes: 3 })
  const [first, second] = [await nare.match(), await nare.match()]
  await bets.mustPlace(token, [pick(first)], { stake: '120' })
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_total: '150.00', wager_done: '0.00', left: '30.00', staked: '20.00' })
  await bets.result(first, won)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '120.00', left: '72.00', staked: '0.00', state: 'active' })
  expect(await has()).toEqual({ cash: 21_000n, bonus: 7_200n })
  await bets.mustPlace(token, [pick(second)], { stake: '40' })
  await bets.result(second, lost)
  await Promise.all(Array.from({ length: 5 }, () => nare.app.bonus.wager()))
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '150.00', left: '0.00', state: 'converted', converted: '72.00' })
  expect(await has()).toEqual({ cash: 24_200n, bonus: 0n })
  const { data } = (await nare.call(ledgerCalls.transactions, {}, token)).body
  expect(data.filter(({ kind }) => kind === 'bonus_converted')).toMatchObject([{ amount: '72.00' }])
})

test('over and under of one match count only what they have at risk together, whatever the result and the order', async () => {
  const { token, own, has } = await bettorWith(1000, 500, { wagerTimes: 1 })
  const match = await nare.match({ over: '1.95', under: '1.95' })
  await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.95')], { stake: '500' })
  await bets.mustPlace(token, [pick(match, '18', 'under 2.5', '1.95')], { stake: '500' })
  await bets.result(match, won)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '25.00', state: 'active' })
  expect((await has()).cash).toBe(97_500n)
  await bets.result(match, { full_time: '2:1' })
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '25.00', state: 'active' })
})

test('all results of a match and multis that cover two matches count once', async () => {
  const { token, own } = await bettorWith(10_000, 500, { wagerTimes: 5 })
  const [first, second, third] = [await nare.match(), await nare.match(), await nare.match()]
  const results = [
    ['home_team', '2.10'],
    ['draw', '3.40'],
    ['away_team', '3.60'],
  ] as const
  for (const [key, odds] of results) await bets.mustPlace(token, [pick(first, '1', key, odds)], { stake: '100' })
  for (const [one, a] of results)
    for (const [other, b] of results)
      await bets.mustPlace(token, [pick(second, '1', one, a), pick(third, '1', other, b)], { stake: '60' })
  await bets.result(first, won)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '90.00' })
  await bets.result(second, won)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '90.00' })
  await bets.result(third, lost)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '150.00' })
})

test('void bets, bets below the minimum price, cashed-out bets and bets placed before the grant do not count as wagering', async () => {
  const { bettor, token, own, grant } = await bettorWith(1000, 50, { wagerTimes: 20, minOdds: price(2000n) })
  const [voided, low, cashed, counted] = [
    await nare.match(),
    await nare.match(),
    await nare.match(),
    await nare.match(),
  ]
  await bets.mustPlace(token, [pick(voided)], { stake: '20' })
  await bets.mustPlace(token, [pick(low, '18', 'over 2.5', '1.90'), pick(counted)], { stake: '30' })
  const bet = await bets.mustPlace(token, [pick(cashed)], { stake: '40' })
  await bets.mustPlace(token, [pick(counted)], { stake: '50' })
  const later = await grant(bettor, 30, { wagerTimes: 1, days: 1 })
  const quote = await nare.call(cashOut.quote, { bet_id: bet.bet_id }, token)
  await nare.call(
    cashOut.take,
    { bet_id: bet.bet_id, id: randomUUID(), quote_id: quote.body.quote_id, part: '0.50' },
    token,
  )
  await bets.result(voided, { cancelled: true })
  for (const match of [low, cashed, counted]) await bets.result(match, won)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '70.00' })
  if (!('grantId' in later)) throw new Error('not granted')
  const all = (await nare.call(calls.bonus, {}, token)).body.data
  expect(all.find((view) => view.grant_id === later.grantId.toString())).toMatchObject({ wager_done: '0.00' })
})

test('a correction replaces what a bet has added; a stake counts for the grant that expires first, then for the next', async () => {
  const { bettor, token, own, grant, grants } = await bettorWith(1000, 50, { wagerTimes: 1, days: 5 })
  await grant(bettor, 40, { wagerTimes: 2, days: 9 })
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)], { stake: '40' })
  await bets.result(match, won)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '40.00' })
  await bets.result(match, { cancelled: true })
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '0.00' })
  await bets.result(match, lost)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ wager_done: '40.00' })
  const next = await nare.match()
  await bets.mustPlace(token, [pick(next)], { stake: '25' })
  await bets.result(next, won)
  await nare.app.bonus.wager()
  expect((await grants(token)).map(({ state, wager_done }) => [state, wager_done])).toEqual([
    ['active', '15.00'],
    ['converted', '50.00'],
  ])
  await bets.result(next, { cancelled: true })
  await nare.app.bonus.wager()
  expect((await grants(token)).map(({ state, wager_done }) => [state, wager_done])).toEqual([
    ['active', '0.00'],
    ['converted', '50.00'],
  ])
})

test('the return of an open bet is cash if its grant has completed its wagering', async () => {
  const { token, has, own } = await bettorWith(100, 50)
  const [open, other] = [await nare.match(), await nare.match()]
  await bets.mustPlace(token, [pick(other)], { stake: '50' })
  await bets.mustPlace(token, [pick(open)], { stake: '70' })
  expect(await own()).toMatchObject({ left: '30.00', staked: '20.00' })
  await bets.result(other, lost)
  await nare.app.bonus.wager()
  expect(await has()).toEqual({ cash: 3_000n, bonus: 0n })
  await bets.result(open, won)
  expect(await has()).toEqual({ cash: 17_700n, bonus: 0n })
  expect(await own()).toMatchObject({ state: 'converted', converted: '72.00' })
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await bets.result(open, lost)
  expect(await has()).toEqual({ cash: 7_200n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before - 4_200n)
})

test('a grant whose money was lost is used up, and later stakes count towards the next grant', async () => {
  const { bettor, token, own, grant, grants } = await bettorWith(20, 30, { wagerTimes: 30, days: 3 })
  const [match, next] = [await nare.match(), await nare.match()]
  await bets.mustPlace(token, [pick(match)], { stake: '50' })
  await bets.result(match, lost)
  await nare.app.bonus.wager()
  expect(await own()).toMatchObject({ state: 'used', left: '0.00' })
  await grant(bettor, 40, { wagerTimes: 2, days: 9 })
  await bets.mustPlace(token, [pick(next)], { stake: '20' })
  await bets.result(next, lost)
  await nare.app.bonus.wager()
  expect((await grants(token)).map(({ wager_done }) => wager_done)).toEqual(['0.00', '20.00'])
})

test('expired bonus money cannot be staked; a bet before the expiry counts, even if the expiry runs late', async () => {
  const { token, has, own } = await bettorWith(20, 50, { days: 1 })
  const match = await nare.match({ start_time: new Date(nare.app.clock.now() + 3 * dayS * 1000).toISOString() })
  await bets.mustPlace(token, [pick(match)], { stake: '60' })
  await nare.app.clock.advance(dayS + 5)
  expect((await bets.place(token, [pick(match)], { stake: '20' })).body).toMatchObject({ code: 'insufficient_funds' })
  expect(await own()).toMatchObject({ state: 'expired', left: '10.00' })
  await nare.app.bonus.expire()
  expect(await has()).toEqual({ cash: 0n, bonus: 1_000n })
  await nare.app.clock.advance(60)
  await nare.app.bonus.expire()
  expect(await has()).toEqual({ cash: 0n, bonus: 0n })
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await bets.result(match, won)
  expect(await has()).toEqual({ cash: 4_200n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before + 8_400n)
})

test('a grant does not expire before all bets that were settled in its time are counted', async () => {
  const { token, has, own } = await bettorWith(20, 50, { days: 1 })
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)], { stake: '60' })
  await bets.result(match, lost)
  await nare.app.clock.advance(dayS + 120)
  await nare.app.bonus.expire()
  expect(await own()).toMatchObject({ wager_done: '0.00', left: '10.00' })
  await nare.app.bonus.wager()
  await nare.app.bonus.expire()
  expect(await own()).toMatchObject({ state: 'converted', converted: '10.00' })
  expect(await has()).toEqual({ cash: 1_000n, bonus: 0n })
})

test('any number of grants that cannot be expired does not delay the others', async () => {
  const stuck = await bettorWith(20, 40, { days: 1 })
  await nare.app.bonus.wager()
  const setLeft = (cents: number) =>
    asOwner((tx) =>
      sql`
        update bonus.grant set left_amount = ${cents}, expires_at = expires_at - interval '1 hour'
        where grant_id = ${stuck.grantId}`.execute(tx),
    )
  // The grants exceed the balance of the bonus account.
  await setLeft(5_000)
  // Grants of a bettor without accounts.
  await asOwner((tx) =>
    sql`
      insert into bonus.grant (id, hash, bettor_id, source, amount, left_amount, wager_total, min_odds, products, expires_at)
      select 'broken ' || n, '\\x00', 1, 'operator', 1, 1, 1, 1000, '{sports}', platform.now() - interval '1 hour'
      from generate_series(1, 200) n`.execute(tx),
  )
  const { has } = await bettorWith(20, 30, { days: 1 })
  await nare.app.clock.advance(dayS + 120)
  await nare.app.bonus.expire()
  expect([await has(), await stuck.has()]).toMatchObject([{ bonus: 0n }, { bonus: 4_000n }])
  await setLeft(4_000)
  await asOwner((tx) => sql`delete from bonus.grant where id like 'broken %'`.execute(tx))
  await nare.app.bonus.expire()
  expect(await stuck.has()).toMatchObject({ bonus: 0n })
})

test('bonus money is never withdrawn, and a cash-out pays the bonus share back to the grant', async () => {
  const { token, has } = await bettorWith(200, 200, { wagerTimes: 30 })
  expect((await withdraw(nare, token, '250')).body).toMatchObject({ code: 'insufficient_funds' })
  const match = await nare.match()
  const bet = await bets.mustPlace(token, [pick(match)], { stake: '400' })
  expect(await has()).toEqual({ cash: 0n, bonus: 0n })
  const quote = (await nare.call(cashOut.quote, { bet_id: bet.bet_id }, token)).body
  const taking = { bet_id: bet.bet_id, id: randomUUID(), quote_id: quote.quote_id, part: '0.33' }
  const taken = await Promise.all(Array.from({ length: 10 }, () => nare.call(cashOut.take, taking, token)))
  expect(new Set(taken.map(({ body }) => body.amount)).size).toBe(1)
  const paid = BigInt(taken[0]?.body.amount.replace('.', '') ?? '0')
  expect(await has()).toEqual({ cash: paid - paid / 2n, bonus: paid / 2n })
  const rest = (await nare.call(cashOut.quote, { bet_id: bet.bet_id }, token)).body
  await nare.call(cashOut.take, { bet_id: bet.bet_id, id: randomUUID(), quote_id: rest.quote_id }, token)
  const all = paid + BigInt(rest.amount.replace('.', ''))
  expect(await has()).toEqual({ cash: all - all / 2n, bonus: all / 2n })
  await nare.app.bonus.wager()
})

test('a withdrawal that leaves less cash than the deposit of a grant ends the grant; other grants stay', async () => {
  const { token, own, has, grant, grants, bettor } = await bettorWith(700, 500, { givenFor: 500_00n })
  await grant(bettor, 30)
  expect((await withdraw(nare, token, '200')).status).toBe(200)
  expect(await own()).toMatchObject({ state: 'active', given_for: '500.00' })
  expect((await withdraw(nare, token, '30')).status).toBe(200)
  expect(await own()).toMatchObject({ state: 'cancelled', left: '0.00', withdrawn: true })
  expect((await grants(token)).map(({ state }) => state)).toEqual(['active', 'cancelled'])
  expect((await has()).bonus).toBe(30_00n)
})
