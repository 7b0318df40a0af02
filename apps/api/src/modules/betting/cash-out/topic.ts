import type { BetValueState } from '@nare/contract/cash-out'
import type { LiveMessage } from '@nare/contract/live'
import { formatMoney } from '@nare/money/money'
import { followChanges } from '#platform/changed-keys'
import { openSemaphore } from '#platform/concurrency'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { PrivateSnapshot, PrivateTopic } from '#platform/live-snapshots'
import { oncePerSecond, type Log } from '#platform/log'
import { retrying } from '#platform/retrying'
import { readBets, type CashOutBet } from './store.ts'
import { valuesOf, type Value, type ValueDeps } from './value.ts'

type TopicDeps = {
  readonly deps: ValueDeps
  readonly db: Db
  readonly live: Live
  readonly log: Log
}
/** A subscribed bet. `published`: its last value, as JSON. */
type Watched = { readonly bettor: bigint; readonly matchIds: readonly number[]; published: string; version: number }

type Missed = { readonly bets: Set<bigint>; readonly matches: Set<number> }

const prefix = 'bet:'
const betsAtOnce = 100
const watchedMax = 50_000

/**
 * The private topics `bet:<bet_id>`: the current cash-out value of a bet, for its bettor. Values are computed only for subscribed bets, when
 * a bet or one of its matches changes. Values are read by one query at a time, so a value that is read later is never older. An update is
 * read for at most a hundred bets at once; a bet that changes several times while it waits is read once. A failed read is repeated a few
 * times. Each process computes the values for its own subscribers. With more than 50,000
 * subscribed bets in a process, each further bet gets its value at the subscription and no updates.
 */
export function openValueTopic({ deps, db, live, log }: TopicDeps) {
  const logFailure = oncePerSecond((facts) => log.warn(facts, 'could not publish cash-out values of bets'))
  const onFailure = (error: unknown): void => logFailure({ err: error })
  const watched = new Map<bigint, Watched>()
  const byMatch = new Map<number, Set<bigint>>()
  /** What changes during the read of newly subscribed bets, which are not watched yet; undefined if there is no such read. */
  let missed: Missed | undefined
  const inTurn = openSemaphore(1)
  const closing = new AbortController()
  const updates = followChanges({ work: publishChanged, atOnce: betsAtOnce, waitingMax: watchedMax })

  live.privateTopics(prefix, (topics) => inTurn(() => firstValues(topics)))

  async function firstValues(topics: readonly PrivateTopic[]): ReturnType<PrivateSnapshot> {
    const ids = topics.map(({ topic }) => idIn(topic))
    const changes: Missed = { bets: new Set(), matches: new Set() }
    missed = changes
    const bets = await readBets(
      db,
      ids.flatMap((id) => id ?? []),
    ).finally(() => (missed = undefined))
    const own = topics.map(({ bettor }, at) => {
      const bet = bets.get(ids[at] ?? -1n)
      return bet?.bettor === bettor ? bet : undefined
    })
    const known = own.flatMap((bet) => bet ?? [])
    for (const bet of known) watch(bet)
    changed(changes.bets)
    matchesChanged(changes.matches)
    const values = await valuesOf(deps, db, known)
    const messages = new Map(known.map((bet, at) => [bet, messageOf(bet, watch(bet), values[at])]))
    return own.map((bet) => bet && [messages.get(bet)].flatMap((message) => message ?? []))
  }

  function watch(bet: CashOutBet): Watched {
    const known = watched.get(bet.betId)
    if (known) return known
    const open = bet.state === 'open' ? bet.legs.filter(({ state }) => state === 'open') : []
    const matchIds = open.map(({ matchId }) => matchId)
    const added: Watched = { bettor: bet.bettor, matchIds, published: '', version: 0 }
    if (open.length === 0 || watched.size >= watchedMax) return added
    watched.set(bet.betId, added)
    for (const matchId of matchIds) byMatch.set(matchId, (byMatch.get(matchId) ?? new Set<bigint>()).add(bet.betId))
    return added
  }

  function unwatch(betId: bigint): void {
    for (const matchId of watched.get(betId)?.matchIds ?? []) {
      const bets = byMatch.get(matchId)
      bets?.delete(betId)
      if (bets?.size === 0) byMatch.delete(matchId)
    }
    watched.delete(betId)
  }

  function changed(betIds: Iterable<bigint>): void {
    const read: bigint[] = []
    for (const betId of betIds) {
      missed?.bets.add(betId)
      const entry = watched.get(betId)
      if (!entry) continue
      if (live.here.hasSubscribers(`${prefix}${betId}`, entry.bettor)) read.push(betId)
      else unwatch(betId)
    }
    updates.changed(read)
  }

  async function publishChanged(betIds: readonly bigint[]): Promise<void> {
    await retrying(() => inTurn(() => publishBets(betIds)), { signal: closing.signal, onFailure })
  }

  async function publishBets(betIds: readonly bigint[]): Promise<void> {
    const bets = [...(await readBets(db, betIds)).values()]
    const values = await valuesOf(deps, db, bets)
    for (const [at, bet] of bets.entries()) publish(bet, values[at])
  }

  /** Publishes a value if it differs from the last one. Stops watching a bet that is no longer open. */
  function publish(bet: CashOutBet, value: Value | undefined): void {
    const entry = watched.get(bet.betId)
    if (!entry) return
    const before = entry.published
    const message = messageOf(bet, entry, value)
    if (entry.published !== before) live.here.publishTo(bet.bettor, message)
    if (bet.state !== 'open') unwatch(bet.betId)
  }

  function matchesChanged(matchIds: Iterable<number>): void {
    for (const matchId of matchIds) {
      missed?.matches.add(matchId)
      const bets = byMatch.get(matchId)
      if (bets) changed([...bets])
    }
  }

  return {
    /** Publishes the values of these bets, in the background. */
    changed,
    /** Publishes the values of the bets on these matches, in the background. */
    matchesChanged,
    /** Resolves when nothing is being published. */
    idle: updates.idle,
    async close(): Promise<void> {
      closing.abort()
      await updates.close()
    },
  }
}

function messageOf({ betId, at }: CashOutBet, entry: Watched, value: Value | undefined): LiveMessage {
  const current: Omit<BetValueState, 'at'> =
    value?.kind === 'value' ? { amount: formatMoney(value.amount) } : { reason: value?.reason ?? 'no_price' }
  entry.published = JSON.stringify(current)
  // The database's time orders the values; values of the same millisecond are ordered by a counter.
  entry.version = Math.max(entry.version + 1, at.getTime())
  const state: BetValueState = { ...current, at: at.toISOString() }
  return { topic: `${prefix}${betId}`, key: '', version: entry.version, state }
}

function idIn(topic: string): bigint | undefined {
  const digits = topic.slice(prefix.length)
  return /^[1-9]\d{0,17}$/.test(digits) ? BigInt(digits) : undefined
}
