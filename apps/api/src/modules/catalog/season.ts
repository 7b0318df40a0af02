import type { Score } from '@nare/bets/result'
import { standingsOf } from '@nare/league/standings'

/** An earlier match of a competition. `matchId` is null for one that was never on offer. A key is the same for every spelling of a team. */
export type PastResult = {
  readonly matchId: number | null
  readonly atMs: number
  readonly home: string
  readonly away: string
  readonly homeKey: string
  readonly awayKey: string
  readonly score: Score
}

const dayMs = 86_400_000
const twinMs = 1.5 * dayMs
/**
 * A longer break ends a season. Of the five largest leagues of Europe from 2018 to 2024 every summer was longer except that of 2020, and every break
 * within a season shorter except for the epidemic and the Bundesliga's for the World Cup of 2022.
 */
const breakMs = 60 * dayMs

/**
 * The results without those that are there twice: an imported one of the same sides within a day and a half of one that was on offer here, or of another
 * imported one. Returned the newest first.
 */
export function withoutTwins(results: readonly PastResult[]): PastResult[] {
  const kept = new Map<string, PastResult[]>()
  for (const one of results.toSorted((a, b) => Number(a.matchId === null) - Number(b.matchId === null))) {
    const sides = `${one.homeKey}|${one.awayKey}`
    const before = kept.get(sides) ?? []
    const isTwin = one.matchId === null && before.some(({ atMs }) => Math.abs(atMs - one.atMs) <= twinMs)
    if (!isTwin) kept.set(sides, [...before, one])
  }
  return [...kept.values()].flat().toSorted((a, b) => b.atMs - a.atMs)
}

/** The results of the season that a moment lies in: those back to the last long break. The newest first, as given. */
export function seasonAt(results: readonly PastResult[], atMs: number): PastResult[] {
  let laterMs = atMs
  const end = results.findIndex((one) => {
    const isBreak = laterMs - one.atMs > breakMs
    laterMs = one.atMs
    return isBreak
  })
  return end < 0 ? [...results] : results.slice(0, end)
}

const formMax = 5

/** The last results of a team, the newest first. */
export const formOf = (key: string, results: readonly PastResult[]): PastResult[] =>
  results.filter(({ homeKey, awayKey }) => homeKey === key || awayKey === key).slice(0, formMax)

export type Side = { readonly name: string; readonly key: string }

/**
 * The table of a season with both sides of a match in it: by points, goal difference and goals, then as `standingsOf` says. Each team is called as the
 * match calls it, else as in its newest result. Empty if nobody has played.
 */
export function tableOf(sides: readonly Side[], season: readonly PastResult[]) {
  if (season.length === 0) return []
  const names = new Map(sides.map(({ key, name }) => [key, name]))
  for (const { homeKey, awayKey, home, away } of season) {
    if (!names.has(homeKey)) names.set(homeKey, home)
    if (!names.has(awayKey)) names.set(awayKey, away)
  }
  const played = season.toReversed().map(({ homeKey, awayKey, score }) => {
    return { home: names.get(homeKey) ?? '', away: names.get(awayKey) ?? '', score }
  })
  return standingsOf([...names.values()], played).map((row) => ({ ...row, form: row.form.join('') }))
}

/** Categories without a table: tournaments of national teams are played in groups and rounds, so one table would be meaningless. */
const withoutTable: ReadonlySet<string> = new Set(['International', 'World'])
const cup = /\b(cup|copa|coupe|coppa|ta[cç]a|kombe|pokal|shield|trophy|play-?offs?)\b/iu

/** Whether the teams of a competition play for one table. */
export const isLeague = ({ category, name }: { category: string; name: string }): boolean =>
  !withoutTable.has(category) && !cup.test(name)
