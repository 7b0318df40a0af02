import { bettorAfter, playPatterns, type PlayPattern } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import { mayPassInParts } from '#platform/db-faults'
import * as store from './markers-store.ts'
import type { Reason, Sign } from './markers-store.ts'

export type { Reason, Sign } from './markers-store.ts'

const bettorsInChunk = 500
const chunksMax = 50
const retriesMax = 50

/** The weight of a sign by how often it was found: the highest reached line counts. */
const scale: Record<Sign, readonly { readonly times: number; readonly weight: number }[]> = {
  chasing: [
    { times: 3, weight: 2 },
    { times: 8, weight: 4 },
  ],
  night_play: [
    { times: 5, weight: 1 },
    { times: 20, weight: 3 },
  ],
  limit_hits: [
    { times: 1, weight: 1 },
    { times: 3, weight: 3 },
  ],
  deposits_after_losses: [
    { times: 2, weight: 2 },
    { times: 4, weight: 4 },
  ],
}

/** Scores the signs in one bettor's day; no sign is a score of 0. */
export function weigh(counts: Readonly<Record<Sign, number>>): { score: number; reasons: Reason[] } {
  const signs: readonly Sign[] = ['chasing', 'night_play', 'limit_hits', 'deposits_after_losses']
  const reasons = signs.flatMap((sign): Reason[] => {
    const weight = scale[sign].findLast((line) => counts[sign] >= line.times)?.weight ?? 0
    return weight > 0 ? [{ sign, times: counts[sign], weight }] : []
  })
  return { score: reasons.reduce((sum, reason) => sum + reason.weight, 0), reasons }
}

type Search = { readonly db: Db; readonly zone: string; readonly background: Background }

/**
 * Finds signs of harm in the country's past days, in chunks of bettors with one transaction each. The row of the run stores the
 * progress, so that the process may be killed at any point. Its lock ensures that one process runs at a time. A chunk that fails is
 * halved until the bettor that it fails for is found; that bettor's day is stored, and tried again by the next run. Returns the number of
 * bettors scanned and the failures. Throws, and keeps the progress, if the database is unavailable.
 */
export async function findMarkers(search: Search): Promise<{ scanned: number; failures: readonly unknown[] }> {
  await retryFailed(search)
  const failures: unknown[] = []
  let scanned = 0
  let most = bettorsInChunk
  for (let chunk = 0; chunk < chunksMax; chunk++) {
    const run: { at?: store.Run } = {}
    try {
      const more = await transact(search.db, (tx) => findInChunk(tx, { zone: search.zone, most, run }))
      if (more === undefined) break
      scanned += more
    } catch (error) {
      if (!mayPassInParts(error)) throw error
      if (most === 1) {
        failures.push(error)
        await passBettor(search, run.at)
      }
      most = most === 1 ? bettorsInChunk : Math.ceil(most / 2)
    }
  }
  return { scanned, failures }
}

type Chunk = { readonly zone: string; readonly most: number; readonly run: { at?: store.Run } }

/** Finds markers of the next `most` bettors. Sets `run.at` to where it began; returns undefined if there is nothing to do now. */
async function findInChunk(tx: Tx, { zone, most, run }: Chunk): Promise<number | undefined> {
  const at = await store.lockRun(tx, zone)
  if (!at) return undefined
  run.at = at
  const { scanned, last } = await markDay(tx, { ...at, zone, most })
  await store.advanceRun(tx, scanned < most ? { nextDay: true } : { after: last })
  return scanned
}

/** Stores the failure of the bettor after this point of the run, and moves the run past that bettor. */
async function passBettor({ db, zone }: Search, at: store.Run | undefined): Promise<void> {
  await transact(db, async (tx) => {
    const now = await store.lockRun(tx, zone)
    if (!now || now.day !== at?.day || now.after !== at.after) return
    const bettor = await bettorAfter(tx, now.after)
    if (bettor === undefined) return
    await store.insertFailure(tx, { bettor, day: now.day })
    await store.advanceRun(tx, { after: bettor })
  })
}

/** Tries the stored failures again, those first that were tried longest ago, each in its own transaction. */
const retryFailed = ({ db, zone, background }: Search) =>
  background.workThroughDue({
    what: 'bettor whose search for signs of harm failed',
    id: ({ bettor, day }) => `${bettor}/${day}`,
    next: () => store.failuresToRetry(db, { zone, max: retriesMax }),
    work: (failed: store.Failure & Pick<store.Run, 'from' | 'to'>) =>
      transact(db, async (tx) => {
        if (await store.deleteFailure(tx, failed))
          await markDay(tx, { ...failed, zone, after: failed.bettor - 1n, most: 1 })
      }),
    failed: (failed) => store.postponeFailure(db, failed),
    most: retriesMax,
  })

type DayPart = store.Run & { readonly zone: string; readonly most: number }

/** Writes the markers of a day for the next `most` bettors. */
async function markDay(
  tx: Tx,
  { day, from, to, after, zone, most }: DayPart,
): Promise<{ scanned: number; last: bigint }> {
  const { scanned, last, days } = await playPatterns(tx, { from, to, after, zone, most })
  const hits = await store.refusalsOf(tx, { bettors: days.map(({ bettor }) => bettor), from, to })
  const found = days.flatMap((patterns) => {
    const { score, reasons } = weigh(countsOf(patterns, hits.get(patterns.bettor) ?? 0))
    return score > 0 ? [{ bettor: patterns.bettor, score, reasons }] : []
  })
  await store.insertMarkers(tx, { day, found })
  return { scanned, last }
}

const countsOf = (day: PlayPattern, hits: number): Record<Sign, number> => ({
  chasing: day.raised,
  night_play: day.nightStakes,
  limit_hits: hits,
  deposits_after_losses: day.depositsAfterLosses,
})
