import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyTickets } from '@nare/api/modules/tickets/tickets'
import { crashKey, plantChain } from '@nare/api/modules/games/testing/crash-chain'
import { leagueLegSummary } from '@nare/api/modules/league/league'
import { verifyLedger } from '@nare/api/modules/ledger/ledger'
import { reachedAt } from '@nare/games/crash'
import { cpuNow, spentSince, spentText, type Spent } from './support/crash/spent.ts'
import { betTwice, openPlayer, watchGame, type Burst, type Player } from './support/crash/playing.ts'
import { nowNs, type ClientCommand, type Received } from './support/live/protocol.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors } from './support/world.ts'

/**
 * `npm run bench crash [-- --quick]`: crash rounds with 2,000 sockets that watch and 1,000 bettors with a separate connection each. Each
 * bettor places two bets in the betting phase, the second immediately after the answer to the first, cashes one out at a random time, and
 * sets a target for the other. Prints the accepted bets per second, the delay of cash-outs, and the delay from the crash to the watchers,
 * compared with bare `ws` that sends the same bytes to as many sockets in the same run. Verifies the books. `--quick` uses a tenth of the
 * load.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } },
})
const sockets = values.quick ? 200 : 2000
const bettorCount = values.quick ? 100 : 1000
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
/** Rounds before the measured rounds, in which the server compiles its code. */
const warmUps = values.quick ? 1 : 3
const clientProcesses = values.quick ? 1 : 2
/** Crash points in hundredths: flights of two to twelve seconds. */
const isWanted = (point: number): boolean => point >= 113 && point <= 200
const graceMs = 1500
const bareEveryMs = 500

const dataDir = await mkdtemp(join(tmpdir(), 'nare-crash-'))
try {
  await main()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const first = await startServer({ DATA_DIR: dataDir })
  const bettors = await makeBettors(first, bettorCount)
  const pointOf = await plantChain(
    first.db,
    Array.from({ length: rounds + warmUps + 1 }, () => isWanted),
  )
  await first.stop()
  const server = await startServer({
    DATA_DIR: dataDir,
    CRASH: 'on',
    CRASH_KEY: crashKey,
    TRUST_PROXY: '1',
    LIMIT_ADDRESS_MINUTE: '10000000',
  })
  const clients = startClients()
  try {
    await connectAll(clients, Number(server.url.port), ['crash'])
    const watch = watchGame(server.url)
    const players = bettors.map(({ token }, n) => openPlayer(server.url, { token, n }))
    const playing = { server, watch, players, pointOf }
    for (let n = 0; n < warmUps; n++) await playRound(playing)
    const played: Played[] = []
    for (let n = 0; n < rounds; n++) played.push(await playRound(playing, clients))
    for (const { caller } of players) caller.close()
    watch.close()
    print(played, await runBare(server, { played, bettors }))
    await verify(server)
  } finally {
    for (const client of clients) client.send({ do: 'stop' } satisfies ClientCommand)
    await server.stop()
  }
}

type Played = {
  readonly bets: Burst
  /** Processor time in the window. */
  readonly spent: Spent
  readonly outMs: number[]
  readonly late: number
  readonly otherAnswers: Map<number, number>
  /** Milliseconds from the crash to its receipt by each watcher. */
  readonly seenMs: number[]
  readonly text: string
}

type Playing = {
  readonly server: BenchServer
  readonly watch: ReturnType<typeof watchGame>
  readonly players: readonly Player[]
  readonly pointOf: (gameNo: number) => number
}

