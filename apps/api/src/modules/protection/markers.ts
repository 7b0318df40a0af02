import { playPatterns, type PlayPattern } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import * as store from './markers-store.ts'
import type { Reason, Sign } from './markers-store.ts'

export type { Reason, Sign } from './markers-store.ts'

const bettorsInChunk = 500
const chunksMax = 50

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

/**
 * Finds signs of harm in the country's past days, in chunks of bettors with one transaction each. The row of the run stores the
 * progress, so that the process may be killed at any point. Its lock ensures that one process runs at a time.
 */
export async function findMarkers({ db, zone }: { db: Db; zone: string }): Promise<number> {
  let scanned = 0
  for (let chunk = 0; chunk < chunksMax; chunk++) {
    const more = await transact(db, (tx) => findInChunk(tx, zone))
    if (more === undefined) break
    scanned += more
  }
  return scanned
}

async function findInChunk(tx: Tx, zone: string): Promise<number | undefined> {
  const run = await store.lockRun(tx, zone)
  if (!run) return undefined
  const { scanned, last, days } = await playPatterns(tx, { ...run, zone, most: bettorsInChunk })
  const hits = await store.refusalsOf(tx, { bettors: days.map((day) => day.bettor), from: run.from, to: run.to })
  const found = days.flatMap((day) => {
    const { score, reasons } = weigh(countsOf(day, hits.get(day.bettor) ?? 0))
    return score > 0 ? [{ bettor: day.bettor, score, reasons }] : []
  })
  await store.insertMarkers(tx, { day: run.day, found })
  await store.advanceRun(tx, scanned < bettorsInChunk ? { nextDay: true } : { after: last })
  return scanned
}

const countsOf = (day: PlayPattern, hits: number): Record<Sign, number> => ({
  chasing: day.raised,
  night_play: day.nightStakes,
  limit_hits: hits,
  deposits_after_losses: day.depositsAfterLosses,
})
