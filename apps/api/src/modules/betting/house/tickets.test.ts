import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { consoleTickets } from '@nare/contract/console-tickets'
import { openDb, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import { effectOf, foreseen, houseOn } from '#testing/house-results'
import { operatorsOf, operatorToken } from '#testing/operators'
import { waitingForLocks } from '#testing/waiting'

const OPERATORS = operatorsOf({ tom: 'trader', tina: 'trader', vera: 'trader', ulla: 'trader', sue: 'support' })
let nare: TestApp
let bets: Bets
let cashOuts: CashOuts
let house: ReturnType<typeof houseOn>
beforeAll(async () => {
  nare = await testApp({
    OPERATORS: operatorsOf({ tom: 'trader', tina: 'trader', vera: 'trader', ulla: 'trader', sue: 'support' }),
  })
  bets = betsOn(nare)
  cashOuts = cashOutsOn(nare)
  house = houseOn(nare)
})
afterAll(() => closeWithBooks(nare))

/** Does it after its preview, which must be what happened. The end of a void needs two people. */
async function previewed(what: 'voidTicket' | 'resettleTicket', betId: string) {
  const preview = await house.ticket(what, betId, { preview: true })
  const before = await house.stand()
  if (what === 'resettleTicket') expect((await house.ticket(what, betId)).status).toBe(202)
  const answer = await house.ticket(what, betId, what === 'resettleTicket' ? { by: 'tina' } : {})
  expect(await house.changedSince(before)).toEqual(foreseen(effectOf(preview)))
  return answer
}

test('a void ticket gets its stake back, stays void whatever its match says, and is settled again by hand only', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor(200)]
  const bet = await bets.mustPlace(token, [pick(match)])
  expect(await cashOuts.exposureOf(match)).toMatchObject({ bets: 1n, stake: 10_000n })
  expect(await previewed('voidTicket', bet.bet_id)).toMatchObject({ body: { state: 'void', returned: '100.00' } })
  expect(await cashOuts.exposureOf(match)).toMatchObject({ bets: 0n, stake: 0n })
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
  await bets.result(match, { full_time: '1:0' })
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
  expect((await house.ticket('voidTicket', bet.bet_id)).body).toMatchObject({ state: 'unchanged' })
  const evidence = await nare.call(consoleTickets.ticket, { id: bet.bet_id }, operatorToken('tom'))
  expect(evidence.body.data.why).toBe('Void: tom declared it void: seen on the pitch')
  expect(await previewed('resettleTicket', bet.bet_id)).toMatchObject({
    body: { state: 'settled', returned: '210.00' },
  })
  expect((await house.ticket('resettleTicket', bet.bet_id)).body).toMatchObject({ state: 'unchanged' })
  expect(await bets.balance(token)).toBe('310.00')
  await bets.result(match, { full_time: '0:1' })
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'lost' })
})

