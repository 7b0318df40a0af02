import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import { monotonicMs } from './clock.ts'
import { networkOf } from './network-of.ts'
import { openPublicShare, type PublicShare } from './public-share.ts'
import type { RequestLimits } from './request-limits.ts'

/** A public call in progress, and what the event loop spends on it. */
export type Work = {
  readonly spend: (ms: number) => void
  /** Whether its answer was not in memory: a statement was sent for it, or a long text was put together. */
  wasMade: boolean
  /** Whether its time is being measured until the end of the current turn of the event loop. */
  isMeasured: boolean
  /** The clock of its times, in milliseconds. */
  readonly nowMs: () => number
}

const storage = new AsyncLocalStorage<Work | undefined>()

/** The public call for which the current code runs. */
export const publicWork = (): Work | undefined => storage.getStore()

/** Runs `work` for a public call, or for none: its time is not counted for the call that happened to begin it. */
export const runFor = <T>(call: Work | undefined, work: () => T): T => storage.run(call, work)

/** Counts the time from now until the event loop has nothing left to do at once, and `readMs` in which an answer was read. */
export function spendThisTurn(work: Work, readMs: number): void {
  if (readMs > 0) work.spend(readMs)
  if (work.isMeasured) return
  work.isMeasured = true
  const fromMs = work.nowMs()
  afterThisTurn(() => {
    work.isMeasured = false
    work.spend(work.nowMs() - fromMs)
  })
}

/**
 * How often work of one turn of the event loop puts off what it does next until the promises that are ready have run: a statement is sent
 * when the pool has handed a connection out, and is written with others when all have been sent.
 */
const roundsOfTurn = 4

/** Runs `work` when the event loop has done at once what it can. */
function afterThisTurn(work: () => void, rounds = roundsOfTurn): void {
  // Ticks that ticks begin run before any promise; a round is all ticks, then all promises.
  process.nextTick(() => (rounds > 1 ? queueMicrotask(() => afterThisTurn(work, rounds - 1)) : work()))
}

/**
 * An answer that needs no statement and at most this time is one from memory. Such an answer was put together before: to put a list of a
 * hundred rows together takes longer, and as often as an address may call that would be half of the event loop.
 */
const memoryMsMax = 0.25
/** What every call costs before and after: reading and checking it, its log, writing its answer. */
const aroundMs = 0.3
/** Calls that were often answered from memory, and how many more times each may run without a turn though it was not. */
const knownMax = 500
const creditMax = 20
const keyLengthMax = 400
/** The time beyond the share that calls without a turn may use together. */
const overdrawnMsMax = 100

/**
 * Runs a call to which anybody has access; `run` also sends the answer. Throws `TooManyPublicCalls` if the call does not get its turn.
 */
export type PublicCalls = <T>(request: FastifyRequest, run: () => Promise<T>) => Promise<T>

/** Runs a call, and sends its answer, in the share of guests' calls; without `calls`, as it comes. */
export const runShared = <T>(calls: PublicCalls | undefined, request: FastifyRequest, run: () => Promise<T>) =>
  calls ? calls(request, run) : run()

type Deps = RequestLimits & { readonly share?: PublicShare; readonly nowMs?: () => number }

/**
 * Runs public calls without a session, each in its turn of the share. The time of a call is measured where it is spent: from its start,
 * and from each answer of the database, until the event loop has nothing left to do at once; waiting costs nothing. An answer from memory
 * spends nothing, and a call that is usually answered from memory does not wait for a turn. Nor do the calls of a valid session, as many as
 * it may make in a minute.
 */
export function openPublicCalls({
  config,
  validTokens,
  counts,
  share = openPublicShare(),
  nowMs = monotonicMs,
}: Deps): PublicCalls {
  const credits = new Map<string, number>()

  function remember(key: string, { wasInMemory, hadTurn }: { wasInMemory: boolean; hadTurn: boolean }): void {
    const credit = credits.get(key)
    if (credit === undefined && !wasInMemory) return
    credits.delete(key)
    const earned = wasInMemory ? 1 : hadTurn ? 0 : -1
    credits.set(key, Math.min(creditMax, (credit ?? 0) + earned))
    if (credits.size > knownMax) for (const oldest of credits.keys()) if (credits.delete(oldest)) break
  }

  async function isOfSession(request: FastifyRequest): Promise<boolean> {
    const token = bearerOf(request)
    const account = token === undefined ? undefined : validTokens.accountOf(token)
    if (account === undefined) return false
    const { calls } = await counts.count(`public calls ${account}`, 60_000)
    return calls <= config.limits.sessionMinute
  }

  return async (request, run) => {
    if (await isOfSession(request)) return run()
    const address = networkOf(request.ip)
    const key = keyOf(request)
    const isKnown = key !== undefined && (credits.get(key) ?? 0) > 0 && share.overdrawnMs() < overdrawnMsMax
    // The request itself counts as destroyed as soon as it has been read.
    const turn = isKnown ? undefined : await share.turn(address, () => request.raw.socket?.destroyed)
    let wasInMemory = true
    const spend = (ms: number): void => {
      wasInMemory = false
      if (turn) turn.spend(ms)
      else share.spend(address, ms)
    }
    const work: Work = { wasMade: false, isMeasured: true, spend, nowMs }
    const fromMs = nowMs()
    afterThisTurn(() => {
      work.isMeasured = false
      const ms = nowMs() - fromMs
      if (work.wasMade || ms > memoryMsMax) spend(ms + aroundMs)
    })
    try {
      return await runFor(work, run)
    } finally {
      // When the answer has been sent and its time was counted: the next call must not begin before.
      afterThisTurn(() => {
        turn?.end()
        if (key === undefined) return
        remember(key, { wasInMemory: wasInMemory && !work.wasMade, hadTurn: turn !== undefined })
      }, roundsOfTurn + 1)
    }
  }
}

/** What decides the answer of a call: equal keys are answered from memory together. Undefined for a long request. */
function keyOf({ method, url, headers, body }: FastifyRequest): string | undefined {
  if (url.length > keyLengthMax || Number(headers['content-length'] ?? 0) > keyLengthMax) return undefined
  const text = method === 'GET' ? '' : JSON.stringify(body)
  return text.length > keyLengthMax ? undefined : `${method} ${url} ${text}`
}
