import type { Db, Tx } from '#platform/db'
import { monotonicMs } from '#platform/clock'
import { daysToRead, lostOnDay, storeDays, storeSeason, totalsOfDay } from './days.ts'
import type { Season } from './seasons.ts'
import { bestOfDays, lostInDays, placesOf, type BoardSource, type Period, type Place, type UnreadDay } from './store.ts'

type Deps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  readonly sources: readonly BoardSource[]
}

/** The maximum number of places; other bettors have no place. */
const rankedMax = 20_000
const keptMs = 5_000

export type CrashPlaces = { readonly places: readonly Place[]; readonly readAt: number }

/**
 * The places of the crash games, ours and SmartSoft's: for each flight what both bets returned less their stakes, scaled down to
 * stakes of 100, by calendar day, week and month of the country. Each period is read at most every five seconds: the wins of the current day, and the stored totals of
 * earlier days.
 */
export function openCrashPlaces({ db, country, sources }: Deps) {
  const kept = new Map<Period, { readonly at: number; readonly places: Promise<CrashPlaces> }>()

  async function read(period: Period): Promise<CrashPlaces> {
    const query = { period, timeZone: country.timeZone, sources }
    const readAt = monotonicMs()
    const storedUntil = await storeDays(db, query)
    return { places: await placesOf(db, { ...query, storedUntil, most: rankedMax }), readAt }
  }

  return {
    places(period: Period): Promise<CrashPlaces> {
      const last = kept.get(period)
      if (last && last.at + keptMs > monotonicMs()) return last.places
      const reading = read(period)
      kept.set(period, { at: monotonicMs(), places: reading })
      reading.catch(() => kept.delete(period))
      return reading
    },

    /** Stores the days of an ended season, from which `ended` then reads. */
    store: (tx: Tx, season: Season): Promise<void> => storeSeason(tx, { timeZone: country.timeZone, sources }, season),

    /** The best players of an ended season, and what all players lost in it; days that are not stored are read. Writes nothing. */
    async ended(tx: Tx, season: Season, lastRank: number) {
      const unread = (await daysToRead(tx, { timeZone: country.timeZone, sources }, season)).flatMap(
        (day): UnreadDay[] => {
          const from = sources.find(({ name }) => name === day.source)
          return from ? [{ ...day, totals: totalsOfDay(day, from), lost: lostOnDay(day, from) }] : []
        },
      )
      const of = { ...season, sources, unread }
      return { best: await bestOfDays(tx, { ...of, lastRank }), lost: await lostInDays(tx, of) }
    },
  }
}