/** Plays a round: bets, cash-outs, and the watchers' receipts of the crash. */
async function playRound({ server, watch, players, pointOf }: Playing, clients: readonly ChildProcess[] = []) {
  const betting = await watch.until(({ phase }) => phase === 'betting')
  await Promise.all(clients.map((client) => ask(client, { do: 'count' })))
  const crashMs = reachedAt(pointOf(betting.state.game_no))
  const before = await cpuNow(server)
  const bets = await betTwice(players)
  const spent = spentSince(before, await cpuNow(server))
  const otherAnswers = new Map<number, number>()
  const note = (status: number) => void otherAnswers.set(status, (otherAnswers.get(status) ?? 0) + 1)
  bets.otherAnswers.forEach(note)
  const ids = bets.firsts.map((body) => {
    const round = /"round_id":"([^"]+)"/.exec(body)?.[1]
    return round === betting.state.round_id ? /"bet_id":"(\d+)"/.exec(body)?.[1] : undefined
  })
  const flying = await watch.until(({ phase, round_id }) => phase === 'flying' && round_id === betting.state.round_id)
  const outMs: number[] = []
  let late = 0
  await Promise.all(
    players.map(async ({ send }, n) => {
      const bet_id = ids[n]
      if (!bet_id) return
      await wait(200 + Math.random() * crashMs)
      const { status, ms } = await send('cash-out', { id: randomUUID(), bet_id })
      if (status === 200) outMs.push(ms)
      else if (status === 409) late++
      else note(status)
    }),
  )
  const crashed = await watch.until(({ phase, round_id }) => phase === 'crashed' && round_id === betting.state.round_id)
  await wait(graceMs)
  const received = await Promise.all(clients.map((client) => ask<Received>(client, { do: 'report' })))
  // Server and clients share this machine's clock: the flight began at the time in the message.
  const startedNs = nowNs() - (Date.now() - Date.parse(flying.state.started_at ?? '')) * 1e6
  const seenMs = received
    .flatMap(({ receipts }) => receipts)
    .filter(({ version }) => version === crashed.version)
    .map(({ at }) => (at - startedNs) / 1e6 - crashMs)
  return { bets, spent, outMs, late, otherAnswers, seenMs, text: crashed.text }
}

function startClients(): ChildProcess[] {
  return Array.from({ length: clientProcesses }, () => start('live/clients.ts'))
}

function start(file: string, args: readonly string[] = []): ChildProcess {
  const child = fork(join(import.meta.dirname, 'support', file), [...args], { serialization: 'advanced' })
  child.on('exit', (code) => code !== 0 && code !== null && process.exit(1))
  return child
}

async function connectAll(clients: readonly ChildProcess[], port: number, urgent: string[]): Promise<void> {
  const share = Math.ceil(sockets / clients.length)
  await Promise.all(
    clients.map((client, n) =>
      ask(client, {
        do: 'connect',
        port,
        paced: [],
        urgent,
        topicsPerSocket: 0,
        batch: false,
        sampleEvery: 1,
        first: n * share,
        sockets: Math.min(share, sockets - n * share),
      }),
    ),
  )
}

async function ask<T>(child: ChildProcess, message: ClientCommand | { text: string }): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>
  child.send(message)
  return (await answer)[0]
}

type Bare = { readonly bets: readonly Burst[]; readonly seenMs: readonly number[] }

/** Measures the same bets by Fastify alone, and the same crash states by `ws` alone, with as many watchers. */
async function runBare(
  { connection }: BenchServer,
  { played, bettors }: { played: readonly Played[]; bettors: readonly { token: string }[] },
): Promise<Bare> {
  const bare = start('crash/bare.ts', [JSON.stringify(connection)])
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }]
  const clients = startClients()
  await connectAll(clients, port, ['crash'])
  await wait(graceMs)
  const seenMs: number[] = []
  for (const { text } of played) {
    await Promise.all(clients.map((client) => ask(client, { do: 'count' })))
    const { at: from } = await ask<{ at: number }>(bare, { text })
    await wait(graceMs)
    const received = await Promise.all(clients.map((client) => ask<Received>(client, { do: 'report' })))
    seenMs.push(...received.flatMap(({ receipts }) => receipts.map(({ at }) => (at - from) / 1e6)))
  }
  const players = bettors.map(({ token }, n) => openPlayer(new URL(`http://127.0.0.1:${port}`), { token, n }))
  const bets: Burst[] = []
  for (let n = 0; n < warmUps + rounds; n++) {
    bets.push(await betTwice(players))
    await wait(bareEveryMs)
  }
  for (const { caller } of players) caller.close()
  for (const client of clients) client.send({ do: 'stop' } satisfies ClientCommand)
  const ended = once(bare, 'exit')
  bare.send({})
  await ended
  return { bets: bets.slice(warmUps), seenMs }
}

