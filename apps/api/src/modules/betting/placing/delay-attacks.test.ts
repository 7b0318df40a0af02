import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets } from '#testing/bets'
import { TooManyWaiting } from '#platform/turns'
import { hashOf } from './slip.ts'

let nare: TestApp
let bets: Bets
let match: string
let before: string
let token: string
let msisdn: string
let numbers = 712_500_000
const password = 'a long way to Nakuru'
/** Runs during the live delay; each test sets its own. */
let duringDelay: () => Promise<unknown>

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: async () => void (await duringDelay()) })
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))
beforeEach(async () => {
  duringDelay = async () => undefined
  ;[match, before] = [await nare.match(), await nare.match()]
  await bets.drive(match, { state: 'live', minute: 10 })
  msisdn = `254${numbers++}`
  await nare.app.identity.openDemo({ msisdn, password, name: 'Asha' })
  await nare.call(sandbox.fund, { msisdn, amount: '1000' })
  token = await login()
})

const login = async (): Promise<string> => (await nare.call(identity.login, { msisdn, password })).body.user.token

const placed = async (): Promise<string[]> =>
  (await nare.call(betting.bets, {}, token)).body.data.map(({ stake }) => stake).toSorted()

test('a bettor cannot cancel a live bet by using its id for another bet during its delay', async () => {
  const live = slipOf([pick(match)])
  const other = slipOf([pick(before)], { id: live.id, stake: '20' })
  const others: number[] = []
  duringDelay = async () => void others.push((await nare.call(betting.place, other, token)).status)
  const response = await nare.call(betting.place, live, token)
  expect(others).toEqual([201])
  expect(response).toMatchObject({ status: 201, body: { bet: { stake: '100.00' } } })
  expect(await placed()).toEqual(['100.00', '20.00'])
  expect(await bets.balance(token)).toBe('880.00')
})

test('a live bet whose id was used during its delay is placed once, however many connections send it', async () => {
  const live = slipOf([pick(match)])
  const other = slipOf([pick(before)], { id: live.id, stake: '20' })
  let taken: Promise<unknown> | undefined
  duringDelay = () => (taken ??= nare.call(betting.place, other, token))
  const responses = await Promise.all([token, await login()].map((by) => nare.call(betting.place, live, by)))
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  expect(await placed()).toEqual(['100.00', '20.00'])
})

test('a bettor cannot cancel a live bet by using up the replacement ids that can be computed from it', async () => {
  const live = slipOf([pick(match)])
  const digits = createHash('sha256')
    .update(`${live.id} ${hashOf(betting.place.input.parse(live))}`)
    .digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  const statuses: number[] = []
  duringDelay = async () => {
    for (const id of [live.id, [...parts, digits.slice(20, 32)].join('-')]) {
      const other = slipOf([pick(before)], { id, stake: '20' })
      statuses.push((await nare.call(betting.place, other, token)).status)
    }
  }
  const response = await nare.call(betting.place, live, token)
  expect(statuses).toEqual([201, 201])
  expect(response).toMatchObject({ status: 201, body: { bet: { stake: '100.00' } } })
  expect(await placed()).toEqual(['100.00', '20.00', '20.00'])
})

test('a bettor cannot cancel a live bet by sending it from another session that fails before its delay is over', async () => {
  const live = slipOf([pick(match)])
  const again = await login()
  const others: number[] = []
  let waiting = 0
  duringDelay = async () => {
    if (++waiting > 1) throw new TooManyWaiting('too many live bets of one bettor are waiting')
    others.push((await nare.call(betting.place, live, again)).status)
  }
  const response = await nare.call(betting.place, live, token)
  expect(others).toEqual([429])
  expect(response).toMatchObject({ status: 201, body: { balance: '900.00' } })
  expect(await placed()).toEqual(['100.00'])
})
