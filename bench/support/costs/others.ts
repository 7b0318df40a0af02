import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { crashKey, plantChain } from '@nare/api/modules/games/testing/crash-chain'
import { embeddedConnection } from '@nare/api/platform/postgres-cluster'
import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { openProviders } from '@nare/api/sandbox/payments/providers'
import { callbackSecret } from '@nare/api/testing/callback-secret'
import { darajaEnv } from '@nare/api/testing/providers-env'
import { openPlayer, watchGame } from '../crash/playing.ts'
import { approvedDeposits, sendCallbacks, untilDeposits } from '../depositing.ts'
import { leagueCall, leagueEnv, leagueMatches } from '../league-bets.ts'
import { measureLive } from '../live/measuring.ts'
import { load, post } from '../load.ts'
import { runPlacing } from '../placing.ts'
import { startServer } from '../server.ts'
import { makeBettors } from '../world.ts'
import { costOf, type Cost } from './costs.ts'
import { openProbe, type Usage } from './probe.ts'
import { countOf, metered, type Found } from './sports.ts'

const password = 'a long enough passphrase'
const loginCount = 600
const depositCount = 1500
const crashBettors = 1000
const crashRounds = 3
const crashSettleMs = 2500
/** The Argon2id parameters of a login in production. */
const argon2 = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Logins with the right password, and bets on the league. */
export function measureLogins(seconds: number): Promise<Found> {
  return metered(leagueEnv, async ({ server, owner, probe, idle }) => {
    const bettors = await makeBettors(server, 5000)
    await sql`update identity.bettor set password_hash = ${passwordHash()}`.execute(owner)
    const waiting = bettors.slice(0, loginCount)
    let n = 0
    const next = (): string | undefined => {
      const bettor = waiting.pop()
      return bettor && post('/v1/login', { msisdn: bettor.msisdn, password }, undefined, `10.${n >> 8}.${n++ & 255}.1`)
    }
    let done = 0
    const logins = await probe.measure(async () => {
      const { byStatus } = await load({ url: server.url, connections: 8, seconds: 120, next })
      done = byStatus.get(200) ?? 0
      if (byStatus.size !== 1) console.log(`  logins: ${JSON.stringify([...byStatus])}`)
    })
    const tokens = bettors.map(({ token }) => token)
    const world = {
      url: server.url.href,
      matches: await leagueMatches(server),
      tokens,
      call: leagueCall,
      connections: 64,
    }
    await runPlacing({ ...world, seconds: 3 })
    let placed = 0
    const bets = await probe.measure(async () => {
      placed = countOf((await runPlacing({ ...world, seconds })).statuses, 201)
    })
    return { login: costOf(logins, done, idle), leagueBet: costOf(bets, placed, idle) }
  })
}