test('of a ticket that was cashed out in part the rest is returned, and a lost one may be void too', async () => {
  const [match, other, { token }] = [await nare.match(), await nare.match(), await nare.bettor(200)]
  const parted = await bets.mustPlace(token, [pick(match)])
  const quote = await cashOuts.mustQuote(token, parted.bet_id)
  const taken = await cashOuts.take(token, parted.bet_id, quote.quote_id, { part: '0.50' })
  expect(taken.status).toBe(200)
  const cashed = Number(taken.body.amount)
  const lost = await bets.mustPlace(token, [pick(match, '1', 'draw', '3.40'), pick(other)])
  await bets.result(match, { full_time: '1:0' })
  expect(await bets.bet(token, lost.bet_id)).toMatchObject({ state: 'lost' })
  await previewed('voidTicket', parted.bet_id)
  await previewed('voidTicket', lost.bet_id)
  expect(await bets.bet(token, parted.bet_id)).toMatchObject({ state: 'void', returned: (cashed + 50).toFixed(2) })
  expect(await bets.bet(token, lost.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
  await bets.result(other, { full_time: '1:0' })
  expect(await bets.bet(token, lost.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
  await previewed('resettleTicket', lost.bet_id)
  expect(await bets.bet(token, lost.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
})

test('tickets of other products, unknown ones and those that were cashed out in full are refused', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  expect((await house.ticket('voidTicket', bet.bet_id, { by: 'sue' })).status).toBe(403)
  const quote = await cashOuts.mustQuote(token, bet.bet_id)
  await cashOuts.take(token, bet.bet_id, quote.quote_id)
  for (const what of ['voidTicket', 'resettleTicket'] as const) {
    expect(await house.ticket(what, bet.bet_id)).toMatchObject({ status: 422, body: { code: 'not_voidable' } })
    expect((await house.ticket(what, bet.bet_id, { preview: true })).status).toBe(422)
    expect((await house.ticket(what, '999999999')).status).toBe(404)
  }
})

test('void and settled again, a ticket is in the liability of its outcomes as before, and two people end its void', async () => {
  const [match, other, { token }] = [await nare.match(), await nare.match(), await nare.bettor(500)]
  await bets.mustPlace(token, [pick(match)])
  const bet = await bets.mustPlace(token, [pick(match), pick(other)])
  const exposures = () => Promise.all([cashOuts.exposureOf(match), cashOuts.exposureOf(other)])
  const before = await exposures()
  for (let n = 0; n < 2; n++) {
    await previewed('voidTicket', bet.bet_id)
    expect(await exposures()).toMatchObject([
      { bets: 1n, liability: 11_000n },
      { bets: 0n, liability: 0n },
    ])
    // Nobody alone voids tickets for new ones at the limit, and opens them again.
    await previewed('resettleTicket', bet.bet_id)
    expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'open' })
    expect(await exposures()).toEqual(before)
  }
})

test('a ticket of more than one person may move alone waits for a second one', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor(150_000)]
  const bet = await bets.mustPlace(token, [pick(match)], { stake: '20000' })
  await bets.result(match, { full_time: '1:0' })
  await nare.call(consoleTickets.ticket, { id: bet.bet_id }, operatorToken('tom'))
  // Each moves 62,000: settling it again would pass 100,000.
  expect((await house.ticket('voidTicket', bet.bet_id)).status).toBe(200)
  expect((await house.ticket('resettleTicket', bet.bet_id)).status).toBe(202)
  expect((await house.ticket('resettleTicket', bet.bet_id, { by: 'tina' })).body).toMatchObject({ state: 'settled' })
})

test('what one person moves by results, voids and tickets settled again is one sum', async () => {
  const [ended, voided, broken, kept] = await Promise.all(Array.from({ length: 4 }, () => nare.match()))
  const { token } = await nare.bettor(150_000)
  const on = (match = '') => bets.mustPlace(token, [pick(match)], { stake: '20000' })
  const [, ticket, again] = [await on(ended), await on(voided), await on(kept)]
  await bets.result(kept ?? '', { full_time: '1:0' })
  for (let n = 0; n < 2; n++) await on(broken)
  const by = { by: 'vera' }
  // 42,000 by a result and 20,000 by a void leave 38,000 of 100,000.
  expect((await house.result(ended ?? '', { full_time: '1:0' }, by)).status).toBe(200)
  expect((await house.ticket('voidTicket', ticket.bet_id, by)).status).toBe(200)
  expect((await house.void(broken ?? '', {}, by)).status).toBe(202)
  expect((await house.ticket('voidTicket', again.bet_id, by)).status).toBe(202)
})

test('two kinds of decisions at once do not pass the sum of one person', { timeout: 120_000 }, async () => {
  const [ended, voided] = await Promise.all([nare.match(), nare.match()])
  const { token } = await nare.bettor(150_000)
  for (let n = 0; n < 3; n++) await bets.mustPlace(token, [pick(voided)], { stake: '20000' })
  await bets.mustPlace(token, [pick(ended)], { stake: '20000' })
  const by = { by: 'ulla' }
  // 42,000 and 60,000, in two processes. Neither is written before both wait for a lock.
  const second = await testApp({ OPERATORS }, { base: nare.base })
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  try {
    const deciding = await transact(owner.db, async (tx) => {
      await sql`select from operator.outcome_chain for update`.execute(tx)
      const answers = [house.result(ended, { full_time: '1:0' }, by), houseOn(second).void(voided, {}, by)]
      await vi.waitFor(async () => expect(await waitingForLocks(nare.base.db)).toBe(2), 60_000)
      return answers
    })
    const answers = await Promise.all(deciding)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 202])
  } finally {
    await owner.db.destroy()
    await second.close()
  }
})
