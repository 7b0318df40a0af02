import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets } from '#testing/bets'
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

async function bettorWith(cash: number, bonus: number) {
  const bettor = await nare.bettor(cash === 0 ? 20 : cash)
  if (cash === 0) await bets.mustPlace(bettor.token, [pick(await nare.match())], { stake: '20' })
  const on = bonusesOn(nare)
  const granted = bonus > 0 ? await on.grant(bettor, bonus, { wagerTimes: 50 }) : undefined
  const grantId = granted && 'grantId' in granted ? granted.grantId : 0n
  return { bettor, token: bettor.token, grantId, ...on, has: () => on.has(bettor) }
}

test('a stake is paid from cash first, then from bonus money; the bet, the slip and the list show both parts', async () => {
  const { token, has, grants } = await bettorWith(60, 100)
  const match = await nare.match()
  const input = { slip: [pick(match)], stake: '100' }
  expect((await nare.call(betting.validate, input, token)).body.bonus).toBe('40.00')
  expect((await nare.call(betting.validate, { ...input, stake: '50' }, token)).body.bonus).toBeUndefined()
  expect((await nare.call(betting.validate, { ...input, stake: '500' }, token)).body.bonus).toBeUndefined()
  expect((await nare.call(betting.validate, input)).body.bonus).toBeUndefined()
  const placed = await bets.place(token, [pick(match)])
  expect(placed.body.bet).toMatchObject({ stake: '100.00', bonus_stake: '40.00', bonus_returned: '0.00' })
  expect(placed.body.balance).toBe('0.00')
  expect(await has()).toEqual({ cash: 0n, bonus: 6_000n })
  expect(await grants(token)).toMatchObject([{ amount: '100.00', left: '60.00', staked: '40.00', state: 'active' }])
  const all = await bets.place(token, [pick(match)], { stake: '60' })
  expect(all.body.bet).toMatchObject({ stake: '60.00', bonus_stake: '60.00' })
  const over = await bets.place(token, [pick(match)], { stake: '20' })
  expect(over.body).toMatchObject({ code: 'insufficient_funds' })
})

test('winnings are split by share of stake, and the bonus part stays bonus money', async () => {
  const { token, has } = await bettorWith(60, 40)
  const match = await nare.match()
  const bet = await bets.mustPlace(token, [pick(match)])
  await bets.result(match, won)
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ returned: '210.00', bonus_returned: '84.00' })
  expect(await has()).toEqual({ cash: 12_600n, bonus: 8_400n })
})

test('a void bet restores cash and grant; bonus money of a grant that has ended is returned to the house', async () => {
  const one = await bettorWith(60, 40)
  const other = await bettorWith(60, 40)
  const match = await nare.match()
  await bets.mustPlace(one.token, [pick(match)])
  await bets.mustPlace(other.token, [pick(match)])
  await nare.app.bonus.cancel({ bettor: other.bettor.id, grantId: other.grantId, id: randomUUID() })
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await bets.result(match, { cancelled: true })
  expect(await one.has()).toEqual({ cash: 6_000n, bonus: 4_000n })
  expect(await one.grants(one.token)).toMatchObject([{ left: '40.00', staked: '0.00' }])
  expect(await other.has()).toEqual({ cash: 6_000n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before + 4_000n)
})

test('a correction reverses both parts; bonus money that was already spent is a loss of the house, never a debt', async () => {
  const { token, has } = await bettorWith(60, 40)
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)])
  await bets.result(match, won)
  const later = await nare.match()
  await bets.mustPlace(token, [pick(later)], { stake: '200' })
  expect(await has()).toEqual({ cash: 0n, bonus: 1_000n })
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await bets.result(match, lost)
  expect(await has()).toEqual({ cash: 0n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before - 7_400n)
  // The 74 that the bettor has already spent are not paid a second time.
  await bets.result(match, won)
  expect(await has()).toEqual({ cash: 0n, bonus: 1_000n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before)
})

test('bonus winnings that became cash are paid once, however often the result is corrected', async () => {
  const { bettor, token, grant, grants, has } = await bettorWith(20, 0)
  await grant(bettor, 20)
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)], { stake: '40' })
  await bets.result(match, won)
  await nare.app.bonus.wager()
  expect(await has()).toEqual({ cash: 8_400n, bonus: 0n })
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await bets.result(match, { cancelled: true })
  // Of the 84 the bettor keeps the 42 of the bonus; its share of the refund is in them.
  expect(await has()).toEqual({ cash: 6_200n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before - 2_200n)
  for (let round = 0; round < 2; round++) {
    await bets.result(match, lost)
    expect(await has()).toEqual({ cash: 4_200n, bonus: 0n })
    expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before - 4_200n)
    await bets.result(match, won)
    expect(await has()).toEqual({ cash: 8_400n, bonus: 0n })
    expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before)
  }
  expect(await grants(token)).toMatchObject([{ state: 'converted', converted: '42.00' }])
})

