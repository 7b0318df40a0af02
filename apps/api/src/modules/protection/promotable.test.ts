import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { promotable, unpromotable } from './protection.ts'

let nare: TestApp
let bets: Bets
let matchId: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  matchId = await nare.match({ start_time: new Date(nare.app.clock.now() + 200 * 86_400_000).toISOString() })
})
afterAll(() => nare.close())

async function newBettor(): Promise<SeededBettor> {
  const bettor = await nare.bettor(1_000)
  return bettor
}
const why = async ({ id }: SeededBettor) => (await unpromotable(nare.app.db, [id])).get(id)
const deposit = (bettor: bigint, cents: bigint) =>
  transact(nare.app.db, (tx) =>
    nare.app.ledger.credit(tx, [
      {
        id: randomUUID(),
        kind: 'deposit',
        bettor,
        amount: money(cents),
        against: nare.app.ledger.house('house:sandbox'),
      },
    ]),
  )
const days = (count: number) => nare.call(sandbox.clock, { advance_s: count * 86_400 })

test('a bettor without restrictions is promotable, and so is a bettor with a limit that is not used up', async () => {
  const free = await newBettor()
  const limited = await newBettor()
  await nare.call(protection.setLimits, { stake: { day: '100', bet: '20' }, deposit: { week: '500' } }, limited.token)
  await bets.place(limited.token, [pick(matchId)], { stake: '20' })
  await deposit(limited.id, 10_000n)
  expect(await promotable(nare.app.db, [free.id, limited.id])).toEqual(new Set([free.id, limited.id]))
  expect(await promotable(nare.app.db, [])).toEqual(new Set())
})

test('a bettor with a closed account is not promotable, nor is a bettor on a break until it is over', async () => {
  const [onBreak, closed, free] = [await newBettor(), await newBettor(), await newBettor()]
  await nare.call(protection.selfExclude, { period: '24h' }, onBreak.token)
  await sql`insert into protection.closed (bettor_id, since) values (${closed.id}::bigint, platform.now())`.execute(
    nare.base.db,
  )
  expect([await why(onBreak), await why(closed), await why(free)]).toEqual(['excluded', 'excluded', undefined])
  expect(await promotable(nare.app.db, [onBreak.id, closed.id, free.id])).toEqual(new Set([free.id]))
  await days(2)
  expect([await why(onBreak), await why(closed)]).toEqual([undefined, 'excluded'])
})

test('a bettor with a sign of harm is not promotable for ninety days', async () => {
  const one = await newBettor()
  await sql`
    insert into protection.marker (bettor_id, day, score, reasons, at)
    values (${one.id}::bigint, platform.now()::date - 1, 1, '[]', platform.now())`.execute(nare.base.db)
  expect(await why(one)).toBe('marked')
  await days(88)
  expect(await why(one)).toBe('marked')
  await days(3)
  expect(await why(one)).toBeUndefined()
})

test('a bettor with a used-up limit of any kind is not promotable until the next period', async () => {
  const [staked, lost, paidIn] = [await newBettor(), await newBettor(), await newBettor()]
  await nare.call(protection.setLimits, { stake: { day: '40' } }, staked.token)
  await nare.call(protection.setLimits, { loss: { day: '50' } }, lost.token)
  await nare.call(protection.setLimits, { deposit: { day: '100' } }, paidIn.token)
  await bets.place(staked.token, [pick(matchId)], { stake: '20' })
  await bets.place(lost.token, [pick(matchId)], { stake: '30' })
  await deposit(paidIn.id, 9_999n)
  expect([await why(staked), await why(lost), await why(paidIn)]).toEqual([undefined, undefined, undefined])
  await bets.place(staked.token, [pick(matchId)], { stake: '20' })
  await bets.place(lost.token, [pick(matchId)], { stake: '20' })
  await deposit(paidIn.id, 1n)
  expect([await why(staked), await why(lost), await why(paidIn)]).toEqual(['limited', 'limited', 'limited'])
  await days(1)
  expect([await why(staked), await why(lost), await why(paidIn)]).toEqual([undefined, undefined, undefined])
})
