import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operator } from '@nare/contract/operator'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { openDb, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { effectOf, foreseen, houseOn } from '#testing/house-results'
import { movedRows } from '#testing/moved-rows'
import { jackpotWorld, one } from '#testing/jackpots'
import type { SeededBettor } from '#testing/seed'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const [asha, brian] = ['a'.repeat(40), 'b'.repeat(40)]
const reason = 'the pool of the week'
let nare: TestApp
let bettor: SeededBettor
const { place, end } = jackpotWorld(() => nare)
const balance = async () => (await nare.app.ledger.balances(bettor.id)).balance

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},brian:${hashOf(brian)}` })
  bettor = await nare.bettor(100)
})
afterAll(() => nare.close())

async function draft() {
  const matches = [await nare.match(), await nare.match()]
  const tiers = [{ correct: 2, share: 50 }]
  const terms = {
    name: 'Of operators',
    match_ids: matches,
    stake: '10.00',
    mode: 'pool',
    tiers,
    void_policy: 'drop',
  } as const
  const created = await nare.call(operator.createJackpot, { ...terms, match_ids: [...matches], reason }, asha)
  expect(created).toMatchObject({ status: 201, body: { state: 'draft' } })
  return { id: created.body.jackpot_id, matches }
}

const listed = async (id: string) =>
  (await nare.call(operator.operatorJackpots, {}, asha)).body.data.find(({ jackpot_id }) => jackpot_id === id)

test('a draft accepts tickets after a second operator has opened it', async () => {
  const at = await draft()
  expect((await place(at, bettor.token, [one.home, one.home])).status).toBe(404)
  expect((await nare.app.jackpots.open()).map(({ jackpot_id }) => jackpot_id)).not.toContain(at.id)
  expect(await nare.call(operator.openJackpot, { id: at.id, reason }, asha)).toMatchObject({
    body: { code: 'not_allowed' },
  })
  expect((await nare.call(operator.openJackpot, { id: '2147483648', reason }, asha)).status).toBe(400)
  expect((await place(at, bettor.token, [one.home, one.home])).status).toBe(404)
  expect(await nare.call(operator.openJackpot, { id: at.id, reason }, brian)).toMatchObject({ body: { state: 'open' } })
  expect((await place(at, bettor.token, [one.home, one.home])).status).toBe(201)
  expect(await nare.call(operator.settleJackpot, { id: at.id, reason }, asha)).toMatchObject({
    body: { code: 'not_allowed' },
  })
  expect(await nare.call(operator.closeJackpot, { id: at.id, reason }, asha)).toMatchObject({
    body: { state: 'closed' },
  })
  expect((await place(at, bettor.token, [one.home, one.home])).status).toBe(422)
  await end(at, ['home_team', 'home_team'])
  expect(await listed(at.id)).toMatchObject({
    ...{ state: 'settled', created_by: 'asha', opened_by: 'brian', final: 2 },
    books: {
      tickets: 1,
      lines: 1,
      staked: '10.00',
      paid: '5.00',
      rounding: '0.00',
      carried_out: '0.00',
      house: '5.00',
    },
  })
})

test('operators read the terms and matches of a draft, and what of the stakes bettors can win', async () => {
  const at = await draft()
  const whole = async () => (await nare.call(operator.operatorJackpot, { id: at.id }, brian)).body.data
  const [terms] = [(await whole()).terms]
  expect(await whole()).toMatchObject({
    ...{ state: 'draft', stake: '10.00', final: 0, books: { tickets: 0, staked: '0.00' } },
    pool: { contributed: '0.00', carried: '0.00', guaranteed: '0.00', prizes: '0.00' },
  })
  expect(terms.void_policy).toBe('drop')
  expect(terms.tiers.map(({ share }) => share)).toEqual([50])
  expect((await whole()).on.map(({ match_id, outcome }) => [match_id, outcome])).toEqual(
    at.matches.map((id) => [id, null]),
  )
  await nare.call(operator.openJackpot, { id: at.id, reason }, brian)
  await place(at, bettor.token, [one.home, ['home_team', 'draw']])
  // The tier shares half of 20.00.
  expect((await listed(at.id))?.pool).toEqual({
    ...{ contributed: '10.00', carried: '0.00', guaranteed: '0.00', prizes: '10.00' },
  })
  await nare.call(operator.closeJackpot, { id: at.id, reason }, asha)
  await end(at, ['home_team', 'home_team'])
  const settled = await whole()
  expect(settled).toMatchObject({ state: 'settled', final: 2, pool: { contributed: '10.00', prizes: '10.00' } })
  expect(settled.books).toMatchObject({ staked: '20.00', paid: '10.00', house: '10.00' })
  expect(settled.on.map(({ outcome }) => outcome)).toEqual(['home_team', 'home_team'])
  expect((await nare.call(operator.operatorJackpot, { id: '999999' }, asha)).status).toBe(404)
})

test('a pool is cancelled by two operators before its first kick-off, and never after it', async () => {
  const at = await draft()
  await nare.call(operator.openJackpot, { id: at.id, reason }, brian)
  const before = await balance()
  await place(at, bettor.token, [one.home, ['home_team', 'draw']])
  const cancel = (token: string, id = at.id) => nare.call(operator.cancelJackpot, { id, reason }, token)
  const rows = await movedRows(nare.base.db)
  const stakeOf = await balance()
  const foreseen = effectOf(await nare.call(operator.cancelJackpot, { id: at.id, reason, preview: true }, asha))
  expect(foreseen).toMatchObject({
    ...{ bets: 1, winners: 1, lost: 0, paid: '20.00', taken_back: '0.00', debts: [] },
    largest: [{ before: '0.00', after: '20.00' }],
  })
  expect([await movedRows(nare.base.db), await balance()]).toEqual([rows, stakeOf])
  expect(await cancel(asha)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect(await cancel(asha)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect(await listed(at.id)).toMatchObject({ state: 'open', cancel_by: 'asha' })
  expect(await cancel(brian)).toMatchObject({ body: { state: 'cancelled' } })
  expect(await balance()).toBe(before)
  expect(await listed(at.id)).toMatchObject({ books: { staked: '20.00', refunded: foreseen.paid, house: '0.00' } })
  const ended = await nare.call(operator.cancelJackpot, { id: at.id, reason, preview: true }, asha)
  expect(ended).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const begun = await draft()
  await nare.call(operator.openJackpot, { id: begun.id, reason }, brian)
  await cancel(asha, begun.id)
  await nare.call(sandbox.driveMatch, { match_id: begun.matches[0] ?? '', state: 'live' })
  expect(await cancel(brian, begun.id)).toMatchObject({ body: { code: 'match_started' } })
  const { data } = (await nare.call(operator.audit, {}, asha)).body
  expect(data.map(({ action, outcome }) => [action, outcome])).toContainEqual(['jackpot.cancel', 'match_started'])
})

const ends: ['home_team' | 'void', 'home_team' | 'void', { winners: number; paid: string }][] = [
  // Two of four lines are right, and share half of 40.00.
  ['home_team', 'home_team', { winners: 2, paid: '20.00' }],
  // A void match counts for nobody: three lines are right, and 20.00 is shared down to the cent.
  ['home_team', 'void', { winners: 2, paid: '19.98' }],
  ['void', 'void', { winners: 3, paid: '40.00' }],
]
test.each(ends)(
  'what the settlement of a jackpot would do is seen while its row is locked, and is what then happens: %s, %s',
  async (first, second, expected) => {
    const at = await draft()
    const { token } = await nare.bettor(100)
    await nare.call(operator.openJackpot, { id: at.id, reason }, brian)
    const away = ['away_team'] as const
    for (const picks of [
      [one.home, one.home],
      [one.home, ['home_team', 'draw'] as const],
      [away, away],
    ])
      expect((await place(at, token, picks)).status).toBe(201)
    const foreseeClose = () => nare.call(operator.closeJackpot, { id: at.id, reason, preview: true }, asha)
    const foresee = () => nare.call(operator.settleJackpot, { id: at.id, reason, preview: true }, asha)
    const rows = await movedRows(nare.base.db)
    expect(effectOf(await foreseeClose())).toMatchObject({ bets: 0, paid: '0.00', unknown: 'results' })
    expect(await foresee()).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await movedRows(nare.base.db)).toEqual(rows)
    await nare.call(operator.closeJackpot, { id: at.id, reason }, asha)
    expect((await foreseeClose()).status).toBe(403)
    const house = houseOn(nare)
    const before = await house.stand()
    const other = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
    let effect: ReturnType<typeof effectOf> | undefined
    let ending: Promise<unknown> | undefined
    await transact(other, async (tx) => {
      await sql`select from jackpot.pool where id = ${Number(at.id)}::int for update`.execute(tx)
      // Each of these answers waits for the settlement.
      ending = Promise.all([first, second].map((one, n) => end({ ...at, matches: at.matches.slice(n) }, [one])))
      await vi.waitFor(async () => void (effect = effectOf(await foresee())), 30_000)
      expect(await house.stand()).toEqual(before)
    }).finally(() => other.destroy())
    await ending
    if (!effect) throw new Error('nothing was foreseen')
    expect(effect).toMatchObject({ bets: 3, lost: 3 - expected.winners, ...expected })
    expect((await nare.call(operator.settleJackpot, { id: at.id, reason }, asha)).status).toBe(200)
    expect(await house.changedSince(before)).toEqual(foreseen(effect))
    // Nothing is left to do.
    expect(effectOf(await foresee())).toMatchObject({ bets: 0, paid: '0.00' })
    expect((await nare.call(operator.settleJackpot, { id: '999999', reason, preview: true }, asha)).status).toBe(404)
  },
)
