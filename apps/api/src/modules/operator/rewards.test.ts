import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { sql } from 'kysely'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { effectOf } from '#testing/house-results'
import { movedRows } from '#testing/moved-rows'
import { betsOn, pick } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

const [asha, ben] = ['the-token-of-asha', 'the-token-of-ben']
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const reason = 'a complaint that was right'

let nare: TestApp
let bettor: SeededBettor
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},ben:${hashOf(ben)}` })
  bettor = await nare.bettor()
})
afterAll(() => nare.close())

const adjust = (points: number, token: string, { id = randomUUID() as string, to = bettor.id } = {}) =>
  nare.call(calls.adjustPoints, { id, bettor_id: String(to), points, reason }, token)
const pointsOf = async () => (await nare.app.ledger.balances(bettor.id)).points

test('one operator can make a small adjustment of points, which applies once per id and never below zero', async () => {
  const id = randomUUID()
  const foresee = (points: number, to = bettor.id) =>
    nare.call(calls.adjustPoints, { id: randomUUID(), bettor_id: String(to), points, reason, preview: true }, asha)
  const rows = await movedRows(nare.base.db)
  const bettor_id = String(bettor.id)
  expect(effectOf(await foresee(500))).toMatchObject({
    ...{ bets: 0, paid: '0.00', payees: 1, points: [{ bettor_id, before: 0, after: 500 }] },
  })
  expect(await foresee(-1)).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } })
  expect((await foresee(5, 999_999n)).status).toBe(404)
  expect(await movedRows(nare.base.db)).toEqual(rows)
  const responses = await Promise.all(Array.from({ length: 20 }, () => adjust(500, asha, { id })))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.state}`))).toEqual(new Set(['200 done']))
  expect(await adjust(501, asha, { id })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  expect(effectOf(await foresee(-200)).points).toEqual([{ bettor_id, before: 500, after: 300 }])
  expect((await adjust(-200, ben)).body).toEqual({ state: 'done' })
  expect(await adjust(-301, asha)).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } })
  expect((await adjust(5, asha, { to: 999_999n })).status).toBe(404)
  expect(await pointsOf()).toBe(300)
  const log = (await nare.call(calls.audit, { action: 'points.adjust' }, asha)).body.data
  expect(log.find(({ facts }) => facts['points'] === '-200')).toMatchObject({
    operator: 'ben',
    reason,
    outcome: 'done',
  })
})

test('a large adjustment needs two different operators, and is made once', async () => {
  const before = await pointsOf()
  const id = randomUUID()
  const proposed = await adjust(50_000, asha, { id })
  expect(proposed).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect(await adjust(50_000, asha, { id })).toMatchObject({ status: 202, body: proposed.body })
  expect(await adjust(50_000, asha)).toMatchObject({
    status: 403,
    body: { code: 'not_allowed', error: 'A second operator confirms this: you have proposed it' },
  })
  expect(await adjust(60_000, ben)).toMatchObject({ status: 409, body: { code: 'already_proposed' } })
  expect((await nare.call(calls.pointAdjustments, {}, ben)).body.data).toMatchObject([
    { id, bettor_id: String(bettor.id), points: 50_000, proposed_by: 'asha', reason },
  ])
  expect(await pointsOf()).toBe(before)
  const mine = randomUUID()
  const both = await Promise.all(Array.from({ length: 10 }, () => adjust(50_000, ben, { id: mine })))
  expect(new Set(both.map(({ body }) => body.state))).toEqual(new Set(['done']))
  expect(await pointsOf()).toBe(before + 50_000)
  expect((await nare.call(calls.pointAdjustments, {}, ben)).body.data).toEqual([])
})

