import { readBounded } from '#platform/outgoing'
import { storable } from '#platform/stored-text'
import { defaultBand, type Band } from '../price-claims.ts'
import { readBasis, type SoccerBasis } from '../pricing.ts'
import { shownEvents } from '../store-events.ts'
import { runningMatches, type RunningMatch } from '../store-feed.ts'
import { bound, isportsApi, readEntries, readEvents, type Entry, type MatchEvents, type Parsed } from './isports-api.ts'
import { linesOf, readOdds, type Odds } from './isports-odds.ts'
import { faceOf, isRecent, messagesOf, newsOf, whistlePrefix } from './isports-play.ts'
import { openSides } from './isports-sides.ts'
import type { AboutMatch, FeedDeps, MatchMessage } from './port.ts'

export type IsportsDeps = FeedDeps & {
  readonly url: string
  readonly key: string
  /** The leagues to offer, by the feed's own ids. An empty list means all leagues. */
  readonly leagues: readonly string[]
  /** The feed's own id of the bookmaker whose pre-match prices are used. */
  readonly company: string
  /** Whether bets are accepted in play. The feed reports a penalty only after it is scored or missed. */
  readonly liveBets: boolean
  readonly timeoutMs?: number
  /** How long prices count without another list that confirms them; a quarter of an hour by default. */
  readonly validMs?: number
  readonly band?: Band
}

const defaultTimeoutMs = 10_000
const defaultValidMs = 15 * 60_000
const bodyCharsMax = 16 * 1024 * 1024
const pauses = { minMs: 5_000, maxMs: 5 * 60_000, refusedMs: 60 * 60_000 }
/**
 * The interval between requests of each list, in milliseconds: as its documentation recommends. Events are requested almost as often as is
 * allowed.
 */
const everyMs = { changes: 2_000, events: 15_000, today: 60_000, odds: 60_000, schedule: 65_000 } as const
type Request = keyof typeof everyMs
/** The days, relative to today, whose schedules are requested in turn. */
const days = [1, -1, 2, 3] as const
const dayMs = 86_400_000
const runningMax = 500

class Refused extends Error {}

/**
 * The football feed of isportsapi.com: fixtures, pre-match prices of one bookmaker, scores and minutes every two seconds, events every
 * fifteen. Our own model prices all other markets, and all markets in play. A turn does not throw if a request fails: the feed then counts
 * as disconnected until a request succeeds, and pauses longer between requests.
 */
