import * as z from 'zod/mini'
import { readBounded } from '#platform/outgoing'
import { storable } from '#platform/stored-text'
import { defaultBand, type Band } from '../price-claims.ts'
import { compareNames } from '../store-claims.ts'
import type { FeedDeps } from './port.ts'
import { theOddsApi, toOffer, toProgress } from './the-odds-api.ts'
import { readOdds, readScores, type OddsEvent, type ParsedList, type Sides } from './the-odds-api-read.ts'

export type OddsApiDeps = FeedDeps & {
  readonly url: string
  readonly key: string
  readonly sports: readonly string[]
  readonly timeoutMs?: number
  /** Prices that the bookmaker confirmed longer ago than this are stale; half an hour by default. */
  readonly staleMs?: number
  /** How long prices count without another poll that confirms them; a quarter of an hour by default. */
  readonly validMs?: number
  readonly band?: Band
}

/** A response body, or why the request failed and how long to pause the service (or only this sport). */
export type ApiResponse = { readonly ok: true; readonly body: unknown } | ({ readonly ok: false } & Failure)
type Failure = { readonly reason: string; readonly pauseMs: number; readonly sportOnly?: boolean }

const defaultTimeoutMs = 15_000
const bodyBytesMax = 8 * 1024 * 1024
const errorCharsMax = 64 * 1024
const pauses = { minMs: 5_000, maxMs: 30 * 60_000, refusedMs: 60 * 60_000 }
const defaultStaleMs = 30 * 60_000
const defaultValidMs = 15 * 60_000
/** When fewer requests remain than this minimum, or than this many polls cost, polling slows down by a factor of ten. */
const lowQuota = { minimum: 50, polls: 10 }

const zError = z.object({ error_code: z.string() })

/**
 * The Odds API, version 4. One poll fetches odds and scores of each sport and ingests what is valid. It never throws: the prices of a sport
 * whose request fails count until they are too old, while the service is connected. A match without usable prices in a list of odds accepts
 * no bets. An unknown sport is paused for half an hour; the others continue.
 */
