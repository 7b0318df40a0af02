import type { boards as calls } from '@nare/contract/boards'
import type { Answer } from '@nare/contract/route'
import { maskedName, type Identity } from '#modules/identity/identity'
import type { Db } from '#platform/db'
import { monotonicMs } from '#platform/clock'
import { storeDays, type BoardSource } from './days.ts'
import { placesOf, type Period, type Place } from './store.ts'

export { forgetDays, type BoardSource } from './days.ts'

type Board = Answer<typeof calls.jetxLeaderboard>
type Row = Board['data'][number]
type Deps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly sources: readonly BoardSource[]
}

const shownMost = 50
/** Bettors beyond these have no place of their own. */
const rankedMost = 20_000
const keptMs = 5_000

/**
 * The board of the crash games, ours and SmartSoft's: for each won bet min(stake, 100) × (multiplier − 1) points, by calendar day,
 * week and month of the country. Read at most every five seconds a period: the wins of the present day, and the stored totals of the days
 * before it.
 */
export function openCrashBoard({ db, country, identity, sources }: Deps) {
  const kept = new Map<Period, { readonly at: number; readonly places: Promise<readonly Place[]> }>()

  function places(period: Period): Promise<readonly Place[]> {
    const last = kept.get(period)
    if (last && last.at + keptMs > monotonicMs()) return last.places
    const reading = read(period)
    kept.set(period, { at: monotonicMs(), places: reading })
    reading.catch(() => kept.delete(period))
    return reading
  }

  async function read(period: Period): Promise<readonly Place[]> {
    const query = { period, timeZone: country.timeZone, sources }
    const storedUntil = await storeDays(db, query)
    return placesOf(db, { ...query, storedUntil, most: rankedMost })
  }

  /** The best places, and the bettor's own in `mine` also where it is further down. */
  return async function board(period: Period = 'week', bettor?: bigint): Promise<Board> {
    const all = await places(period)
    const own = bettor === undefined ? undefined : all.find((place) => place.bettor === bettor)
    const shown = all.slice(0, shownMost)
    const names = await identity.bettorFacts([...shown, ...(own ? [own] : [])].map((place) => place.bettor))
    const rowOf = (place: Place): Row => ({
      rank: place.rank,
      move: place.before === null ? 0 : place.before - place.rank,
      player: maskedName(names.get(place.bettor)),
      points: Number(place.cents) / 100,
      prize: null,
      mine: place.bettor === bettor,
    })
    return { data: shown.map(rowOf), ...(own && { mine: rowOf(own) }) }
  }
}
