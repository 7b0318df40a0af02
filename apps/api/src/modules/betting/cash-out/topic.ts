import type { BetValueState } from '@nare/contract/cash-out'
import type { LiveMessage } from '@nare/contract/live'
import { formatMoney } from '@nare/money/money'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import { oncePerSecond, type Log } from '#platform/log'
import { readBets, type CashOutBet } from './store.ts'
import { valuesOf, type Value, type ValueDeps } from './value.ts'

type TopicDeps = {
  readonly deps: ValueDeps
  readonly db: Db
  readonly live: Live
  readonly bus: Bus
  readonly log: Log
}
type Watched = { readonly bettor: bigint; readonly matchIds: readonly number[]; shown: string; version: number }

/** Changes that one process announces to the others. */
type Notice = { readonly bets: readonly string[]; readonly matches: readonly number[] }

const channel = 'bet values'
const prefix = 'bet:'
const betsAtOnce = 100
const watchedMax = 50_000

/**
 * The private topics `bet:<bet_id>`: what the bettor's own bet would pay if it were cashed out now. Values are computed for subscribed bets
 * only, when a bet or one of its matches changes, at most a hundred in one query and one query at a time; a bet that changes while it
 * waits is read once. Every process computes them for its own readers and is notified of changes by the others. Beyond 50,000 subscribed
 * bets a value is not updated after the subscription.
 */
export function openValueTopic({ deps, db, live, bus, log }: TopicDeps) {
  const failed = oncePerSecond((facts) => log.warn(facts, 'the values of bets could not be published'))
  const watched = new Map<bigint, Watched>()
  const byMatch = new Map<number, Set<bigint>>()
  const waiting = new Set<bigint>()
  let publishing: Promise<void> | undefined
  let closed = false

  live.privateTopics(prefix, async (topics) => {
    const ids = topics.map(({ topic }) => idIn(topic))
    const bets = await readBets(
      db,
      ids.flatMap((id) => id ?? []),
    )
    const own = topics.map(({ bettor }, at) => {
      const bet = bets.get(ids[at] ?? -1n)
      return bet?.bettor === bettor ? bet : undefined
    })
    const present = own.flatMap((bet) => bet ?? [])
    const values = await valuesOf(deps, db, present)
    const messages = new Map(present.map((bet, at) => [bet, messageOf(bet, watch(bet), values[at])]))
    return own.map((bet) => bet && [messages.get(bet)].flatMap((message) => message ?? []))
  })

  function watch(bet: CashOutBet): Watched {
    const known = watched.get(bet.betId)
    if (known) return known
    const open = bet.state === 'open' ? bet.legs.filter(({ state }) => state === 'open') : []
    const one: Watched = { bettor: bet.bettor, matchIds: open.map(({ matchId }) => matchId), shown: '', version: 0 }
    if (open.length === 0 || watched.size >= watchedMax) return one
    watched.set(bet.betId, one)
    for (const matchId of one.matchIds) byMatch.set(matchId, (byMatch.get(matchId) ?? new Set<bigint>()).add(bet.betId))
    return one
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
    for (const betId of betIds) {
      const one = watched.get(betId)
      if (!one || closed) continue
      if (live.here.hasSubscribers(`${prefix}${betId}`, one.bettor)) waiting.add(betId)
      else unwatch(betId)
    }
    start()
  }

  function start(): void {
    if (waiting.size === 0 || closed) return
    publishing ??= publishWaiting()
      .catch((error: unknown) => failed({ err: error }))
      .finally(() => {
        publishing = undefined
        start()
      })
  }

  async function publishWaiting(): Promise<void> {
    while (waiting.size > 0 && !closed) {
      const betIds = [...waiting].slice(0, betsAtOnce)
      for (const betId of betIds) waiting.delete(betId)
      const bets = [...(await readBets(db, betIds)).values()]
      const values = await valuesOf(deps, db, bets)
      for (const [at, bet] of bets.entries()) publish(bet, values[at])
    }
  }

  /** Publishes a value that differs from the last one; a bet that is over is published once more and unwatched. */
  function publish(bet: CashOutBet, value: Value | undefined): void {
    const one = watched.get(bet.betId)
    if (!one) return
    const before = one.shown
    const message = messageOf(bet, one, value)
    if (one.shown !== before) live.here.publishTo(bet.bettor, message)
    if (bet.state !== 'open') unwatch(bet.betId)
  }

  function matchesChanged(matchIds: readonly number[]): void {
    for (const matchId of matchIds) {
      const bets = byMatch.get(matchId)
      if (bets) changed([...bets])
    }
  }

  bus.subscribe(channel, (message) => {
    const { bets, matches } = message as Notice
    changed(bets.map(BigInt))
    matchesChanged(matches)
  })
  const notify = (notice: Notice): void => bus.publish(channel, notice)

  return {
    /** Publishes the values of these bets, in the background. */
    changed(betIds: readonly bigint[]): void {
      changed(betIds)
      notify({ bets: betIds.map(String), matches: [] })
    },
    /** Publishes the values of the bets on these matches, in the background. */
    matchesChanged(matchIds: readonly number[]): void {
      matchesChanged(matchIds)
      notify({ bets: [], matches: matchIds })
    },
    /** Resolves when nothing is being published. */
    async idle(): Promise<void> {
      while (publishing) await publishing
    },
    async close(): Promise<void> {
      closed = true
      waiting.clear()
      await publishing
    },
  }
}

function messageOf({ betId, at }: CashOutBet, one: Watched, value: Value | undefined): LiveMessage {
  const shown: Omit<BetValueState, 'at'> =
    value?.kind === 'value' ? { amount: formatMoney(value.amount) } : { reason: value?.reason ?? 'no_price' }
  one.shown = JSON.stringify(shown)
  // The database's clock orders readings; two of one millisecond are ordered by their count.
  one.version = Math.max(one.version + 1, at.getTime())
  const state: BetValueState = { ...shown, at: at.toISOString() }
  return { topic: `${prefix}${betId}`, key: '', version: one.version, state }
}

function idIn(topic: string): bigint | undefined {
  const digits = topic.slice(prefix.length)
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : undefined
}
