import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { verifyLedger } from '#modules/ledger/ledger'
import { crashKey, plantChain } from '#modules/games/testing/crash-chain'
import { soon } from '#platform/testing/soon'
import { pick, slipOf } from '#testing/bets'
import { redisProgram } from '#testing/redis-server'
import { twoServers, type LiveSocket, type Server, type TwoServers } from '#testing/two-servers'

describe.skipIf(!redisProgram)('two servers on one database and one Redis', () => {
  let two: TwoServers
  beforeAll(async () => {
    const env = {
      ...{ LEAGUE: 'on', LEAGUE_CYCLE: '1,0.5,2,0.5', LEAGUE_STAGGER_S: '0', LEAGUE_KEY: crashKey },
      ...{ CRASH: 'on', CRASH_CYCLE: '1,0.5', CRASH_KEY: crashKey },
    }
    const short = Array.from({ length: 8 }, () => (point: number) => point <= 150)
    two = await twoServers(env, { prepare: ({ db }) => plantChain(db, short) })
  })
  afterAll(() => two?.close())

  const match = async (on: Server): Promise<string> => {
    const created = await on.call(sandbox.createMatch, {
      ...{ sport_id: '79', competition_name: 'Test League', home_team: 'Simba', away_team: 'Chui' },
      ...{ home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' },
      start_time: new Date(Date.now() + 3_600_000).toISOString(),
    })
    return created.body.match_id
  }
  const both = (sockets: readonly LiveSocket[], check: (socket: LiveSocket) => void): Promise<void> =>
    soon(() => sockets.forEach(check))

  test('sockets of both servers receive the changes made on either, even after Redis was killed during betting', async () => {
    const { a, b, redis } = two
    const [bettor] = await two.bettors(1, 10_000)
    const token = bettor?.token ?? ''
    const id = await match(a)
    await soon(async () =>
      expect([(await a.get('/readyz')).body, (await b.get('/readyz')).body]).toEqual([ready, ready]),
    )
    const place = (on: Server) => on.call(betting.place, slipOf([pick(id)]), token)
    const first = (await place(a)).body.bet.bet_id
    const topics = [
      'balance',
      'bets',
      `bet:${first}`,
      `match:${id}`,
      `market:${id}:1`,
      `events:${id}`,
      'league:1',
      'crash',
    ]
    const sockets = [await a.socket(token, topics), await b.socket(token, topics)]

    // A bet and its balance.
    await both(sockets, (socket) => expect(socket.state(`bet:${first}`)).toHaveProperty('amount'))
    const second = (await place(b)).body.bet.bet_id
    await both(sockets, (socket) => {
      expect(socket.state('balance')).toMatchObject({ balance: '9800.00' })
      expect(socket.state('bets', second)).toMatchObject({ state: 'open' })
    })
    // A price and the cash-out value of the bet, which each process computes for its readers.
    const valued = sockets.map((socket) => socket.state(`bet:${first}`)?.['amount'])
    await a.call(sandbox.driveMatch, {
      match_id: id,
      odds: { 1: { home_team: '1.50', draw: '4.00', away_team: '6.00' } },
    })
    await both(sockets, (socket) =>
      expect(socket.state(`market:${id}:1`)).toMatchObject({ odds: expect.arrayContaining([['home_team', '1.50']]) }),
    )
    await soon(() => {
      const [onA, onB] = sockets.map((socket) => socket.state(`bet:${first}`)?.['amount'])
      expect([onA, valued.includes(onA)]).toEqual([onB, false])
    })
    // A suspension by the other server, a kick-off and a goal.
    await b.call(sandbox.driveMatch, { match_id: id, suspend: true })
    await both(sockets, (socket) => expect(socket.state(`market:${id}:1`)).toMatchObject({ state: 'suspended' }))
    await b.call(sandbox.driveMatch, { match_id: id, suspend: false, state: 'live', minute: 1, score: '0:0' })
    await a.call(sandbox.driveMatch, { match_id: id, event: 'goal', side: 'home', minute: 2 })
    await both(sockets, (socket) => {
      expect(socket.state(`match:${id}`)).toMatchObject({ home_score: 1, away_score: 0 })
      expect(socket.states(`events:${id}`)).toContainEqual(expect.objectContaining({ type: 'goal' }))
    })
    // A flight and its crash, and a round of the league that is locked and played.
    await both(sockets, (socket) => {
      const phases = socket.states('crash').map(({ phase }) => phase)
      expect(phases).toEqual(expect.arrayContaining(['betting', 'flying', 'crashed']))
    })
    await both(sockets, (socket) =>
      expect(new Set(socket.states('league:1').map((state) => JSON.stringify(state))).size).toBeGreaterThan(2),
    )

    await redis.kill()
    await both(sockets, (socket) => expect(socket.code()).toBe(1013))
    expect((await a.get('/readyz')).body).toEqual({ ...ready, bus: 'down' })
    const next = await match(b)
    const slips = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? a : b).call(betting.place, slipOf([pick(next)]), token)),
    )
    expect(slips.map(({ status }) => status)).toEqual(slips.map(() => 201))
    const refused = await a.socket(token, ['balance'])
    await soon(() => expect(refused.code()).toBe(1013))

    await redis.start()
    await soon(async () =>
      expect([(await a.get('/readyz')).body, (await b.get('/readyz')).body]).toEqual([ready, ready]),
    )
    const again = await b.socket(token, ['balance', 'bets'])
    await soon(() => expect(again.state('balance')).toMatchObject({ balance: '7800.00' }))
    await a.call(betting.place, slipOf([pick(next)]), token)
    await soon(() => expect(again.state('balance')).toMatchObject({ balance: '7700.00' }))
    expect((await b.call(identity.balance, {}, token)).body.user.balance).toBe('7700.00')
    expect((await verifyLedger(two.base.db)).filter(({ broken }) => broken > 0)).toEqual([])
  }, 120_000)
})

const ready = { status: 'ready' }