function print(played: readonly Played[], bare: Bare): void {
  const all = (timesOf: (round: Played) => readonly number[]) => played.flatMap(timesOf)
  const [bets, outs, seen] = [
    all((round) => round.bets.betMs),
    all((round) => round.outMs),
    all((round) => round.seenMs),
  ]
  const ours = rateOf(played.map((round) => round.bets))
  const fastify = rateOf(bare.bets)
  const ratio = percentile(bare.seenMs, 0.99) / percentile(seen, 0.99)
  const row = (name: string, figure: string, aim = '', good = true) =>
    console.log(`${good ? 'ok  ' : 'OVER'} ${name.padEnd(44)} ${figure.padStart(22)}   ${aim}`)
  const ms = (times: readonly number[]) =>
    `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)} ms`
  console.log(`${sockets} sockets, ${bettorCount} bettors, ${played.length} rounds after ${warmUps} to warm up`)
  row('bets accepted per second, mean / best', ours.text, 'aim 10,000', ours.best >= 10_000)
  row(
    'by Fastify alone, which stores one row',
    fastify.text,
    `ours / Fastify fastify ${(ours.mean / fastify.mean).toFixed(2)}`,
  )
  console.log(
    `     ${spentText(
      played.map(({ spent }) => spent),
      bets.length,
    )}`,
  )
  row('bets acknowledged p50 / p99', ms(bets), `${bets.length} accepted`)
  row('cash-outs acknowledged p50 / p99', ms(outs), `${outs.length} paid, aim p99 50 ms`, percentile(outs, 0.99) <= 50)
  row(
    'crash to all watchers p50 / p99',
    ms(seen),
    `${seen.length} receipts, aim p99 150 ms`,
    percentile(seen, 0.99) <= 150,
  )
  row('bare ws, sending to all p50 / p99', ms(bare.seenMs), `${bare.seenMs.length} receipts`)
  row('bare ws / ours, p99', ratio.toFixed(2), 'aim 0.6', ratio >= 0.6)
  const expected = sockets * played.length
  row('watchers that saw the crash', `${seen.length} of ${expected}`, '', seen.length === expected)
  const otherAnswers = played
    .flatMap((round) => [...round.otherAnswers])
    .map(([status, count]) => `${count} × ${status}`)
  const late = played.reduce((sum, round) => sum + round.late, 0)
  console.log(
    `     after the crash: ${late} cash-outs${otherAnswers.length > 0 ? `; other answers: ${otherAnswers.join(', ')}` : ''}`,
  )
}

function rateOf(bursts: readonly Burst[]) {
  const perSecond = bursts.map(({ betMs, windowMs }) => (betMs.length * 1000) / windowMs)
  const best = Math.max(...perSecond)
  const mean = perSecond.reduce((sum, rate) => sum + rate, 0) / perSecond.length
  return { best, mean, text: `${mean.toFixed(0)} / ${best.toFixed(0)}` }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

async function verify({ db }: BenchServer): Promise<void> {
  await wait(graceMs)
  const checks = [...(await verifyLedger(db)), ...(await verifyTickets(db, [leagueLegSummary]))]
  const failed = checks.filter((check) => check.broken > 0)
  console.log(failed.length === 0 ? 'ok   the books are right' : `OVER ${JSON.stringify(failed)}`)
  if (failed.length > 0) process.exitCode = 1
}
