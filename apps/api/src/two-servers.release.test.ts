import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { sandbox } from '@nare/contract/sandbox'
import { verifyLedger } from '#modules/ledger/ledger'
import { soon } from '#platform/testing/soon'
import { pick, slipOf } from '#testing/bets'
import { postgresProxy, type PostgresProxy } from '#testing/postgres-proxy'
import { redisProgram } from '#testing/redis-server'
import { twoServers, type Server, type TwoServers } from '#testing/two-servers'

const bettors = 12
const shillings = 1_000_000
/** Longer than the silence after which other processes consider a process ended. */
const frozenMs = 20_000
const cutMs = 8_000

describe.skipIf(!redisProgram)('two servers with faults', () => {
  let two: TwoServers
  let proxy: PostgresProxy | undefined
  beforeAll(async () => {
    const second = async (own: Parameters<typeof postgresProxy>[0]) => (proxy = await postgresProxy(own)).connection
    two = await twoServers({ LIMIT_SESSION_MINUTE: '100000' }, { second })
  })
  afterAll(async () => {
    await two?.close()
    await proxy?.close()
  })

  test('when a server is paused, loses the database or loses Redis, no bet, stake or balance is lost or counted twice', async () => {
    const { a, b, redis, base } = two
    const people = await two.bettors(bettors, shillings)
    // One match would reach its maximum liability before the end of the test.
    const matches = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const created = await a.call(sandbox.createMatch, {
          ...{ sport_id: '79', competition_name: 'Test League', home_team: `Simba ${n}`, away_team: `Chui ${n}` },
          ...{ home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' },
          start_time: new Date(Date.now() + 3_600_000).toISOString(),
        })
        return created.body.match_id
      }),
    )
    const [id = ''] = matches
    const acknowledged = new Set<string>()
    const sent = new Set<string>()
    let betsAreOver = false
    async function bet(on: Server, token: string): Promise<void> {
      while (!betsAreOver) {
        const slip = slipOf([pick(matches[1 + (sent.size % 39)] ?? '')])
        sent.add(slip.id)
        const { status } = await on.call(betting.place, slip, token).catch(() => ({ status: 0 }))
        if (status === 201) acknowledged.add(slip.id)
        await wait(status === 201 ? 20 : 200)
      }
    }
    const loops = people.map(({ token }, n) => bet(n % 2 ? a : b, token))
    const grows = async (): Promise<void> => {
      const before = acknowledged.size
      await soon(() => expect(acknowledged.size).toBeGreaterThan(before + 20))
    }
    await grows()

    await redis.kill()
    await grows()
    await redis.start()
    await soon(async () => expect((await b.get('/readyz')).body).toEqual({ status: 'ready' }))

    const cut = proxy?.blockStatements('')
    await wait(cutMs)
    await grows()
    cut?.release()
    await soon(async () => expect((await b.get('/readyz')).status).toBe(200))

    const token = people[0]?.token ?? ''
    const before = await b.socket(token, [`market:${id}:1`])
    await soon(() => expect(before.state(`market:${id}:1`)).toBeDefined())
    b.child.kill('SIGSTOP')
    await wait(frozenMs)
    await a.call(sandbox.driveMatch, {
      match_id: id,
      odds: { 1: { home_team: '2.30', draw: '3.40', away_team: '3.60' } },
    })
    b.child.kill('SIGCONT')
    // The server missed what was published meanwhile, so it closes its sockets.
    await soon(() => expect(before.code()).toBe(1013))
    await soon(async () => expect((await b.get('/readyz')).body).toEqual({ status: 'ready' }))
    const after = await b.socket(token, [`market:${id}:1`])
    await soon(() => expect(JSON.stringify(after.state(`market:${id}:1`))).toContain('"2.30"'))
    await grows()
    betsAreOver = true
    await Promise.all(loops)

    const { rows } = await sql<{ command: string; stake: bigint }>`
      select client_id::text as command, stake from betting.bet`.execute(base.db)
    const stored = new Set(rows.map(({ command }) => command))
    expect([stored.size, [...acknowledged].filter((command) => !stored.has(command))]).toEqual([rows.length, []])
    expect([...stored].filter((command) => !sent.has(command))).toEqual([])
    const balances = await sql<{ cents: bigint }>`
      select sum(balance)::bigint as cents from ledger.account
      where kind = 'cash' and owner = any(${people.map(({ id: bettorId }) => bettorId)}::bigint[])`.execute(base.db)
    const stakes = rows.reduce((sum, { stake }) => sum + stake, 0n)
    expect(balances.rows[0]?.cents).toBe(BigInt(bettors * shillings) * 100n - stakes)
    expect((await verifyLedger(base.db)).filter(({ broken }) => broken > 0)).toEqual([])
  }, 300_000)
})
