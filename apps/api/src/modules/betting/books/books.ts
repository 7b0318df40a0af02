import { openMatchBook, type MatchBook } from '@nare/bets/risk/match-book'
import type { Sport } from '@nare/bets/markets/markets'
import type { Catalog } from '#modules/catalog/catalog'
import { openChangedTickets } from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { shareReading } from '#platform/concurrency'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { RulesBook } from '../rules.ts'
import { openMirror, partsOf, type Mirror, type RuledBet } from './mirror.ts'
import * as store from './store.ts'

type Deps = {
  readonly db: Db
  readonly log: Log
  readonly rules: Pick<RulesBook, 'of'>
  readonly catalog: { readonly traded: Pick<Catalog['traded'], 'sportsOf' | 'unresolved'> }
  /** How long the mirror stays without a watcher, and how often some bets are read again, in milliseconds of real time. */
  readonly keptMs?: number
  readonly sweepEveryMs?: number
  /** So many bets are read again each time, whatever was announced of them: a bound that does not grow with the open bets. */
  readonly sweptAtOnce?: number
}

const betsAtOnce = 1_000
const matchesAtOnce = 200
/** Cash-outs and settlements that are committed this long after their time are still seen. */
const overlapMs = 15_000
/** The matches whose bets are listed at once, to be read again. */
const sweptMatches = 100

export type Books = ReturnType<typeof openBooks>

/**
 * The books of all matches: the open bets on each, in the memory of this process. They are read when somebody first watches, then kept up to
 * date by what was placed, settled and cashed out, and dropped when nobody has watched for five minutes. Placing does nothing for them. What a
 * feed should ever leave out is repaired by reading some bets again each second, match by match.
 */
