import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { crash as calls } from '@nare/contract/crash'
import { ke } from '#country/ke'
import type { TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
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
