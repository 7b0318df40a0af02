import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BetState, LiveMessage } from '@nare/contract/live'
import type { Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { openCoin } from '#testing/coin'
import type { SeededBettor } from '#testing/seed'
import { betsOnMatch } from './topic-store.ts'
import { openUnplaced } from './unplaced.ts'
import { openBetTopic } from './topic.ts'
import { matchTickets } from '#modules/betting/betting'
import { openTicketDetails } from './details.ts'

let nare: TestApp
let bets: Bets
let bettor: SeededBettor
let match: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  bettor = await newBettor()
  match = await nare.match()
})

async function newBettor(): Promise<SeededBettor> {
  const seeded = await nare.bettor(10_000)
  return seeded
}

/** A socket of this bettor, subscribed to `bets`; `state` waits until the newest state of a bet matches. */
async function subscribed({ token }: SeededBettor) {
  const ws = await nare.app.app.injectWS('/v1/live')
  const received: LiveMessage[] = []
  const newest = new Map<string, LiveMessage>()
  ws.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as LiveMessage
    if (message.topic !== 'bets') return
    received.push(message)
    const last = newest.get(message.key)
    if (!last || last.version <= message.version) newest.set(message.key, message)
  })
  ws.send(JSON.stringify({ auth: token }))
  ws.send(JSON.stringify({ subscribe: ['bets'] }))
  const pong = new Promise<void>((resolve) =>
    ws.on('message', (data: Buffer) => data.toString().includes('"pong"') && resolve()),
  )
  ws.send(JSON.stringify({ ping: 'subscribed' }))
  await pong
  return {
    received,
    newest: (betId: string) => newest.get(betId)?.state as BetState | undefined,
    async state(betId: string, expected: object): Promise<void> {
      await expect.poll(() => newest.get(betId)?.state).toMatchObject(expected)
    },
    close: () => ws.terminate(),
  }
}

const open = (n: number) => ({ n, state: 'open' })

test('a placement, each settled leg, a correction and a cancellation are published to the bettor', async () => {
  const own = await subscribed(bettor)
  const later = await nare.match()
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match), pick(later)])
  await own.state(bet_id, { state: 'open', returned: '0.00', legs: [open(0), open(1)] })
  await bets.result(match, { full_time: '1:0' })
  await own.state(bet_id, { state: 'open', legs: [{ n: 0, state: 'won' }, open(1)] })
  await bets.result(later, { full_time: '2:0' })
  await own.state(bet_id, {
    state: 'won',
    stake: '100.00',
    returned: '441.00',
    legs: [{ state: 'won' }, { state: 'won' }],
  })
  await bets.result(later, { full_time: '0:2' })
  await own.state(bet_id, { state: 'lost', returned: '0.00', legs: [{ state: 'won' }, { state: 'lost' }] })
  await bets.result(later, { cancelled: true, reason: 'Floodlights' })
  await own.state(bet_id, { state: 'won', returned: '210.00', legs: [{ state: 'won' }, { state: 'void' }] })
  const versions = own.received.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(versions.every(Number.isSafeInteger)).toBe(true)
  own.close()
})

test("a bet is published only to its bettor's own sockets", async () => {
  const other = await newBettor()
  const [own, second, stranger] = [await subscribed(bettor), await subscribed(bettor), await subscribed(other)]
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  const mine = await bets.mustPlace(other.token, [pick(match)])
  await Promise.all([own, second].map((socket) => socket.state(bet_id, { state: 'open' })))
  await stranger.state(mine.bet_id, { state: 'open' })
  await bets.result(match, { full_time: '0:1' })
  await Promise.all([own, second].map((socket) => socket.state(bet_id, { state: 'lost' })))
  await stranger.state(mine.bet_id, { state: 'lost' })
  expect(new Set(stranger.received.map(({ key }) => key))).toEqual(new Set([mine.bet_id]))
  expect(new Set(own.received.map(({ key }) => key))).toEqual(new Set([bet_id]))
  for (const socket of [own, second, stranger]) socket.close()
})

test("each of many concurrent subscriptions begins with its own bettor's bets only", async () => {
  const bettors = await nare.bettors(12, 100)
  const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match)])))
  const sockets = await Promise.all(bettors.map(subscribed))
  for (const [n, own] of sockets.entries()) {
    await own.state(placed[n]?.bet_id ?? '', { state: 'open' })
    expect(own.received.map(({ key }) => key)).toEqual([placed[n]?.bet_id])
    own.close()
  }
})

test('a live leg has the minute and the score of its match', async () => {
  await bets.drive(match, { state: 'live', minute: 34, score: '1:0' })
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)], { accept: 'any' })
  const own = await subscribed(bettor)
  await own.state(bet_id, { legs: [{ n: 0, state: 'open', minute: 34, score: '1:0' }] })
  await bets.result(match, { full_time: '1:0' })
  await own.state(bet_id, { legs: [{ n: 0, state: 'won' }] })
  expect(own.newest(bet_id)?.legs[0]).toEqual({ n: 0, state: 'won' })
  own.close()
})