export function openIsports(deps: IsportsDeps) {
  const { db, clock, log, ingest, url, key, company, liveBets, timeoutMs = defaultTimeoutMs } = deps
  const { validMs = defaultValidMs, band = defaultBand, marginsOf = () => undefined } = deps
  const sides = openSides({ db, clock, ingest })
  const leagues = new Set(deps.leagues)
  const latest = new Map<string, Entry>()
  const odds = new Map<string, Odds>()
  /** The state of each match that was last stored, and the time of its last event that suspends betting. */
  const delivered = new Map<string, { readonly face: string | undefined; readonly newsMs: number }>()
  const sentEvents = new Map<string, string>()
  const askedMs = new Map<Request, number>()
  let failures = 0
  let pausedUntilMs = 0
  let connected = false
  let nextDay = 0

  async function get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const address = new URL(`/sport/football/${path}`, url)
    for (const [name, value] of Object.entries({ ...query, api_key: key })) address.searchParams.set(name, value)
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    if (response.status === 401 || response.status === 403) throw new Refused('the key was refused')
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const body: unknown = storable(JSON.parse(await readBounded(response, bodyCharsMax)))
    const { code, message, data } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    if (code === 2) throw new Refused(String(message).slice(0, 200))
    if (code !== 0) throw new Error(`code ${String(code)}: ${String(message).slice(0, 200)}`)
    return data
  }

  /** The valid entries of a list. Throws if the response is no list, so that it confirms nothing. */
  function valid<T>(part: string, { entries, invalid, isList }: Parsed<T>): readonly T[] {
    if (!isList) throw new Error(`${part} is no list`)
    deps.drop(isportsApi, part, invalid)
    return entries
  }

  /**
   * Stores entries that are not older than the stored ones, so that a cached response does not restore an old state. Keeps the fields that
   * an entry lacks.
   */
  async function remember(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      const known = latest.get(entry.matchId)
      const isOld = known?.updateTime !== undefined && (entry.updateTime ?? Infinity) < known.updateTime
      if (isOld) continue
      latest.delete(entry.matchId)
      latest.set(entry.matchId, { ...known, ...entry })
    }
    bound(latest)
    await sides.check(entries)
  }

  /** Each request fetches a list and returns a function that stores it. */
  const requests: Readonly<Record<Request, () => Promise<() => Promise<void>>>> = {
    async today() {
      const entries = valid('livescores', readEntries(await get('livescores')))
      return () => remember(entries)
    },
    async schedule() {
      const date = new Date(clock.now() + (days[nextDay] ?? 1) * dayMs).toISOString().slice(0, 10)
      const entries = valid('schedule', readEntries(await get('schedule/basic', { date })))
      nextDay = (nextDay + 1) % days.length
      return () => remember(entries)
    },
    async odds() {
      const read = readOdds(await get('odds/main', { companyId: company }), { band, company })
      // Without a list nothing is confirmed, and the prices grow old; scores and results continue.
      if (!read.isList) return async () => deps.drop(isportsApi, 'odds')
      const found = new Map(valid('odds', read))
      return async () => {
        // A match without prices in the list keeps those it had, for its play: they are no longer on offer.
        for (const [id, one] of odds) if (isAhead(id) && !found.has(id)) odds.set(id, { ...one, isClosed: true })
        for (const [id, one] of found) odds.set(id, one)
        bound(odds)
        const at = clock.date()
        const priced = [...found].flatMap(([id, { isClosed }]) => (isClosed ? [] : [id]))
        await ingest([
          { kind: 'listed', source: isportsApi, list: 'odds', at, priced, entries: found.size },
          ...offers(),
        ])
      }
    },
    async changes() {
      const entries = valid('changes', readEntries(await get('livescores/changes')))
      return () => remember(entries)
    },
    async events() {
      const lists = valid('events', readEvents(await get('events')))
      return async () => {
        const running = await inPlay()
        const changed = lists.filter(
          ({ sourceId, events }) => running.has(sourceId) && sentEvents.get(sourceId) !== JSON.stringify(events),
        )
        const failed = new Set((await ingest(await eventMessages(changed, running))).failed)
        for (const { sourceId, events } of changed)
          if (!failed.has(sourceId)) sentEvents.set(sourceId, JSON.stringify(events))
        bound(sentEvents)
      }
    },
  }

  const isAhead = (id: string): boolean => {
    const entry = latest.get(id)
    return entry?.status === 0 && entry.matchTime * 1000 > clock.now()
  }

  /** The fixtures and prices of the upcoming matches that have prices. */
  function offers(): AboutMatch[] {
    const at = clock.date()
    return [...odds].flatMap(([id, sent]): AboutMatch[] => {
      const entry = latest.get(id)
      if (!entry?.homeName || !entry.awayName || !isAhead(id) || sent.isClosed || !sides.entry(entry)) return []
      if (leagues.size > 0 && !leagues.has(entry.leagueId ?? '')) return []
      const match = { source: isportsApi, sourceId: id }
      const one = sides.odds(id, sent)
      const competition = { name: entry.leagueName ?? 'Football', category: 'International' }
      const lines = linesOf(one, marginsOf({ sportId: '79', competition, match }))
      const confirmed = { validMs, list: 'odds' }
      return [
        {
          kind: 'fixture',
          match,
          at,
          sportId: '79',
          competition,
          homeTeam: entry.homeName,
          awayTeam: entry.awayName,
          startTime: new Date(entry.matchTime * 1000),
          model: { given: one.given },
          lines,
          ...confirmed,
        },
        { kind: 'price', match, at, lines, whole: true, ...confirmed },
      ]
    })
  }

  /** The events of matches in play, and retractions of stored events that the feed no longer lists. */
  async function eventMessages(
    changed: readonly MatchEvents[],
    running: ReadonlyMap<string, RunningMatch>,
  ): Promise<AboutMatch[]> {
    const at = clock.date()
    const known = await shownEvents(
      db,
      changed.flatMap(({ sourceId }) => running.get(sourceId)?.id ?? []),
    )
    return changed.flatMap(({ sourceId, events }): AboutMatch[] => {
      const id = running.get(sourceId)?.id
      if (id === undefined) return []
      const present = new Set(events.map(({ eventId }) => eventId))
      const gone = known.filter(
        ({ matchId, state }) =>
          matchId === id &&
          !state.taken_back &&
          !state.event_id.startsWith(whistlePrefix) &&
          !present.has(state.event_id),
      )
      const messages: MatchMessage[] = [
        ...gone.map(({ state }): MatchMessage => ({ kind: 'take_back', eventId: state.event_id })),
        ...sides.events(sourceId, events).map((event): MatchMessage => ({ kind: 'event', event })),
      ]
      return messages.map((one) => ({ ...one, match: { source: isportsApi, sourceId }, at }))
    })
  }

  /** The matches in play, by the feed's ids. */
  async function inPlay(): Promise<ReadonlyMap<string, RunningMatch>> {
    const running = await runningMatches(db, { source: isportsApi, now: clock.date(), most: runningMax })
    return new Map(running.map((match) => [match.sourceId, match]))
  }

  /** The pricing basis of a match in play: its last prices before kick-off. */
  function basisOf({ matchId }: Entry, stored: RunningMatch | undefined): SoccerBasis | undefined {
    const last = odds.get(matchId)
    const basis = last ? { given: sides.odds(matchId, last).given } : readBasis(stored?.model)
    return liveBets && basis && !('ratings' in basis) ? basis : undefined
  }

  /** Sends the changes of the matches that are in play or over. A change that could not be stored is sent again by the next turn. */
  async function advance(): Promise<void> {
    const running = await inPlay()
    const nowMs = clock.now()
    const at = clock.date()
    const messages: AboutMatch[] = []
    const changed = new Map<string, { readonly face: string; readonly newsMs: number }>()
    for (const sent of latest.values()) {
      const stored = running.get(sent.matchId)
      const entry = sides.entry(sent)
      if (!entry || entry.status === 0 || (!stored && !isRecent(entry, nowMs))) continue
      const before = delivered.get(entry.matchId)
      const newsMs = newsOf({ entry, stored }) !== undefined || !before ? nowMs : before.newsMs
      const competition = { name: entry.leagueName ?? 'Football', category: 'International' }
      const margins = marginsOf({ sportId: '79', competition, match: { source: isportsApi, sourceId: entry.matchId } })
      const play = { entry, stored, basis: basisOf(entry, stored), margins, quietMs: nowMs - newsMs, nowMs }
      const face = faceOf(play)
      delivered.set(entry.matchId, { face: before?.face, newsMs })
      if (face === before?.face) continue
      changed.set(entry.matchId, { face, newsMs })
      const match = { source: isportsApi, sourceId: entry.matchId }
      messages.push(...messagesOf(play).map((one) => ({ ...one, match, at })))
    }
    bound(delivered)
    const failed = new Set((await ingest(messages)).failed)
    for (const [id, state] of changed) if (!failed.has(id)) delivered.set(id, state)
  }

  /** Pauses all requests: longer with each consecutive failure, and one hour if the key is refused. */
  function failed(error: unknown, nowMs: number): undefined {
    connected = false
    const longer = pauses.minMs * 2 ** Math.min(failures, 6)
    const pauseMs = error instanceof Refused ? pauses.refusedMs : Math.min(pauses.maxMs, longer)
    failures += 1
    pausedUntilMs = nowMs + pauseMs
    log.warn({ reason: reasonOf(error), pauseMs }, 'the isports api request failed')
  }

  return {
    /** Sends the requests that are due and ingests the changes. Returns the delay before the next turn, in milliseconds. */
    async turn(): Promise<number> {
      const nowMs = clock.now()
      if (nowMs < pausedUntilMs) return Math.min(everyMs.changes, pausedUntilMs - nowMs)
      for (const name of ['today', 'schedule', 'odds', 'changes', 'events'] as const) {
        if (nowMs - (askedMs.get(name) ?? -Infinity) < everyMs[name]) continue
        const take = await requests[name]().catch((error: unknown) => failed(error, nowMs))
        if (!take) return everyMs.changes
        askedMs.set(name, nowMs)
        await take()
      }
      await advance()
      failures = 0
      connected = true
      return everyMs.changes
    },
    /** Whether every request of the last turn succeeded. */
    isConnected: () => connected,
  }
}

/** The reason to log. The URL of a request contains the key, so the error itself is not logged. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.name === 'Error' ? error.message : error.name) : 'unreachable'