/** The hash of the password in the format that is stored. */
function passwordHash(): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { ...argon2, message: password, nonce })
  const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${argon2.memory},t=${argon2.passes},p=${argon2.parallelism}$${text(nonce)}$${text(tag)}`
}

/** Deposits from the request to the credit, each with its prompt, callback and status query at a fake provider in this process. */
export async function measureDeposits(): Promise<Found> {
  const fakes = openProviders()
  try {
    const env = { ...(await darajaEnv(fakes)), CALLBACK_SECRET: callbackSecret }
    return await metered(env, async ({ server, probe, idle }) => {
      const bettors = await makeBettors(server, depositCount)
      const usage = await probe.measure(async () => {
        const callbacks = await approvedDeposits({ server, fakes, bettors })
        await sendCallbacks({ url: server.url.href, callbacks, connections: 16 })
        await untilDeposits(server, 'succeeded', depositCount)
      })
      return { deposit: costOf(usage, depositCount, idle) }
    })
  } finally {
    await fakes.close()
  }
}

/** Crash bets until their rounds are settled: half have a target and half are cashed out by hand. The idle server runs the game too. */
export async function measureCrash(): Promise<Found> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-crash-cost-'))
  try {
    const first = await startServer({ DATA_DIR: dataDir })
    const bettors = await makeBettors(first, crashBettors)
    await plantChain(
      first.db,
      Array.from({ length: 3 + crashRounds }, () => (point) => point >= 113 && point <= 200),
    )
    await first.stop()
    return await metered({ DATA_DIR: dataDir, CRASH: 'on', CRASH_KEY: crashKey }, async ({ server, probe, idle }) => {
      const watch = watchGame(server.url)
      const players = bettors.map(({ token }, n) => openPlayer(server.url, { token, n }))
      let placed = 0
      const round = async (): Promise<void> => {
        const betting = await watch.until(({ phase }) => phase === 'betting')
        await Promise.all(
          players.map(async ({ send }) => {
            const bets = [
              await send('bet', { id: randomUUID(), stake: '20', slot: 1 }),
              await send('bet', {
                id: randomUUID(),
                stake: '20',
                slot: 2,
                auto_cash_out: (1.02 + Math.random()).toFixed(2),
              }),
            ]
            placed += bets.filter(({ status }) => status === 201).length
            const bet_id = /"bet_id":"(\d+)"/.exec(bets[0]?.body ?? '')?.[1]
            await watch.until(({ phase, round_id }) => phase !== 'betting' && round_id === betting.state.round_id)
            await wait(100 + Math.random() * 2000)
            if (bet_id) await send('cash-out', { id: randomUUID(), bet_id })
          }),
        )
        await watch.until(({ phase, round_id }) => phase === 'crashed' && round_id === betting.state.round_id)
      }
      await round()
      placed = 0
      const usage = await probe.measure(async () => {
        for (let n = 0; n < crashRounds; n++) await round()
        await wait(crashSettleMs)
      })
      for (const { caller } of players) caller.close()
      watch.close()
      return { crashBet: costOf(usage, placed, idle) }
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A socket with thirty matches, a message to it, and a price change of the feed without subscribers. */
export async function measureLivePort(seconds: number): Promise<{ found: Found; socket: number; socketHeap: number }> {
  const run = { name: 'Nare', file: 'nare.ts', changesPerSecond: 200, topicsPerSocket: 30, seconds, batch: false }
  const changes = await withFolder((dataDir) => metredLive({ ...run, sockets: 20 }, dataDir))
  const busy = await withFolder((dataDir) => metredLive({ ...run, sockets: 2000 }, dataDir))
  const count = run.changesPerSecond * seconds
  const priceChange = {
    ...costOf(changes.usage, count, { nodeMs: 0, postgresMs: 0 }),
    nodeMs: (changes.live.cpuSeconds * 1000) / count,
  }
  const none = { walBytes: 0, fullPages: 0, commits: 0, storedBytes: 0, postgresMs: 0 }
  const messageMs = Math.max(0, busy.live.cpuSeconds * 1000 - priceChange.nodeMs * count) / busy.live.messages
  const message: Cost = { ...none, count: busy.live.messages, perSecond: busy.live.delivered, nodeMs: messageMs }
  const connect: Cost = { ...none, count: run.topicsPerSocket, perSecond: 0, nodeMs: busy.live.connectMs }
  const { rssPerSocket, heapPerSocket } = busy.live
  return { found: { priceChange, message, connect }, socket: rssPerSocket, socketHeap: heapPerSocket }
}

async function metredLive(run: Omit<Parameters<typeof measureLive>[0], 'args'>, dataDir: string) {
  let usage: Usage | undefined
  const live = await measureLive({
    ...run,
    args: [dataDir, '300'],
    async around(work) {
      const { db } = openDb(await embeddedConnection(dataDir), { size: 1, log: openLog('warn'), role: 'none' })
      const probe = await openProbe({ owner: db, pid: process.pid })
      usage = await probe.measure(work)
      await db.destroy()
    },
  })
  if (!usage) throw new Error('nothing was measured')
  return { live, usage }
}

async function withFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-live-cost-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