test('a subscription begins with the open bets and those settled in the last day, at most 200', async () => {
  const old = await bets.mustPlace(bettor.token, [pick(await nare.match())])
  const [before] = [await nare.match()]
  const longAgo = await bets.mustPlace(bettor.token, [pick(before)])
  await bets.result(before, { full_time: '1:0' })
  const ago = sql`settled_at - interval '25 hours'`
  await sql`update betting.bet set settled_at = ${ago} where bet_id = ${longAgo.bet_id}::bigint`.execute(nare.base.db)
  const missed = await bets.mustPlace(bettor.token, [pick(match)])
  await bets.result(match, { full_time: '1:0' })
  const own = await subscribed(bettor)
  await own.state(missed.bet_id, { state: 'won', returned: '210.00' })
  await own.state(old.bet_id, { state: 'open' })
  expect(own.newest(longAgo.bet_id)).toBeUndefined()
  own.close()

  const busy = await newBettor()
  const match2 = await nare.match()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await bets.mustPlace(busy.token, [pick(match2)], { stake: '20' })).bet_id)
  await sql`
    insert into betting.bet (bet_id, bettor_id, client_id, hash, type, stake, possible_win, rules_version, placed_at)
    select 7000000 + n, ${busy.id}::bigint, gen_random_uuid(), '', 'single', 2000, 4200, 'x', platform.now() - make_interval(mins => n)
    from generate_series(1, 300) n`.execute(nare.base.db)
  const many = await subscribed(busy)
  await many.state(ids[0] ?? '', { state: 'open' })
  await expect.poll(() => many.received.length).toBe(200)
  many.close()
})

test('a ticket of another product is published with the legs that this product returns', async () => {
  const coin = await openCoin(nare)
  const own = await subscribed(bettor)
  const placed = await coin.place(bettor, { id: randomUUID(), cents: 2000n, side: 'heads' })
  if (placed.kind !== 'placed') throw new Error('the toss was not placed')
  const { betId } = placed.bet
  await coin.settle([betId], 'won')
  nare.app.tickets.publish([{ betId, bettor: bettor.id }])
  await own.state(String(betId), { state: 'won', returned: '40.00', legs: [open(0)] })
  own.close()
})

test('every bet of a settled match is published, to subscribed bettors only', async () => {
  const own = await subscribed(bettor)
  const others = await nare.bettors(20, 100)
  const mine: string[] = []
  for (let n = 0; n < 20; n++) mine.push((await bets.mustPlace(bettor.token, [pick(match)], { stake: '20' })).bet_id)
  await Promise.all(others.map(({ token }) => bets.mustPlace(token, [pick(match)])))
  await bets.result(match, { full_time: '1:0' })
  await Promise.all(mine.map((betId) => own.state(betId, { state: 'won', returned: '42.00' })))
  expect(new Set(own.received.map(({ key }) => key))).toEqual(new Set(mine))
  own.close()
})

test('after a settlement, only recent bets of subscribed bettors are read', async () => {
  const { live } = nare.app
  let reads = 0
  const getExecutor = () => {
    reads++
    return nare.base.db.getExecutor()
  }
  const db = { getExecutor } as unknown as Db
  const [details, unplaced] = [openTicketDetails(), openUnplaced()]
  const topic = openBetTopic({
    db,
    live: { ...live, privateTopics: () => undefined },
    log: openLog('silent'),
    details,
    unplaced,
  })
  await expect.poll(() => live.subscribedBettors('bets')).toEqual([])
  await topic.publishMatch(Number(match))
  expect(reads).toBe(0)
  const reader = await subscribed(bettor)
  expect(live.subscribedBettors('bets')).toEqual([bettor.id])
  await topic.publishMatch(Number(match))
  expect(reads).toBe(1)
  reader.close()

  const [stranger, other] = [await newBettor(), await nare.match()]
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  await bets.mustPlace(bettor.token, [pick(other)])
  await bets.mustPlace(stranger.token, [pick(match)])
  const found = (most: number) => betsOnMatch(nare.base.db, { matchId: Number(match), bettors: [bettor.id], most })
  expect(await found(200)).toEqual([{ betId: BigInt(bet_id), bettor: bettor.id }])
  expect(await found(1)).toEqual([])
})

test('bets whose read fails are read again', async () => {
  let faults = 0
  const getExecutor = () => {
    if (faults-- > 0) throw new Error('the database is away')
    return nare.base.db.getExecutor()
  }
  const published: LiveMessage[] = []
  const live = {
    ...nare.app.live,
    privateTopics: () => undefined,
    hasSubscribers: () => true,
    subscribedBettors: () => [bettor.id],
    publishTo: (_bettor: bigint, message: LiveMessage) => void published.push(message),
  }
  const [details, unplaced] = [openTicketDetails(), openUnplaced()]
  details.register('sports', matchTickets(nare.app.catalog))
  const topic = openBetTopic({ db: { getExecutor } as unknown as Db, live, log: openLog('silent'), details, unplaced })
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  faults = 1
  topic.publish([{ betId: BigInt(bet_id), bettor: bettor.id }])
  await expect.poll(() => published.map(({ key }) => key)).toEqual([bet_id])
  faults = 1
  await topic.publishMatch(Number(match))
  await expect.poll(() => published.map(({ key }) => key)).toEqual([bet_id, bet_id])
  await topic.close()
})
