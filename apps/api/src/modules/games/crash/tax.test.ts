import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { crash as calls } from '@nare/contract/crash'
import { ke } from '#country/ke'
import type { TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { crashWorld, long, type CrashGame } from '../testing/crash-world.ts'

const taxes = [...ke.taxes, { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '15' } as const]
let nare: TestApp
let game: CrashGame
beforeAll(async () => {
  ;({ nare, game } = await crashWorld({ country: { taxes } }))
})
afterAll(async () => {
  await betsOn(nare).verifyBooks(taxes)
  await nare.close()
})

test('a cash-out names the tax that was withheld, as it is answered, repeated, listed and refused as too late', async () => {
  const bettor = await nare.bettor(1000)
  const round = await game.betting(long)
  const placed = await game.bet(bettor.token)
  const id = placed.body.bet.bet_id
  expect(placed.body.bet.tax).toBeUndefined()
  await game.flying(round)
  await game.jump(2)
  const command = crypto.randomUUID()
  const out = await game.cashOut(bettor.token, id, command)
  expect(out.status).toBe(200)
  const { tax, returned, stake } = out.body.bet
  const won = Number(returned) - Number(stake)
  expect(won).toBeGreaterThan(0)
  const withheld = Math.floor(won * 15) / 100
  const paid = (Number(returned) - withheld).toFixed(2)
  expect(tax).toEqual({ percent: '15', amount: withheld.toFixed(2), paid })
  expect(Number(await game.balance(bettor.token))).toBeCloseTo(900 + Number(paid), 2)
  expect((await game.cashOut(bettor.token, id, command)).body.bet).toEqual(out.body.bet)
  const late = await game.cashOut(bettor.token, id, crypto.randomUUID())
  expect([late.status, late.body]).toMatchObject([409, { bet: { tax } }])
  const listed = (await nare.call(calls.bets, {}, bettor.token)).body.data
  expect(listed.find(({ bet_id }) => bet_id === id)?.tax).toEqual(tax)
  expect((await nare.call(betting.bet, { id }, bettor.token)).body.data.tax).toEqual(tax)
  await game.crashed(round)
})

test('a bet is staked with cash alone: its tax deducts the whole stake, and bonus money stays as it is', async () => {
  const bettor = await nare.bettor(100)
  const bonuses = bonusesOn(nare)
  await bonuses.grant(bettor, 500, { wagerTimes: 30 })
  const before = await nare.app.ledger.houseBalance('tax:winnings')
  const round = await game.betting(long)
  const beyond = await game.bet(bettor.token, { stake: '200' })
  expect([beyond.status, beyond.body]).toMatchObject([422, { code: 'insufficient_funds' }])
  const placed = await game.bet(bettor.token)
  await game.flying(round)
  await game.jump(2)
  const { tax, returned } = (await game.cashOut(bettor.token, placed.body.bet.bet_id)).body.bet
  const won = Math.round(Number(returned) * 100)
  const due = Math.floor(((won - 10_000) * 15) / 100)
  expect(due).toBeGreaterThan(0)
  expect(tax).toEqual({ percent: '15', amount: (due / 100).toFixed(2), paid: ((won - due) / 100).toFixed(2) })
  expect((await nare.app.ledger.houseBalance('tax:winnings')) - before).toBe(BigInt(due))
  expect(await bonuses.has(bettor)).toEqual({ cash: BigInt(won - due), bonus: 50_000n })
  await game.crashed(round)
})
