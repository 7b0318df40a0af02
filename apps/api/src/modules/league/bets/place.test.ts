import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { content } from '@nare/contract/content'
import { leagueBets } from '@nare/contract/league'
import { operator } from '@nare/contract/operator'
import { protection } from '@nare/contract/protection'
import { lockExclusive } from '#platform/locks'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, whileBetting, type Bets } from '#testing/bets'
import { leaguePick, openTestLeague, type LeagueRound, type TestLeague } from '#testing/league'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'

const asha = 'the-token-of-asha'

let nare: TestApp
let bets: Bets
let league: TestLeague
let round: LeagueRound
let next: LeagueRound

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${createHash('sha256').update(asha).digest('hex')}` })
  bets = betsOn(nare)
  league = await openTestLeague(nare)
  round = await league.open()
  next = await league.open()
})
afterAll(() => closeWithBooks(nare))

async function newBettor(shillings = 1000): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

const pickOf = (n: number, of = round) => {
  const match = of.matches[n]
  if (!match) throw new Error('no such match')
  return leaguePick(match)
}
const onHouse = () => nare.app.ledger.houseBalance('house:league')

test('a hundred identical concurrent placements place one bet, and each returns it', async () => {
  const { token } = await newBettor(100)
  const before = await onHouse()
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 100 }, () => league.place(token, [pickOf(0)], { id })))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]))
  expect(new Set(responses.map((response) => response.body.bet.bet_id)).size).toBe(1)
  expect(new Set(responses.map((response) => response.body.balance))).toEqual(new Set(['80.00']))
  expect((await onHouse()) - before).toBe(2000n)
  expect(await league.place(token, [pickOf(1)], { id })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  const again = await league.place(token, [pickOf(0)], { id })
  expect(again).toEqual(responses[0])
})

test('of a hundred different concurrent placements with funds for ten, ten are placed', async () => {
  const { token } = await newBettor(200)
  const responses = await Promise.all(Array.from({ length: 100 }, () => league.place(token, [pickOf(0)])))
  expect(responses.filter((response) => response.status === 201)).toHaveLength(10)
  expect(responses.filter((response) => response.body['insufficient_balance'] === true)).toHaveLength(90)
})

test('concurrent sports and league bets share one balance', async () => {
  const { token } = await newBettor(200)
  const match = await nare.match()
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 2 ? bets.place(token, [pick(match)], { stake: '20' }) : league.place(token, [pickOf(0)]),
    ),
  )
  expect(responses.filter((response) => response.status === 201)).toHaveLength(10)
  expect(await bets.balance(token)).toBe('0.00')
})

test('no bet is accepted after a round was locked, even if many are being placed', async () => {
  const racing = await league.open()
  const bettors = await nare.bettors(24, 1000)
  const { before, afterwards } = await whileBetting({
    bet: (lane) => league.place(bettors[lane]?.token ?? '', [pickOf(lane % 9, racing)]),
    lanes: bettors.length,
    betsOfEach: 12,
    first: 40,
    change: () => league.lock(racing),
  })
  expect(before).toBeGreaterThanOrEqual(40)
  expect(afterwards).toBe(0)
  const { rows } = await sql<{ late: number; legs: number }>`
    select count(*) filter (where b.placed_at > p.locked_at)::int as late, count(*)::int as legs
    from league.leg l join betting.bet b using (bet_id) join platform.round p on p.id = l.round
    where p.round_id = ${racing.roundId}`.execute(nare.base.db)
  expect(rows[0]).toEqual({ late: 0, legs: before })
  expect(await league.place(bettors[0]?.token ?? '', [pickOf(0, racing)])).toMatchObject({
    status: 422,
    body: { code: 'match_started', data: [{ state: 'started' }] },
  })
})

test('a bet that waits while its round locks is refused', async () => {
  const closing = await league.open()
  const { token } = await newBettor()
  const tx = await nare.base.db.startTransaction().execute()
  await lockExclusive(tx, 'round', [closing.id])
  const placed = league.place(token, [pickOf(0, closing)])
  await expect.poll(() => waitingForLocks(nare.base.db)).toBe(1)
  await sql`update platform.round set state = 'locked', locked_at = platform.now() where id = ${closing.id}`.execute(tx)
  await tx.commit().execute()
  expect(await placed).toMatchObject({ status: 422, body: { code: 'match_started' } })
  expect(await bets.balance(token)).toBe('1000.00')
})

test("no bet is accepted after a round's locking time by the database's clock, even if the round is not locked", async () => {
  const due = await league.open('3', 60)
  const { token } = await newBettor()
  expect((await league.place(token, [pickOf(0, due)])).status).toBe(201)
  // The bettor's row stays locked past the round's locking time, so the bet is decided after it.
  const tx = await nare.base.db.startTransaction().execute()
  await sql`select from ledger.account where name = ${`cash:${(await bettorOf(token)).toString()}`} for update`.execute(
    tx,
  )
  const waiting = league.place(token, [pickOf(1, due)])
  await expect.poll(() => waitingForLocks(nare.base.db)).toBe(1)
  await nare.app.clock.advance(61)
  await tx.rollback().execute()
  expect(await waiting).toMatchObject({ status: 422, body: { code: 'match_started' } })
  expect(await league.place(token, [pickOf(2, due)])).toMatchObject({ status: 422, body: { code: 'match_started' } })
})

async function bettorOf(token: string): Promise<bigint> {
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await sql<{ bettor: bigint }>`
    select bettor from identity.session where token_hash = decode(${hash}, 'hex')`.execute(nare.base.db)
  return rows[0]?.bettor ?? 0n
}

test('a multi on matches of several rounds has the exact product of its prices and no boost', async () => {
  const { token } = await newBettor()
  const picks = [pickOf(0), pickOf(1), pickOf(2), pickOf(0, next), pickOf(1, next)]
  const exact = picks.reduce((product, { odd_value }) => product * BigInt(odd_value.replace('.', '')), 1n)
  const { status, body } = await league.place(token, picks)
  expect(status).toBe(201)
  const cents = (2000n * exact) / 100n ** 5n
  expect(body.bet).toMatchObject({
    product: 'league',
    type: 'multi',
    boost: { percent: 0, amount: '0.00' },
    possible_win: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
    state: 'open',
  })
  expect((await nare.call(content.settings, {})).body.message.boost.exclude).toEqual(['league'])
  expect(body.bet.legs.map(({ match_id }) => match_id)).toEqual(picks.map(({ match_id }) => match_id))
  expect(body.bet.legs[0]).toMatchObject({
    market: 'Match result',
    display: '1',
    category: 'Nare league',
    result: null,
  })
  expect((await nare.call(betting.bet, { id: body.bet.bet_id }, token)).body.data).toEqual(body.bet)
})

test('refusals have the same codes as for sports bets, and nothing is debited', async () => {
  const { token } = await newBettor(300)
  const refusalOf = async (...given: Parameters<TestLeague['place']> extends [string, ...infer R] ? R : never) => {
    const { status, body } = await league.place(token, ...given)
    return [status, body['code'], body['fields'] ?? body['limit']]
  }
  const sports = await nare.match()
  const one = pickOf(0)
  const same = round.matches[0]
  expect(await refusalOf([one, pick(sports)])).toEqual([
    400,
    'invalid_input',
    { 'slip.1.sub_type_id': 'Only picks of the virtual league can be on this slip' },
  ])
  expect(await refusalOf([{ ...one, sub_type_id: '999' }])).toEqual([422, 'market_suspended', undefined])
  expect(await refusalOf([{ ...one, sub_type_id: '318', odd_key: 'over 7.5' }])).toEqual([
    422,
    'market_suspended',
    undefined,
  ])
  expect(await refusalOf([{ ...one, match_id: '59999999' }])).toEqual([422, 'market_suspended', undefined])
  expect(await refusalOf([{ ...one, match_id: sports }])).toEqual([422, 'market_suspended', undefined])
  expect((await refusalOf([one, same ? leaguePick(same, 5) : one]))[1]).toBe('related_contingency')
  expect((await refusalOf([{ ...one, odd_value: '1.01' }], { accept: 'none' }))[1]).toBe('odds_changed')
  expect((await refusalOf([{ ...one, odd_value: '99.00' }], { accept: 'higher' }))[1]).toBe('odds_changed')
  expect(await refusalOf([one], { stake: '19.99' })).toEqual([422, 'stake_too_small', '20.00'])
  expect(await refusalOf([one], { stake: '20000.01' })).toEqual([422, 'stake_too_large', '20000.00'])
  const long = [...round.matches, ...next.matches].map((match) => leaguePick(match))
  expect((await refusalOf(long, { stake: '10000' }))[1]).toBe('payout_too_large')
  const rounds = [round, next, await league.open('1'), await league.open('1')]
  const tooMany = rounds
    .flatMap(({ matches }) => matches)
    .slice(0, 21)
    .map((match) => leaguePick(match))
  expect(await refusalOf(tooMany)).toEqual([422, 'too_many_legs', 20])
  expect((await refusalOf([one], { type: 'multi' }))[1]).toBe('invalid_input')
  expect(await bets.balance(token)).toBe('300.00')
  expect(
    (await league.place(token, [{ ...one, odd_value: '99.00' }], { accept: 'any' })).body.bet.legs[0]?.odd_value,
  ).toBe(one.odd_value)
})

test('a stopped competition and a voided round refuse new bets', async () => {
  const { token } = await newBettor()
  const stopped = await league.open('4')
  const stop = (by: string | null) =>
    sql`update league.competition set paused_by = ${by} where competition_id = '4'`.execute(nare.base.db)
  await stop('asha')
  expect(await league.place(token, [pickOf(0, stopped)])).toMatchObject({
    status: 422,
    body: { code: 'market_suspended', data: [{ state: 'suspended' }] },
  })
  await stop(null)
  expect((await league.place(token, [pickOf(0, stopped)])).status).toBe(201)
  await league.void(stopped)
  expect(await league.place(token, [pickOf(0, stopped)])).toMatchObject({
    status: 422,
    body: { code: 'market_suspended', data: [{ state: 'closed' }] },
  })
})

test('league stakes count towards the bettor’s limits, and a pause of the product stops them', async () => {
  const { token } = await newBettor()
  await nare.call(protection.setLimits, { stake: { day: '50' } }, token)
  expect((await league.place(token, [pickOf(0)])).status).toBe(201)
  expect(await league.place(token, [pickOf(0)], { stake: '31' })).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', limit: 'stake.day', used: '20.00' },
  })
  const pause = (paused: boolean) =>
    nare.call(operator.pauseProduct, { product: 'league', paused, reason: 'a fault in the game' }, asha)
  await pause(true)
  expect(await league.place(token, [pickOf(0)])).toMatchObject({ body: { code: 'not_available', product: 'league' } })
  await pause(false)
  expect((await league.place(token, [pickOf(0)])).status).toBe(201)
})

test('the liability of one outcome is limited over all bettors', async () => {
  const bettors = await nare.bettors(40, 20_000)
  // The match with such a price is random.
  const isDear = ({ price }: { price: bigint }): boolean => price > 40_000n && price < 50_000n
  const match = next.matches.find(({ picks }) => picks.some(isDear))
  if (!match) throw new Error('no match')
  const dear = leaguePick(match, match.picks.findIndex(isDear))
  const responses = await Promise.all(bettors.map(({ token }) => league.place(token, [dear], { stake: '18000' })))
  const placed = responses.filter((response) => response.status === 201)
  expect(placed.length).toBeLessThan(10)
  expect(placed.length).toBeGreaterThan(4)
  for (const one of responses.filter(({ status }) => status !== 201)) expect(one.body['code']).toBe('stake_too_large')
})

test('validation quotes league picks like sports picks, and refuses picks of the other product', async () => {
  const sports = await nare.match()
  const slip = [pickOf(0), { ...pickOf(1), odd_value: '77.00' }]
  const { body } = await nare.call(betting.validate, { slip, stake: '100' })
  expect(body).toMatchObject({
    data: [
      { state: 'open', changed: false, odd_value: slip[0]?.odd_value },
      { state: 'open', changed: true, odd_value: pickOf(1).odd_value },
    ],
    minStake: '20.00',
    hasBoost: false,
    remaining_games: 0,
    multiboostmessage: '',
    slip_has_live_interval: 0,
    boost_percent: 0,
  })
  expect(body.netWin).toBe(body.netWinBoosted)
  const mixed = await nare.call(betting.validate, { slip: [pickOf(0), pick(sports)] })
  expect(mixed.body.data.map(({ state }) => state)).toEqual(['open', 'closed'])
})

test('history shows league bets together with all others, and separately', async () => {
  const { token } = await newBettor()
  const sports = await bets.mustPlace(token, [pick(await nare.match())])
  const placed = (await league.place(token, [pickOf(0), pickOf(1)])).body.bet
  const all = (await nare.call(betting.bets, {}, token)).body
  expect(all.data).toEqual([placed, expect.objectContaining({ bet_id: sports.bet_id })])
  expect(all.totals).toEqual({ staked: '120.00', returned: '0.00', net: '-120.00', net_settled: '0.00' })
  const history = await nare.call(leagueBets.betHistory, {}, token)
  expect(history.body).toEqual({ status: 200, data: [placed], meta: { page: 1, limit: 50, total: 1 } })
  expect((await nare.call(leagueBets.oldBets, {}, token)).body).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await nare.call(leagueBets.betDetails, { bet_id: placed.bet_id }, token)).body).toEqual({ data: placed })
  expect((await nare.call(leagueBets.betDetails, { bet_id: sports.bet_id }, token)).status).toBe(404)
  const stranger = await newBettor()
  expect((await nare.call(leagueBets.oldBetDetails, { bet_id: placed.bet_id }, stranger.token)).status).toBe(404)
  const file = await nare.app.app.inject({ url: '/v1/bets.csv', headers: { authorization: `Bearer ${token}` } })
  expect(file.body.split('\r\n')[1]).toContain(`${placed.bet_id},`)
  expect(file.body.split('\r\n')[1]).toContain('Match result: 1 at')
})
