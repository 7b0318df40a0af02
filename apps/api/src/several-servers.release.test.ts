import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { openLedger } from '#modules/ledger/ledger'
import { pick, slipOf } from '#testing/bets'
import { databaseUrl, testDatabase, type TestDatabase } from '#testing/database'
import { firstRelease, matchesOf, newestPackage, setPort } from '#testing/debian-package'
import { canMakeRoot, openDebianRoot, type DebianRoot } from '#testing/debian-root'
import { postgresProxy, type PostgresProxy } from '#testing/postgres-proxy'
import { redisProgram, redisServer, type RedisServer } from '#testing/redis-server'
import { seedBettors } from '#testing/seed'
import { openServer, type Calls } from '#testing/two-servers'

/**
 * Two servers of the package by `nare@` on one machine, with a PostgreSQL and a Redis of their own, and callers who go to the other one when
 * theirs is away, as a balancer does. Skipped, and counted as skipped, where no Debian can be made or booted.
 */
const settings = 'etc/nare/nare.env'
const numbers = ((first) => [first, first + 1])(randomInt(10, 99))
const units = numbers.map((number) => `nare@${number}`)
const ports = numbers.map((number) => `300${number}`)

describe.skipIf(!canMakeRoot || !redisProgram)('two servers of the package', () => {
  let root: DebianRoot
  let folder: string
  let isBooted: boolean
  let version: string
  let base: TestDatabase
  let redis: RedisServer
  /** PostgreSQL by an address: the container does not see the sockets of this machine. */
  let database: PostgresProxy
  const servers: readonly Calls[] = ports.map((port) => openServer(new URL(`http://127.0.0.1:${port}`)))

  beforeAll(async () => {
    folder = await mkdtemp(join('/var/tmp', 'nare-packages-'))
    const newest = await newestPackage()
    version = newest.version
    ;[base, redis, root] = await Promise.all([testDatabase({ size: 2 }), redisServer(), openDebianRoot()])
    database = await postgresProxy(base.connection)
    await root.put(newest.file, 'opt/new.deb')
    await root.put(await firstRelease(newest, { folder }), 'opt/first.deb')
    await setPort(root, 20_000 + randomInt(10_000))
    isBooted = await root.boot()
  }, 1_200_000)
  afterAll(async () => {
    await root?.close()
    await redis?.close()
    await database?.close()
    await base?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const ready = async () => {
    for (const port of ports) await root.done('env', `PORT=${port}`, 'nare', 'doctor', '--ready')
  }
  /** Whether a server answers at all; a slow answer is one. */
  const isThere = ({ get }: Calls) =>
    get('/healthz').then(
      () => true,
      () => false,
    )

  /**
   * Bets of all bettors, each at its server and, while that is away or too busy, at the other, until one of them answers the slip. `away` counts the
   * moments at which neither answered anything.
   */
  function load(tokens: readonly string[], matches: readonly string[]) {
    const refused: unknown[] = []
    let [placed, moved, away, isOver] = [0, 0, 0, false]
    async function placeBy(token: string, sent: number, own: number) {
      const slip = slipOf([pick(matches[sent % matches.length] ?? '')], { stake: '20' })
      for (let tries = 0; ; tries++) {
        const answer = await servers[(own + tries) % 2]?.call(betting.place, slip, token).catch(() => undefined)
        if (answer !== undefined && answer.status !== 503) return answer
        moved++
        await wait(100)
      }
    }
    const loops = tokens.map(async (token, n) => {
      for (let sent = n; !isOver; sent++) {
        const answer = await placeBy(token, sent, n)
        if (answer.status === 201 || answer.status === 200) placed++
        else refused.push(answer)
      }
    })
    const watch = (async () => {
      while (!isOver) {
        if (!(await Promise.all(servers.map(isThere))).includes(true)) away++
        await wait(250)
      }
    })()
    return {
      count: () => placed,
      async grows() {
        const before = placed
        await expect.poll(() => placed, { timeout: 240_000 }).toBeGreaterThan(before + 100)
      },
      async end() {
        isOver = true
        await Promise.all([...loops, watch])
        return { refused, away, moved }
      },
    }
  }

  test('are upgraded one after the other under load, survive the end of one, and no bet is refused, lost or taken twice', async (context) => {
    if (!isBooted) context.skip('systemd-nspawn cannot boot here')
    await root.install('/opt/first.deb')
    const text = await readFile(root.path(settings), 'utf8')
    const own = {
      ...{ DATABASE_URL: databaseUrl(database.connection), REDIS_URL: redis.url, TRUST_PROXY: 'loopback' },
      ...{ DB_POOL: '4', DB_MONEY_POOL: '2', ARCADE: 'off', FEED: 'none', LEAGUE: 'off', CRASH: 'off' },
      ...{ LIMIT_SESSION_MINUTE: '1000000', BET_QUEUE_MS: '60000', LOG_LEVEL: 'warn' },
    }
    await root.write(
      settings,
      `${text}${Object.entries(own)
        .map(([name, value]) => `${name}=${value}\n`)
        .join('')}`,
    )
    await root.done('nare', 'stop')
    await root.done('systemctl', 'disable', 'nare.service', 'nare.socket')
    await root.done('systemctl', 'enable', '--now', ...units)
    await ready()

    const [first] = servers
    if (!first) throw new Error('no server')
    const { house } = await openLedger({ db: base.db, currency: 'KES' })
    const people = await seedBettors(base.db, { count: 4, cents: 100_000_000n, house: house('house:sandbox') })
    const tokens = people.map(({ token }) => token)
    const balances = async () => {
      const all = await Promise.all(tokens.map((token) => first.call(identity.balance, {}, token)))
      return all.reduce((sum, { body }) => sum + Number(body.user.balance), 0)
    }
    const before = await balances()
    const bets = load(tokens, await matchesOf(first))
    await bets.grows()

    await root.install('/opt/new.deb')
    // The single server stays switched off.
    for (const unit of ['nare.service', 'nare.socket'])
      expect((await root.run('systemctl', 'is-enabled', unit)).output.trim()).toBe('disabled')
    expect(await root.done('nare', 'upgrade', '--no-backup')).toContain(`${version} runs. 0.9.0 stays beside it`)
    await ready()
    await bets.grows()

    await root.done('systemctl', 'kill', '--signal=SIGKILL', units[0] ?? '')
    await bets.grows()
    await ready()
    await bets.grows()
    const { refused, away, moved } = await bets.end()
    expect([refused, away]).toEqual([[], 0])
    expect(moved).toBeGreaterThan(0)

    expect(before - (await balances())).toBe(20 * bets.count())
    await root.done('nare', 'verify', '--full')
    console.log(`${bets.count()} bets, ${moved} of them at the other server, while 0.9.0 became ${version}`)

    await root.done('nare', 'stop')
    for (const unit of units) expect((await root.run('systemctl', 'is-active', unit)).output.trim()).toBe('inactive')
  }, 1_200_000)
})