test('small adjustments that add up to a large one in a day need two operators too, over all bettors', async () => {
  await nare.app.clock.advance(90_000)
  const [first, second] = await nare.bettors(2, 10)
  if (!first || !second) throw new Error('no bettors')
  expect((await adjust(6_000, asha, { to: first.id })).body).toEqual({ state: 'done' })
  expect((await adjust(-4_000, asha, { to: first.id })).body).toEqual({ state: 'done' })
  const responses = await Promise.all(Array.from({ length: 5 }, () => adjust(1, asha, { to: first.id })))
  expect(responses.filter(({ status }) => status === 202)).toHaveLength(1)
  expect((await adjust(5_000, asha, { to: second.id })).body).toMatchObject({ state: 'waiting' })
  expect((await adjust(5_000, ben, { to: second.id })).body).toEqual({ state: 'done' })
  expect((await adjust(1, ben, { to: first.id })).body).toEqual({ state: 'done' })
  expect((await nare.app.ledger.balances(first.id)).points).toBe(2_001)
  const { data } = (await nare.call(calls.operatorTotals, { days: 1 }, ben)).body
  expect(data.find(({ operator }) => operator === 'asha')).toMatchObject({
    points_added: 11_001,
    points_deducted: 4_000,
  })
})

/** Days of the sports board that are over and not closed, each with one player who has won a prize. */
async function endedSeasons(winner: bigint, count: number): Promise<string[]> {
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  const { rows } = await sql<{ id: number }>`
    with season as (
      insert into boards.season (board, period, since, ends_at, marked_at, lost)
      select 'sports', 'day', since, since + interval '1 day', since, 100000000
      from generate_series(1, ${count}::int) n cross join (select count(*)::int as had from boards.season where since < '2024-01-01') b, lateral (select timestamptz '2020-01-01' + make_interval(days => b.had + n) as since) s returning id)
    insert into boards.score (season_id, bettor_id, cents, last_at, marked_at, mark_cents)
    select id, ${winner}::bigint, 1000, platform.now(), platform.now(), 0 from season returning season_id as id`
    .execute(owner)
    .finally(() => owner.destroy())
  return rows.map(({ id }) => String(id))
}