test('the grant that expires first is spent first, and each grant gets its share of the winnings', async () => {
  const { bettor, token, grant, grants, has } = await bettorWith(0, 0)
  await grant(bettor, 30, { days: 20 })
  await grant(bettor, 20, { days: 3 })
  await grant(bettor, 50, { days: 10 })
  const match = await nare.match()
  const bet = await bets.mustPlace(token, [pick(match)], { stake: '60' })
  expect(bet).toMatchObject({ bonus_stake: '60.00' })
  expect((await grants(token)).map(({ left, staked }) => [left, staked])).toEqual([
    ['0.00', '20.00'],
    ['10.00', '40.00'],
    ['30.00', '0.00'],
  ])
  await bets.result(match, won)
  expect((await grants(token)).map(({ left }) => left)).toEqual(['42.00', '94.00', '30.00'])
  expect(await has()).toEqual({ cash: 0n, bonus: 16_600n })
})

test('limits count bonus stakes as stakes', async () => {
  const { token } = await bettorWith(50, 100)
  await nare.call(protection.setLimits, { stake: { day: '100' } }, token)
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)], { stake: '90' })
  const over = await bets.place(token, [pick(match)], { stake: '20' })
  expect(over.body).toMatchObject({ code: 'limit_reached' })
})

test('of a hundred identical bets one is placed, and of a hundred different bets only those that cash and bonus cover', async () => {
  const { token, has } = await bettorWith(90, 110)
  const match = await nare.match()
  const slip = slipOf([pick(match)], { stake: '20' })
  const same = await Promise.all(Array.from({ length: 100 }, () => nare.call(betting.place, slip, token)))
  expect(new Set(same.map(({ body }) => body.bet.bet_id)).size).toBe(1)
  const different = await Promise.all(
    Array.from({ length: 100 }, () => bets.place(token, [pick(match)], { stake: '20' })),
  )
  expect(different.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(await has()).toEqual({ cash: 0n, bonus: 0n })
})

test('bets that race the expiry of a grant get its money or are refused, and no cent is lost', async () => {
  for (let round = 0; round < 8; round++) {
    const { token, grantId, has } = await bettorWith(0, 100)
    const match = await nare.match()
    await nare.app.bonus.wager()
    const before = await nare.app.ledger.houseBalance('house:promotions')
    const expiry = transact(nare.base.db, async (tx) => {
      await sql`set local role none`.execute(tx)
      await sql`update bonus.grant set expires_at = platform.now() - interval '2 minutes' where grant_id = ${grantId}`.execute(
        tx,
      )
    })
    const [, ...placed] = await Promise.all([
      expiry.then(() => Promise.all([nare.app.bonus.expire(), nare.app.bonus.expire()])),
      ...Array.from({ length: 6 }, () => bets.place(token, [pick(match)], { stake: '20' })),
    ])
    const taken = BigInt(placed.filter(({ status }) => status === 201).length) * 2_000n
    await nare.app.bonus.expire()
    expect(await has()).toEqual({ cash: 0n, bonus: 0n })
    expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before + 10_000n - taken)
    await bets.result(match, won)
    expect(await has()).toEqual({ cash: 0n, bonus: 0n })
    expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before + 10_000n - taken + (taken * 21n) / 10n)
  }
})

test('bets that race the cancellation of a grant get its money or are refused, and no cent is lost', async () => {
  for (let round = 0; round < 8; round++) {
    const { bettor, token, grantId, has } = await bettorWith(0, 100)
    const match = await nare.match()
    const before = await nare.app.ledger.houseBalance('house:promotions')
    const [cancelled, ...placed] = await Promise.all([
      nare.app.bonus.cancel({ bettor: bettor.id, grantId, id: randomUUID() }),
      ...Array.from({ length: 6 }, () => bets.place(token, [pick(match)], { stake: '20' })),
    ])
    const taken = BigInt(placed.filter(({ status }) => status === 201).length) * 2_000n
    expect(cancelled).toBe('cancelled')
    expect(await has()).toEqual({ cash: 0n, bonus: 0n })
    expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before + 10_000n - taken)
  }
})
