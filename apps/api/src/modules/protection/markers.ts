import { playPatterns, type PlayPattern } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import * as store from './markers-store.ts'

/** A sign of harm: what was seen, how often, and how much it weighs. */
export type Reason = { readonly sign: Sign; readonly times: number; readonly weight: number }
export type Sign = 'chasing' | 'night_play' | 'limit_hits' | 'deposits_after_losses'

const bettorsInChunk = 500
const chunksMost = 50

/** How often a sign weighs how much: the highest line that is reached counts. */
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

/** Weighs the signs in one bettor's day; no sign at all is a score of 0. */
export function weigh(seen: Readonly<Record<Sign, number>>): { score: number; reasons: Reason[] } {
  const signs: readonly Sign[] = ['chasing', 'night_play', 'limit_hits', 'deposits_after_losses']
  const reasons = signs.flatMap((sign): Reason[] => {
    const weight = scale[sign].findLast((line) => seen[sign] >= line.times)?.weight ?? 0
    return weight > 0 ? [{ sign, times: seen[sign], weight }] : []
  })
  return { score: reasons.reduce((sum, reason) => sum + reason.weight, 0), reasons }
}

/**
 * Looks for signs of harm in the country's days that are over, bettor by bettor, in chunks of one transaction each. The row of
 * the run remembers how far it came, so it may be killed anywhere and is done by one process at a time.
 */
export async function findMarkers({ db, zone }: { db: Db; zone: string }): Promise<number> {
  let scanned = 0
  for (let chunk = 0; chunk < chunksMost; chunk++) {
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
    const { score, reasons } = weigh(seenIn(day, hits.get(day.bettor) ?? 0))
    return score > 0 ? [{ bettor: day.bettor, score, reasons }] : []
  })
  await store.insertMarkers(tx, { day: run.day, found })
  await store.advanceRun(tx, scanned < bettorsInChunk ? { nextDay: true } : { after: last })
  return scanned
}

const seenIn = (day: PlayPattern, hits: number): Record<Sign, number> => ({
  chasing: day.raised,
  night_play: day.nightStakes,
  limit_hits: hits,
  deposits_after_losses: day.depositsAfterLosses,
})