export function openBooks({
  db,
  log,
  rules,
  catalog,
  keptMs = 300_000,
  sweepEveryMs = 1_000,
  sweptAtOnce = 100,
}: Deps) {
  let open: Promise<Following> | undefined
  let watchedMs = 0
  let last: Promise<void> | undefined

  async function ruled(bets: readonly store.OpenBet[]): Promise<RuledBet[]> {
    const all: RuledBet[] = []
    for (const bet of bets) all.push({ bet, rules: await rules.of(db, bet.rulesVersion) })
    return all
  }

  /** Reads everything once. The feeds are begun first, so that nothing falls between. */
  async function begin(): Promise<Following> {
    const changes = openChangedTickets(db, 'sports')
    await changes.begin()
    let nextMs = monotonicMs()
    const sports = new Map<number, Sport>()
    const mirror = openMirror((matchId) => sports.get(matchId) ?? 'soccer')
    const [jobs, cashOuts] = [openOnce(), openOnce()]
    const sweeping: { matches: number[]; bets: bigint[] } = { matches: [], bets: [] }
    let sweptMs = monotonicMs()

    async function read(betIds: readonly bigint[]): Promise<void> {
      for (let at = 0; at < betIds.length; at += betsAtOnce) {
        const part = betIds.slice(at, at + betsAtOnce)
        const found = await store.openBets(db, part)
        const matches = new Set(found.flatMap(({ legs }) => legs.map(({ matchId }) => matchId)))
        const unknown = [...matches].filter((id) => !sports.has(id))
        if (unknown.length > 0) for (const [id, sport] of await catalog.traded.sportsOf(unknown)) sports.set(id, sport)
        mirror.set(part, await ruled(found))
        await nextTurn()
      }
    }

    const matchIds = async (): Promise<number[]> => [
      ...new Set([...(await catalog.traded.unresolved()), ...(await store.settlingMatches(db)), ...mirror.matches()]),
    ]
    /** The bets on matches, as the database and as the mirror has them. */
    const betsOf = async (ids: readonly number[]): Promise<bigint[]> => [
      ...(await store.betsOn(db, ids)),
      ...ids.flatMap((id) => [...mirror.betsOn(id)]),
    ]

    /** The bets whose legs a settlement has decided since the call before. */
    async function decided(seconds: number): Promise<bigint[]> {
      const done = await store.settledWithin(db, seconds)
      const fresh = done.filter(({ matchId, version }) => jobs.isNew(`${matchId}/${version}`))
      return fresh.flatMap(({ matchId }) => [...mirror.betsOn(matchId)])
    }

    async function cashedOut(seconds: number): Promise<bigint[]> {
      const rows = await store.cashedWithin(db, seconds)
      return rows.filter(({ betId, n }) => cashOuts.isNew(`${betId}/${n}`)).map(({ betId }) => betId)
    }

    async function swept(): Promise<bigint[]> {
      if (monotonicMs() - sweptMs < sweepEveryMs) return []
      sweptMs = monotonicMs()
      if (sweeping.bets.length === 0) {
        if (sweeping.matches.length === 0) sweeping.matches = await matchIds()
        sweeping.bets = [...new Set(await betsOf(sweeping.matches.splice(0, sweptMatches)))]
      }
      return sweeping.bets.splice(0, sweptAtOnce)
    }

    const all = await matchIds()
    for (let at = 0; at < all.length; at += matchesAtOnce) {
      const betIds = new Set(await store.betsOn(db, all.slice(at, at + matchesAtOnce)))
      // A bet with legs on several matches is read once.
      await read([...betIds].filter((betId) => !mirror.has(betId)))
    }
    return {
      mirror,
      async next(): Promise<void> {
        const seconds = (monotonicMs() - nextMs + overlapMs) / 1000
        nextMs = monotonicMs()
        const changed = await Promise.all([changes.next(), decided(seconds), cashedOut(seconds), swept()])
        await read([...new Set(changed.flat())])
      },
    }
  }

  /** The mirror, which is opened by the first call. */
  async function watch(): Promise<Mirror> {
    watchedMs = monotonicMs()
    open ??= begin()
    const opening = open
    try {
      return (await opening).mirror
    } catch (error) {
      if (open === opening) open = undefined
      throw error
    }
  }

  async function follow(): Promise<void> {
    if (!open) return
    if (monotonicMs() - watchedMs > keptMs) return void (open = undefined)
    try {
      await (await open).next()
    } catch (error) {
      // What was read of the feeds and not applied is unknown now, so everything is read anew.
      open = undefined
      log.warn({ err: error }, 'the books of matches could not be kept up to date and are read anew')
      throw error
    }
  }

  const shared = shareReading(follow)
  const followed = (): Promise<void> => (last = shared())

  return {
    watch,
    /** Whether the books are in memory. */
    isOpen: (): boolean => open !== undefined,
    /** Brings the books up to what was committed before the call, if they are open. Call it a few times a second. */
    follow: followed,
    /** The book of one match, from memory or, while the books are not open, from the database. */
    async of(matchId: number): Promise<MatchBook | undefined> {
      if (open) {
        await followed().catch(() => undefined)
        return (await watch()).book(matchId)
      }
      const bets = await ruled(await store.openBets(db, await store.betsOn(db, [matchId])))
      if (bets.length === 0) return undefined
      const book = openMatchBook((await catalog.traded.sportsOf([matchId])).get(matchId) ?? 'soccer')
      for (const part of bets.flatMap(partsOf)) if (part.matchId === matchId) book.add(part.leg)
      return book
    },
    /** The open tickets on an outcome, each with the price of the pick and what it is paid if the pick and its other open ones win. */
    async ticketsOn(outcome: Parameters<typeof store.betsOnOutcome>[1]): Promise<TicketOn[]> {
      const bets = await ruled(await store.openBets(db, await store.betsOnOutcome(db, outcome)))
      return bets.flatMap((one) => {
        const { betId, bettor, placedAtMs, stake, legs, prices } = one.bet
        const n = legs.findIndex(({ matchId }) => matchId === outcome.matchId)
        const part = partsOf(one).find(({ matchId }) => matchId === outcome.matchId)
        const at = { betId, bettor, placedAtMs, stake, legs: legs.length, price: prices[n] ?? 0n }
        return part ? [{ ...at, pays: part.leg.returns.won }] : []
      })
    },
    /** Waits for the work in progress. */
    async close(): Promise<void> {
      await last?.catch(() => undefined)
      open = undefined
    },
  }
}

export type TicketOn = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly placedAtMs: number
  readonly stake: bigint
  readonly legs: number
  readonly price: bigint
  readonly pays: bigint
}

type Following = { readonly mirror: Mirror; next(): Promise<void> }

/** Names that were seen before, at most 100,000; then it begins anew. */
function openOnce() {
  const seen = new Set<string>()
  return {
    isNew(name: string): boolean {
      if (seen.has(name)) return false
      if (seen.size >= namesMax) seen.clear()
      seen.add(name)
      return true
    },
  }
}
const namesMax = 100_000

/** Lets other work run between two parts. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
