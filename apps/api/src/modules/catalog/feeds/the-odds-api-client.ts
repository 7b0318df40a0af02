import type { Clock } from '#platform/clock'
import type { Log } from '#platform/log'
import { readBounded } from '#platform/outgoing'
import type { FeedMessage, Take } from './port.ts'
import * as z from 'zod/mini'
import { readOdds, readScores, toFixture, toPrices, toProgress, type OddsEvent, type Read } from './the-odds-api.ts'

export type OddsApiDeps = {
  readonly clock: Clock
  readonly log: Log
  readonly take: Take
  readonly url: string
  readonly key: string
  readonly sports: readonly string[]
  readonly patienceMs?: number
  /** Prices that their bookmaker last confirmed longer ago than this are stale; half an hour unless given. */
  readonly staleMs?: number
}

/** How an ask ended: what it brought, or why there was nothing and how long to leave the service, or this sport alone, in peace. */
export type Asked =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly why: string; readonly waitMs: number; readonly sportOnly?: boolean }

const patienceMs = 15_000
const bodyBytesMost = 8 * 1024 * 1024
const refusalCharsMost = 64 * 1024
const pauseMs = { least: 5_000, most: 30 * 60_000, refused: 60 * 60_000 }
const staleMsUsual = 30 * 60_000
/** With less left than this, or than so many rounds cost, the service is asked ten times more seldom. */
const remainingLow = { least: 50, rounds: 10 }

const zRefusal = z.object({ error_code: z.string() })

/**
 * The Odds API, version 4: one round asks each sport for its odds and its scores and hands on what it could read. Faults
 * never throw: a sport that fails keeps its last prices, and its match is stopped at its start all the same. A sport that is not known
 * there is left out for half an hour; the others are asked on.
 */
export function openOddsApi(deps: OddsApiDeps) {
  const { clock, log, take, url, key, sports, patienceMs: patience = patienceMs, staleMs = staleMsUsual } = deps
  const pausedUntil = new Map<string, number>()
  let failures = 0
  let remaining: number | undefined
  let roundCost = 0

  async function ask(path: string, query: Readonly<Record<string, string>>): Promise<Asked> {
    const address = new URL(`/v4/sports/${path}`, url)
    for (const [name, value] of Object.entries({ ...query, apiKey: key })) address.searchParams.set(name, value)
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(patience), redirect: 'error' })
      const left = Number(answer.headers.get('x-requests-remaining') ?? Number.NaN)
      if (Number.isFinite(left)) remaining = left
      const cost = Number(answer.headers.get('x-requests-last') ?? Number.NaN)
      if (Number.isFinite(cost)) roundCost += cost
      if (answer.status === 200) return { ok: true, body: await readBody(answer) }
      return { ok: false, ...refusalOf(answer, await codeOf(answer)) }
    } catch (error) {
      return { ok: false, why: error instanceof Error ? error.name : 'unreachable', waitMs: backoff() }
    }
  }

  type Refusal = { why: string; waitMs: number; sportOnly?: boolean }

  function refusalOf(answer: Response, code: string | undefined): Refusal {
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
    if (answer.status === 429) {
      const asked = Number.isFinite(seconds) ? seconds * 1000 : backoff()
      return { why: 'asked too often', waitMs: Math.min(pauseMs.most, Math.max(pauseMs.least, asked)) }
    }
    if (answer.status === 401 || answer.status === 403)
      return { why: code ?? 'the key or its quota is refused', waitMs: pauseMs.refused }
    if (answer.status === 404 || answer.status === 422)
      return { why: code ?? 'the sport is not known there', waitMs: pauseMs.most, sportOnly: true }
    return { why: `status ${answer.status}`, waitMs: backoff() }
  }

  /** Doubles with each failure in a row, from five seconds to half an hour. */
  function backoff(): number {
    return Math.min(pauseMs.most, pauseMs.least * 2 ** Math.min(failures, 10))
  }

  async function sportRound(sportKey: string): Promise<number> {
    const odds = await ask(`${sportKey}/odds`, {
      regions: 'eu',
      markets: 'h2h,totals,spreads',
      oddsFormat: 'decimal',
      dateFormat: 'iso',
    })
    if (!odds.ok) return failed(sportKey, odds)
    const events = noted(sportKey, readOdds(odds.body))
    await take(events.flatMap((event) => oddsMessages(event, sportKey)))
    const scores = await ask(`${sportKey}/scores`, { daysFrom: '2', dateFormat: 'iso' })
    if (!scores.ok) return failed(sportKey, scores)
    await take(noted(sportKey, readScores(scores.body)).flatMap((event) => toProgress(event, clock.date())))
    failures = 0
    return 0
  }

  function oddsMessages(event: OddsEvent, sportKey: string): FeedMessage[] {
    const about = { sportKey, at: clock.date(), staleMs }
    const fixture = toFixture(event, about)
    if (!fixture) return []
    const prices = toPrices(event, about)
    return prices ? [fixture, prices] : []
  }

  function noted<T>(sportKey: string, { read, unreadable }: Read<T>): readonly T[] {
    if (unreadable > 0) log.warn({ sportKey, unreadable }, 'the odds api sent entries that cannot be read')
    return read
  }

  /** Answers how long the service is left alone; a sport that is not known there is left out by itself. */
  function failed(sportKey: string, { why, waitMs, sportOnly = false }: Refusal): number {
    log.warn({ sportKey, why, waitMs, sportOnly }, 'the odds api did not answer as it should')
    if (sportOnly) {
      pausedUntil.set(sportKey, clock.now() + waitMs)
      return 0
    }
    failures += 1
    return waitMs
  }

  const isLow = (): boolean =>
    remaining !== undefined && remaining < Math.max(remainingLow.least, roundCost * remainingLow.rounds)

  return {
    /** Asks for every sport once. Answers how long to wait before the next round, in milliseconds. */
    async round(everyMs: number): Promise<number> {
      let waitMs = 0
      roundCost = 0
      for (const sportKey of sports) {
        if (clock.now() < (pausedUntil.get(sportKey) ?? 0)) continue
        waitMs = Math.max(waitMs, await sportRound(sportKey))
        if (waitMs >= pauseMs.refused) break
      }
      return Math.max(waitMs, isLow() ? everyMs * 10 : everyMs)
    },
    quota: () => remaining,
    /** What the last round cost of the quota. */
    cost: () => roundCost,
  }
}

/** The service's own code for a refusal, as UNKNOWN_SPORT. */
async function codeOf(answer: Response): Promise<string | undefined> {
  try {
    const read = zRefusal.safeParse(JSON.parse(await readBounded(answer, refusalCharsMost)))
    return read.success ? read.data.error_code : undefined
  } catch {
    return undefined
  }
}

async function readBody(answer: Response): Promise<unknown> {
  const length = Number(answer.headers.get('content-length') ?? 0)
  if (length > bodyBytesMost) throw new Error('the answer is too long')
  const text = await answer.text()
  if (text.length > bodyBytesMost) throw new Error('the answer is too long')
  return JSON.parse(text)
}
