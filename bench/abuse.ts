import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { attackNames, startAttack, type Attacked, type AttackName } from './support/attacks.ts'
import { loopMs } from './support/cpu.ts'
import { runPlacing, type Placed } from './support/placing.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench abuse [-- --quick] [-- <attack> …]`: honest bets during each attack. A separate process attacks at a fixed
 * rate. In the control run it attacks a second, otherwise idle server, so that the load on the machine is equal. The result is the
 * median of five rounds. Aims: honest bets keep at least 0.8 of their rate and at most twice their p99, and none is refused. `loop` is the
 * part of a core that the server's event loop needs for the attack alone, on the warm server, less what it needs without any caller.
 * Other work on the machine makes it smaller, never larger.
 */
const quick = process.argv.includes('--quick')
const chosen = attackNames.filter((name) => process.argv.includes(name))
const rounds = quick ? 3 : 5
const seconds = quick ? 1.5 : 3.5
/** The attack begins before the honest bets are measured and ends after them. */
const leadS = 0.7
const connections = 32
const honestCount = 2000
const attackerCount = 200
const matchCount = 240
const aloneMs = 4000
const aims = { rate: 0.8, p99: 2 }

type Side = {
  readonly server: BenchServer
  readonly matches: Priced[]
  readonly honest: string[]
  readonly attackers: string[]
  readonly full: number
}

type Row = { rate: number; p99: number; quiet: Placed; attacked: Placed; by: Attacked }

// Limits by address as in production; the proxy forwards the address of the caller.
const env = { LIMITS_BY_ADDRESS: 'on', TRUST_PROXY: 'loopback', LEAGUE: 'on' }
const servers = [await startServer(env), await startServer(env)]
try {
  const [ours, idle] = await Promise.all(servers.map(prepare))
  if (!ours || !idle) throw new Error('a server did not start')
  await place(ours)
  console.log(
    `${rounds} rounds of ${seconds} s on ${connections} connections; in the control a second, idle server receives the same attack`,
  )
  console.log(
    'attack         bets/s quiet   attacked    kept   p99 ms quiet   attacked   times   refused   loop   verdict',
  )
  const failed: AttackName[] = []
  for (const name of chosen.length > 0 ? chosen : attackNames) {
    const rows: Row[] = []
    for (let round = 0; round < rounds; round++) rows.push(await oneRound(name, { ours, idle }, round))
    if (!report(name, rows, await loopPart(name, ours))) failed.push(name)
  }
  console.log(
    failed.length === 0 ? '\nno attack hurts honest bets' : `\nattacks that hurt honest bets: ${failed.join(', ')}`,
  )
  process.exitCode = failed.length === 0 ? 0 : 1
} finally {
  await Promise.all(servers.map((server) => server.stop()))
}

/** Creates matches, bettors with money, and one outcome at its liability limit. */
async function prepare(server: BenchServer): Promise<Side> {
  const matches = await makeMatches(server, matchCount + 1)
  const bettors = await makeBettors(server, honestCount + attackerCount)
  const full = matches.pop()?.matchId ?? 0
  const { db: owner } = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' })
  await sql`
    insert into betting.exposure (match_id, market_id, odd_key, bets, stake, liability)
    values (${full}, '1', 'home_team', 1, 1, 1000000000000)`.execute(owner)
  await sql`vacuum analyze`.execute(owner)
  await owner.destroy()
  const tokens = bettors.map(({ token }) => token)
  return { server, matches, honest: tokens.slice(0, honestCount), attackers: tokens.slice(honestCount), full }
}

/** The part of a core that the event loop needs for an attack without bets. Undefined if the system does not tell. */
async function loopPart(name: AttackName, side: Side): Promise<number | undefined> {
  const partOf = async (): Promise<number | undefined> => {
    const [before, started] = [await loopMs(side.server).catch(() => undefined), performance.now()]
    await new Promise((resolve) => setTimeout(resolve, aloneMs))
    return before === undefined ? undefined : ((await loopMs(side.server)) - before) / (performance.now() - started)
  }
  const idle = await partOf()
  const attack = attackOn(name, side, aloneMs / 1000 + 2 * leadS)
  await new Promise((resolve) => setTimeout(resolve, leadS * 1000))
  const attacked = await partOf()
  await attack
  return idle === undefined || attacked === undefined ? undefined : attacked - idle
}

function attackOn(name: AttackName, { server, matches, attackers, full }: Side, attackS: number): Promise<Attacked> {
  const matchIds = matches.map(({ matchId }) => matchId)
  return startAttack({ name, url: server.url.href, seconds: attackS, tokens: attackers, matches: matchIds, full })
}

function place({ server, matches, honest }: Side): Promise<Placed> {
  return runPlacing({ url: server.url.href, matches, tokens: honest, connections, seconds, ownAddresses: true })
}

/** Measures honest bets on our server during an attack on the idle server and during an attack on ours, in alternating order. */
async function oneRound(name: AttackName, { ours, idle }: { ours: Side; idle: Side }, round: number): Promise<Row> {
  const during = async (target: Side) => {
    const attack = attackOn(name, target, seconds + 2 * leadS)
    await new Promise((resolve) => setTimeout(resolve, leadS * 1000))
    const placed = await place(ours)
    return { placed, by: await attack }
  }
  const order = round % 2 === 0 ? [idle, ours] : [ours, idle]
  const measured = new Map<Side, Awaited<ReturnType<typeof during>>>()
  for (const target of order) measured.set(target, await during(target))
  const [quiet, attacked] = [measured.get(idle), measured.get(ours)]
  if (!quiet || !attacked) throw new Error('a round was not measured')
  return {
    quiet: quiet.placed,
    attacked: attacked.placed,
    by: attacked.by,
    rate: attacked.placed.perSecond / quiet.placed.perSecond,
    p99: attacked.placed.p99 / quiet.placed.p99,
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Prints the row of an attack. Returns true if the aims are met. Phones behind one address are honest, so none may be refused. */
function report(name: AttackName, rows: readonly Row[], loop: number | undefined): boolean {
  const medianOf = (pick: (row: Row) => number) => median(rows.map(pick))
  const phones = name === 'phones' ? medianOf((row) => row.by.statuses['429'] ?? 0) : 0
  const refused = medianOf((row) => Math.max(0, row.attacked.refused - row.quiet.refused))
  const fine =
    medianOf((row) => row.rate) >= aims.rate && medianOf((row) => row.p99) <= aims.p99 && refused === 0 && phones === 0
  const cells = [
    medianOf((row) => row.quiet.perSecond)
      .toFixed(0)
      .padStart(12),
    medianOf((row) => row.attacked.perSecond)
      .toFixed(0)
      .padStart(10),
    medianOf((row) => row.rate)
      .toFixed(2)
      .padStart(7),
    medianOf((row) => row.quiet.p99)
      .toFixed(1)
      .padStart(14),
    medianOf((row) => row.attacked.p99)
      .toFixed(1)
      .padStart(10),
    medianOf((row) => row.p99)
      .toFixed(2)
      .padStart(7),
    String(refused + phones).padStart(9),
    (loop?.toFixed(2) ?? '–').padStart(6),
  ]
  const last = rows.at(-1)
  console.log(name.padEnd(14), cells.join(' '), ` ${fine ? 'ok  ' : 'HURT'} `, last ? JSON.stringify(last.by) : '')
  return fine
}