export function openOddsApi(deps: OddsApiDeps) {
  const { db, clock, log, ingest, url, key, sports, timeoutMs = defaultTimeoutMs } = deps
  const { staleMs = defaultStaleMs, validMs = defaultValidMs, band = defaultBand } = deps
  const drop = (part: string, count?: number) => deps.drop(theOddsApi, part, count)
  const pausedUntil = new Map<string, number>()
  let failures = 0
  let hasPolled = false
  let remaining: number | undefined
  let pollCost = 0

  async function get(path: string, query: Readonly<Record<string, string>>): Promise<ApiResponse> {
    const address = new URL(`/v4/sports/${path}`, url)
    for (const [name, value] of Object.entries({ ...query, apiKey: key })) address.searchParams.set(name, value)
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      const quota = Number(response.headers.get('x-requests-remaining') ?? Number.NaN)
      if (Number.isFinite(quota)) remaining = quota
      const cost = Number(response.headers.get('x-requests-last') ?? Number.NaN)
      if (Number.isFinite(cost)) pollCost += cost
      if (response.status === 200) return { ok: true, body: await readBody(response) }
      return { ok: false, ...failureOf(response, await codeOf(response)) }
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.name : 'unreachable', pauseMs: backoff() }
    }
  }

  function failureOf(response: Response, code: string | undefined): Failure {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (response.status === 429) {
      const requestedMs = Number.isFinite(seconds) ? seconds * 1000 : backoff()
      return { reason: 'rate limited', pauseMs: Math.min(pauses.maxMs, Math.max(pauses.minMs, requestedMs)) }
    }
    if (response.status === 401 || response.status === 403)
      return { reason: code ?? 'the key or its quota was refused', pauseMs: pauses.refusedMs }
    if (response.status === 404 || response.status === 422)
      return { reason: code ?? 'unknown sport', pauseMs: pauses.maxMs, sportOnly: true }
    return { reason: `status ${response.status}`, pauseMs: backoff() }
  }

  /** Doubles with each consecutive failure, from five seconds to half an hour. */
  function backoff(): number {
    return Math.min(pauses.maxMs, pauses.minMs * 2 ** Math.min(failures, 10))
  }

  async function pollSport(sportKey: string): Promise<number> {
    const odds = await get(`${sportKey}/odds`, {
      regions: 'eu',
      markets: 'h2h,totals,spreads',
      oddsFormat: 'decimal',
      dateFormat: 'iso',
    })
    if (!odds.ok) return failed(sportKey, odds)
    const offered = readOdds(odds.body, drop)
    if (!offered) return failed(sportKey, { reason: 'the odds are no list', pauseMs: backoff() })
    await ingestOdds(sportKey, offered)
    const scores = await get(`${sportKey}/scores`, { daysFrom: '2', dateFormat: 'iso' })
    if (!scores.ok) return failed(sportKey, scores)
    const played = readScores(scores.body, drop)
    if (!played) return failed(sportKey, { reason: 'the scores are no list', pauseMs: backoff() })
    const stored = await storedOf(played)
    await ingest(played.entries.flatMap((event) => toProgress(event, stored.get(event.id), clock.date())))
    failures = 0
    return 0
  }

  /** The stored matches of a list, with what differs in their names. */
  const storedOf = ({ entries }: ParsedList<Sides & { id: string }>) =>
    compareNames(
      db,
      theOddsApi,
      entries.map(({ id, homeTeam, awayTeam }) => ({ sourceId: id, homeTeam, awayTeam })),
    )

  async function ingestOdds(sportKey: string, offered: ParsedList<OddsEvent>): Promise<void> {
    const at = clock.date()
    const stored = await storedOf(offered)
    const about = { sportKey, at, staleMs, validMs, band, marginsOf: deps.marginsOf }
    const offers = offered.entries.map((event) => ({ id: event.id, ...toOffer(event, stored.get(event.id), about) }))
    const priced = offers.filter(({ isPriced }) => isPriced).map(({ id }) => id)
    await ingest([
      { kind: 'listed', source: theOddsApi, list: sportKey, at, priced, entries: offered.sent },
      ...offers.flatMap(({ messages }) => messages),
    ])
  }

  /** Records a failure. Returns how long to pause the service; 0 if only this sport is paused. */
  function failed(sportKey: string, { reason, pauseMs, sportOnly = false }: Failure): number {
    log.warn({ sportKey, reason, pauseMs, sportOnly }, 'the odds api request failed')
    if (sportOnly) {
      pausedUntil.set(sportKey, clock.now() + pauseMs)
      return 0
    }
    failures += 1
    return pauseMs
  }

  const isLow = (): boolean =>
    remaining !== undefined && remaining < Math.max(lowQuota.minimum, pollCost * lowQuota.polls)

  return {
    /** Polls every sport once. Returns the delay before the next poll, in milliseconds. */
    async poll(everyMs: number): Promise<number> {
      let pauseMs = 0
      pollCost = 0
      for (const sportKey of sports) {
        if (clock.now() < (pausedUntil.get(sportKey) ?? 0)) continue
        pauseMs = Math.max(pauseMs, await pollSport(sportKey))
        if (pauseMs >= pauses.refusedMs) break
      }
      hasPolled = true
      return Math.max(pauseMs, isLow() ? everyMs * 10 : everyMs)
    },
    /** Whether the last request succeeded. A refusal that concerns only one sport is ignored. */
    isConnected: () => hasPolled && failures === 0,
    quota: () => remaining,
    /** The quota used by the last poll. */
    cost: () => pollCost,
  }
}

/** The service's error code, such as UNKNOWN_SPORT. */
async function codeOf(response: Response): Promise<string | undefined> {
  try {
    const read = zError.safeParse(JSON.parse(await readBounded(response, errorCharsMax)))
    return read.success ? read.data.error_code : undefined
  } catch {
    return undefined
  }
}

async function readBody(response: Response): Promise<unknown> {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > bodyBytesMax) throw new Error('the response is too long')
  const text = await response.text()
  if (text.length > bodyBytesMax) throw new Error('the response is too long')
  return storable(JSON.parse(text))
}