test('an operator sees the periods of the leaderboards and closes a finished one once', async () => {
  await nare.app.boards.close()
  const seasons = async () => (await nare.call(calls.boardSeasons, {}, asha)).body.data
  const day = (await seasons()).find(({ board, period }) => board === 'sports' && period === 'day')
  expect(day).toMatchObject({ state: 'running', winners: 0, closed_by: null })
  const close = (season_id = day?.season_id ?? '') => nare.call(calls.closeBoard, { season_id, reason }, asha)
  const foresee = () => nare.call(calls.closeBoard, { season_id: day?.season_id ?? '', reason, preview: true }, asha)
  for (const early of [close, foresee])
    expect(await early()).toMatchObject({ status: 422, body: { code: 'not_available' } })
  await nare.app.clock.advance((new Date(day?.ends_at ?? '').getTime() - nare.app.clock.now()) / 1000 + 400)
  expect(await close()).toMatchObject({ status: 200, body: { winners: 0, paid: '0.00', kept: '0.00' } })
  expect([(await close()).status, (await foresee()).status]).toEqual([404, 404])
  expect((await close('999999')).status).toBe(404)
  expect(await close('2147483648')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  const closed = (await seasons()).find(({ season_id }) => season_id === day?.season_id)
  expect(closed).toMatchObject({ state: 'closed', closed_by: 'asha', pays_at: null, withheld: false })
})

test('a period shows what was staked in its time and returned by the ledger; its winners are listed once it is closed', async () => {
  await nare.app.clock.advance(2 * 86_400)
  await nare.app.boards.close()
  const day = async (input: { state?: 'running' | 'waiting' } = {}) =>
    (await nare.call(calls.boardSeasons, input, asha)).body.data.find(
      ({ board, period }) => board === 'sports' && period === 'day',
    )
  expect(await day({ state: 'running' })).toMatchObject({ stakes: '0.00', returns: '0.00' })
  const player = await nare.bettor(1_000)
  const match = await nare.match()
  const bets = betsOn(nare)
  for (const stake of ['100', '40']) await bets.mustPlace(player.token, [pick(match)], { stake })
  expect(await day()).toMatchObject({ stakes: '140.00', returns: '0.00' })
  await bets.result(match, { full_time: '1:0' })
  await nare.app.ledger.sumHouseFlow()
  expect(await day()).toMatchObject({ state: 'running', stakes: '140.00', returns: '294.00' })
  const [season_id = ''] = await endedSeasons(player.id, 1)
  const prizes = async () => (await nare.call(calls.boardPrizes, { season_id }, asha)).body.data
  expect(await prizes()).toEqual([])
  const { paid } = (await nare.call(calls.closeBoard, { season_id, reason }, asha)).body
  expect(await prizes()).toMatchObject([{ rank: 1, bettor_id: player.id.toString(), amount: paid }])
  const waiting = (await nare.call(calls.boardSeasons, { state: 'waiting' }, asha)).body
  expect(waiting.data.map((season) => season.season_id)).toEqual([season_id])
  expect(waiting.meta).toMatchObject({ page: 1, limit: 60, total: 1 })
  await nare.call(calls.endPrizes, { season_id, withhold: true, reason }, ben)
  expect((await nare.call(calls.boardSeasons, { state: 'waiting' }, asha)).body.data).toEqual([])
  expect((await nare.call(calls.boardPrizes, { season_id: '999999' }, asha)).status).toBe(404)
})

test('the prizes of a period wait for a day and are a finding; an operator pays or withholds them by either call, once', async () => {
  const [winner] = await nare.bettors(1, 10)
  if (!winner) throw new Error('no bettor')
  const ids = await endedSeasons(winner.id, 5)
  const [paid, withheld, paidThere, withheldThere, due] = ids
  const seasons = async () => (await nare.call(calls.boardSeasons, {}, asha)).body.data
  const stateOf = async (id = '') => (await seasons()).find(({ season_id }) => season_id === id)
  const findings = async () =>
    (await nare.call(calls.findings, {}, asha)).body.data.filter(({ kind }) => kind === 'board_prizes')
  for (const season_id of ids) {
    const untouched = await movedRows(nare.base.db)
    const { later, ...foreseen } = effectOf(
      await nare.call(calls.closeBoard, { season_id, reason, preview: true }, asha),
    )
    expect(foreseen).toMatchObject({ bets: 0, payees: 1, paid: '0.00' })
    expect(await movedRows(nare.base.db)).toEqual(untouched)
    const closed = (await nare.call(calls.closeBoard, { season_id, reason }, asha)).body
    expect(closed).toEqual({ winners: 1, paid: later?.paid, kept: later?.kept })
    expect(later?.to).toEqual([{ bettor_id: String(winner.id), amount: later?.paid }])
  }
  const prize = (await stateOf(paid))?.paid ?? ''
  expect(Number(prize)).toBeGreaterThan(0)
  expect(await stateOf(paid)).toMatchObject({ state: 'waiting', winners: 1, ended_at: null })
  const listed = await findings()
  expect(listed.map(({ subject }) => subject)).toEqual(ids.map((id) => `season ${id}`))
  expect(listed[0]).toMatchObject({
    facts: { season_id: paid, board: 'sports', period: 'day', winners: '1', paid: prize, kept: '0.00' },
    state: 'open',
  })
  const end = (season_id = '', withhold = false) => nare.call(calls.endPrizes, { season_id, withhold, reason }, asha)
  type Resolution = 'pay' | 'withhold' | 'reopen' | 'keep'
  const resolve = async (season = '', resolution: Resolution = 'pay', preview = false) => {
    const id = listed.find(({ facts }) => facts['season_id'] === season)?.finding_id ?? ''
    return nare.call(calls.resolveFinding, { id, resolution, reason, preview }, ben)
  }
  const before = (await nare.app.ledger.balances(winner.id)).balance
  const foresee = async (season_id = '', withhold = false) =>
    effectOf(await nare.call(calls.endPrizes, { season_id, withhold, reason, preview: true }, asha))
  const rows = await movedRows(nare.base.db)
  const foreseen = [await foresee(paid), await foresee(withheld, true)]
  const byFinding = [effectOf(await resolve(paid, 'pay', true)), effectOf(await resolve(withheld, 'withhold', true))]
  for (const [n, { as_of: _, ...effect }] of byFinding.entries()) expect(foreseen[n]).toMatchObject(effect)
  expect((await resolve(paidThere, 'keep', true)).body).toMatchObject({ code: 'not_available' })
  const has = formatMoney(before)
  const after = formatMoney(money(before + (parseMoney(prize) ?? 0n)))
  const bettor_id = String(winner.id)
  expect(foreseen).toMatchObject([
    { bets: 0, payees: 1, paid: prize, cash: [{ bettor_id, before: has, after }], debts: [] },
    { bets: 0, payees: 1, paid: '0.00', cash: [], withheld: prize },
  ])
  expect(await movedRows(nare.base.db)).toEqual(rows)
  expect((await end(paid)).body).toEqual({ state: 'paid' })
  expect(formatMoney((await nare.app.ledger.balances(winner.id)).balance)).toBe(after)
  expect((await end(withheld, true)).body).toEqual({ state: 'withheld' })
  expect([(await end(paid)).status, (await end(withheld)).status]).toEqual([404, 404])
  expect((await resolve(paid, 'pay', true)).status).toBe(404)
  expect([(await resolve(paid)).status, (await resolve(withheld, 'withhold')).status]).toEqual([404, 404])
  expect((await resolve(paidThere, 'keep')).body).toMatchObject({ code: 'not_available' })
  const both = await Promise.all([resolve(paidThere), resolve(paidThere), end(paidThere)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  expect((await resolve(withheldThere, 'withhold')).body).toEqual({ state: 'resolved' })
  expect((await end(withheldThere)).status).toBe(404)
  expect((await findings()).map(({ subject }) => subject)).toEqual([`season ${due}`])
  await nare.app.clock.advance(90_000)
  await nare.app.boards.close()
  expect(await findings()).toEqual([])
  expect(formatMoney(money((await nare.app.ledger.balances(winner.id)).balance - before))).toBe(
    formatMoney(money(3n * BigInt(prize.replace('.', '')))),
  )
  expect(await stateOf(withheld)).toMatchObject({ state: 'closed', withheld: true, ended_by: 'asha' })
  // Whichever of the two calls was first.
  expect(await stateOf(paidThere)).toMatchObject({
    state: 'closed',
    withheld: false,
    ended_by: expect.stringMatching(/^(asha|ben)$/),
  })
  expect(await stateOf(withheldThere)).toMatchObject({ state: 'closed', withheld: true, ended_by: 'ben' })
})

test('an operator assigns unmatched payments of a small sum a day alone; above it a second operator makes the same call', async () => {
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await sql`insert into payments.paybill (provider, receipt, reference, amount, payer, state, received_at)
    select 'mpesa', 'PAYS00000' || n, 'nobody', case n when 4 then 2400000 else 1000000 end, ${bettor.msisdn}, 'unmatched', platform.now()
    from generate_series(1, 4) n`
    .execute(owner)
    .finally(() => owner.destroy())
  const input = { provider: 'mpesa', reason } as const
  const assign = async (receipt: string, by: string, to = bettor) => {
    const asked = { ...input, receipt, bettor_id: String(to.id) }
    const { status, body } = await nare.call(calls.assignUnmatched, asked, by)
    return status === 200 ? body.state : status
  }
  expect([await assign('PAYS000001', asha), await assign('PAYS000002', asha)]).toEqual(['assigned', 'assigned'])
  expect([await assign('PAYS000003', asha), await assign('PAYS000003', asha)]).toEqual([202, 403])
  expect((await nare.call(calls.unmatched, {}, ben)).body.data).toMatchObject([
    { receipt: 'PAYS000003', proposed_by: 'asha', proposed_bettor_id: String(bettor.id) },
    { receipt: 'PAYS000004', proposed_by: null },
  ])
  expect([await assign('PAYS000003', ben), await assign('PAYS000003', ben)]).toEqual(['assigned', 404])
  expect((await nare.call(calls.operatorTotals, { days: 1 }, ben)).body.data).toContainEqual(
    expect.objectContaining({ operator: 'asha', assigned: '20000.00', assigned_alone: '20000.00' }),
  )
  // A second operator confirms the bettor whom the first one named; another bettor is another proposal.
  const other = await nare.bettor(10)
  expect([await assign('PAYS000004', asha), await assign('PAYS000004', ben, other)]).toEqual([202, 409])
  expect(await assign('PAYS000004', ben)).toBe('assigned')
})
