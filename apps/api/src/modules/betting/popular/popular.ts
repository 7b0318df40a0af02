import { productOf } from '@nare/bets/ticket/accept'
import { display, lineOf, market, marketTitle } from '@nare/bets/markets/markets'
import { pickState } from '@nare/bets/ticket/slip'
import { sportIdOf, type Sport } from '@nare/bets/markets/sports'
import type { popular as calls } from '@nare/contract/popular'
import type { Answer } from '@nare/contract/route'
import { formatPrice, price, type Price } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import { promotable } from '#modules/protection/protection'
import { monotonicMs, type Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { currentLegs } from '../placing/quotes.ts'
import { parsePick } from '../placing/slip.ts'
import type { Betting } from '../betting.ts'
import { candidateSets, largestSets, percentOf, placesOf } from './sets.ts'
import * as store from './store.ts'

type Shown = Answer<typeof calls.popular>['data']

/** A row needs more different bettors than this. */
const above = 20
/** How many picks are looked at for what bettors have together. The store's masks have 62 bits. */
const combinedMax = 60
const setsMax = 40
const shownPicks = 20
const shownMultis = 5
const shownMs = 2_000

export type PopularDeps = {
  readonly db: Db
  readonly catalog: Catalog
  readonly clock: Pick<Clock, 'now'>
  readonly share: Betting['share']
  /**
   * How often picks are counted, how many bettors must have placed a bet since the last count, and the most of the time that counting may take:
   * at a share of 0.05 a count of a second is followed by at least 19 seconds without one.
   */
  readonly pace: { readonly seconds: number; readonly fresh: number; readonly share: number }
}

export type Popular = ReturnType<typeof openPopular>

/**
 * Picks and multis that more than 20 bettors have placed in the last 24 hours, as whole percents. They are counted in the background, at most once
 * in `pace`; a request reads one row, which this process keeps for two seconds, with the present prices.
 */
export function openPopular(deps: PopularDeps) {
  const { db, catalog, clock, share, pace } = deps
  let restsUntilMs = 0
  let kept: { readonly atMs: number; readonly rows: Promise<OpenRows> } | undefined

  /** Each of these picks that can be bet on now, with its price. */
  async function openOf(picks: readonly store.PickName[]): Promise<Map<string, Price>> {
    const { legs } = await currentLegs(
      { db, catalog },
      picks.map((pick) => parsePick({ ...pick, odd_value: price(1000n) })),
    )
    const nowMs = clock.now()
    return new Map(
      legs.flatMap((leg, n): [string, Price][] => {
        const pick = picks[n]
        return pick && leg.present !== undefined && pickState(leg, nowMs) === 'open'
          ? [[nameOf(pick), leg.present]]
          : []
      }),
    )
  }

  /** Counts what was placed in the last 24 hours. Does nothing if it is too early. Returns whether it counted. */
  async function count(): Promise<boolean> {
    const startedMs = monotonicMs()
    if (startedMs < restsUntilMs || !(await store.claimCount(db, pace))) return false
    await countNow()
    const endedMs = monotonicMs()
    restsUntilMs = endedMs + (endedMs - startedMs) * (1 / pace.share - 1)
    return true
  }

  async function countNow(): Promise<void> {
    const { persons, picks } = await store.pickedBy(db, { above })
    const open = await openOf(picks)
    const offered = picks.filter((pick) => open.has(nameOf(pick)))
    const sports = await catalog.traded.sportsOf(offered.map((pick) => Number(pick.match_id)))
    const rows = offered.map(({ persons: part, ...pick }) => ({
      ...pick,
      sport_id: idOf(sports.get(Number(pick.match_id))),
      percent: percentOf(part, persons),
    }))
    const multis = await countMultis(rows.slice(0, combinedMax), persons, open)
    const bySport = Map.groupBy(
      rows.filter(({ percent }) => percent > 0),
      ({ sport_id }) => sport_id,
    )
    const shown = new Set([...bySport.values()].flatMap((list) => list.slice(0, shownPicks)))
    await store.writeCounted(db, { picks: rows.filter((row) => shown.has(row)), multis })
    kept = undefined
  }

  /** The largest sets of these picks that enough bettors have on one slip. A set that was shown before keeps its code. */
  async function countMultis(
    picks: readonly store.CountedPick[],
    persons: number,
    open: ReadonlyMap<string, Price>,
  ): Promise<store.CountedMulti[]> {
    if (picks.length < 2) return []
    const sets = candidateSets(await store.slipGroups(db, picks), { above, most: setsMax })
    if (sets.length === 0) return []
    const before = new Map((await store.counted(db)).multis.map(({ picks: list, code }) => [setName(list), code]))
    const multis: store.CountedMulti[] = []
    for (const { mask, persons: part } of largestSets(await store.personsWith(db, picks, { sets, above }))) {
      const list = placesOf(mask).flatMap((place) => {
        const pick = picks[place]
        return pick ? [named(pick)] : []
      })
      const percent = percentOf(part, persons)
      if (percent === 0 || multis.length >= shownMultis * 2) break
      const code = before.get(setName(list)) ?? (await codeOf(list, open))
      if (code !== undefined) multis.push({ code, picks: list, percent })
    }
    return multis
  }

  async function codeOf(
    list: readonly store.SportPick[],
    open: ReadonlyMap<string, Price>,
  ): Promise<string | undefined> {
    const shared = await share({
      slip: list.map(({ sport_id: _sport, ...pick }) => ({
        ...pick,
        odd_value: open.get(nameOf(pick)) ?? price(1000n),
      })),
    })
    return shared.ok ? shared.value.code : undefined
  }

  type OpenRows = {
    readonly picks: readonly (Shown['picks'][number] & { sport: string })[]
    readonly multis: readonly (Shown['multis'][number] & { sports: readonly string[] })[]
  }

  /** The rows whose picks are all open now, at the present prices. */
  async function openRows(): Promise<OpenRows> {
    const { picks, multis } = await store.counted(db)
    const open = await openOf([...picks, ...multis.flatMap((one) => one.picks)])
    const matches = await catalog.matchViews(
      db,
      picks.map((pick) => Number(pick.match_id)),
    )
    return {
      picks: picks.flatMap(({ sport_id: sport, percent, ...pick }) => {
        const at = open.get(nameOf(pick))
        const match = matches.get(Number(pick.match_id))
        return at === undefined || !match
          ? []
          : [{ ...pick, odd_value: formatPrice(at), percent, sport, ...namesOf(pick), match }]
      }),
      multis: multis.flatMap(({ code, picks: list, percent }) => {
        const prices = list.flatMap((pick) => open.get(nameOf(pick)) ?? [])
        if (prices.length < list.length) return []
        const total = formatPrice(productOf(prices))
        return [
          {
            code,
            legs: list.length,
            total_odds: total,
            percent,
            sports: list.map(({ sport_id }) => sport_id),
          },
        ]
      }),
    }
  }

  function rowsNow(): Promise<OpenRows> {
    const nowMs = clock.now()
    if (kept && Math.abs(nowMs - kept.atMs) < shownMs) return kept.rows
    const rows = openRows()
    kept = { atMs: nowMs, rows }
    rows.catch(() => (kept = undefined))
    return rows
  }

  return {
    count,

    /** What may be shown to a bettor, or to a guest; nothing to whom nothing may be promoted. */
    async shown(sport: string | undefined, bettor?: bigint): Promise<Shown> {
      if (bettor !== undefined && !(await promotable(db, [bettor])).has(bettor)) return { picks: [], multis: [] }
      const { picks, multis } = await rowsNow()
      const isOf = (one: string): boolean => sport === undefined || one === sport
      return {
        picks: picks
          .filter((pick) => isOf(pick.sport))
          .slice(0, shownPicks)
          .map(({ sport: _sport, ...pick }) => pick),
        multis: multis
          .filter(({ sports }) => sports.every(isOf))
          .slice(0, shownMultis)
          .map(({ sports: _sports, ...multi }) => multi),
      }
    },
  }
}

const idOf = (sport: Sport | undefined): string => (sport === undefined ? '' : sportIdOf(sport))
const nameOf = ({ match_id, sub_type_id, odd_key }: store.PickName): string => `${match_id} ${sub_type_id} ${odd_key}`
const named = ({ match_id, sub_type_id, odd_key, sport_id }: store.CountedPick): store.SportPick => ({
  ...{ match_id, sub_type_id, odd_key, sport_id },
})
const setName = (picks: readonly store.PickName[]): string => picks.map(nameOf).toSorted().join('|')

function namesOf({ sub_type_id, odd_key }: store.PickName) {
  const line = lineOf(sub_type_id, odd_key) ?? ''
  return {
    special_bet_value: line,
    market: market(sub_type_id) ? marketTitle(sub_type_id, line) : sub_type_id,
    display: display(sub_type_id, odd_key),
  }
}
