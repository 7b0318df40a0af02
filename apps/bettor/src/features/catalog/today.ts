import type { MatchView } from '@nare/contract/catalog'

/** The part of a match that is searched and shown. */
export type Known = Pick<
  MatchView,
  | 'match_id'
  | 'game_id'
  | 'sport_id'
  | 'competition_id'
  | 'competition_name'
  | 'category'
  | 'start_time'
  | 'home_team'
  | 'away_team'
>
export type League = { competition_id: string; name: string; category: string; sport_id: string }
export type Found = { competitions: League[]; matches: Known[] }

const foundMost = 10

/** The matches that the app has read already, each once, from the bodies of its reads. */
export function knownMatches(reads: Readonly<Record<string, { body?: unknown }>>): Known[] {
  const known = new Map<string, Known>()
  for (const { body } of Object.values(reads)) {
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
    for (const each of Array.isArray(data) ? data : [data]) if (isMatch(each)) known.set(each.match_id, each)
  }
  return [...known.values()]
}

function isMatch(value: unknown): value is Known {
  return (
    typeof value === 'object' &&
    value !== null &&
    'match_id' in value &&
    'home_team' in value &&
    'competition_name' in value &&
    'start_time' in value
  )
}

/** The leagues of matches, each once. */
function leaguesOf(matches: readonly Known[]): League[] {
  const leagues = new Map<string, League>()
  for (const { competition_id, competition_name, category, sport_id } of matches)
    leagues.set(competition_id, { competition_id, name: competition_name, category, sport_id })
  return [...leagues.values()]
}

/** Something that is looked for by the words of its names, which are cut once and not at every letter typed. */
type Named<T> = { one: T; words: readonly string[] }
export type Index = { competitions: readonly Named<League>[]; matches: readonly Named<Known>[] }

/** What `lookFor` looks among: matches by their teams and game id, leagues by their name and country. */
export function indexOf(matches: readonly Known[]): Index {
  return {
    competitions: leaguesOf(matches).map((one) => ({ one, words: wordsOf(`${one.name} ${one.category}`) })),
    matches: matches.map((one) => ({ one, words: wordsOf(`${one.home_team} ${one.away_team} ${one.game_id}`) })),
  }
}

/**
 * Looks among known matches for teams, leagues and game ids: every word asked for must begin a word there, or be a slip of
 * the finger away from it. What fits better comes first; at most ten of each kind.
 */
export function lookFor(text: string, index: Index): Found {
  const wanted = wordsOf(text).map(measured)
  if (wanted.length === 0) return { competitions: [], matches: [] }
  const best = <T>(list: readonly Named<T>[]): T[] =>
    list
      .map(({ one, words }) => ({ one, slips: slipsOf(wanted, words) }))
      .filter(({ slips }) => slips < Infinity)
      .toSorted((a, b) => a.slips - b.slips)
      .slice(0, foundMost)
      .map(({ one }) => one)
  return { competitions: best(index.competitions), matches: best(index.matches) }
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

type Measure = (name: string) => number

/** How many slips lie between a word asked for and a name, Infinity for too many; the same name is measured once. */
function measured(word: string): Measure {
  const known = new Map<string, number>()
  const most = allowed(word)
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const slips = name.startsWith(word) ? 0 : most === 0 ? Infinity : slipsToBegin(word, name, most)
    known.set(name, slips)
    return slips
  }
}

/** How many slips lie between what was asked for and the names; Infinity when a word is not among them. */
function slipsOf(wanted: readonly Measure[], names: readonly string[]): number {
  let sum = 0
  for (const measure of wanted) {
    sum += Math.min(...names.map(measure))
    if (sum === Infinity) return sum
  }
  return sum
}

/** Short words and numbers are taken as they stand. */
const allowed = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * The fewest slips between a word and the beginning of a name, or Infinity above `most`: letters put in, left out, changed
 * or swapped with their neighbour (optimal string alignment). A beginning may be one letter shorter or longer than the word.
 */
export function slipsToBegin(word: string, name: string, most: number): number {
  const begin = name.slice(0, word.length + 1)
  let before: number[] = []
  let row = Array.from({ length: begin.length + 1 }, (_, column) => column)
  for (let at = 1; at <= word.length; at++) {
    const next = [at]
    let fewest = at
    for (let column = 1; column <= begin.length; column++) {
      const same = word[at - 1] === begin[column - 1]
      let slips = Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (row[column - 1] ?? 0) + (same ? 0 : 1))
      const swapped = at > 1 && column > 1 && word[at - 1] === begin[column - 2] && word[at - 2] === begin[column - 1]
      if (swapped) slips = Math.min(slips, (before[column - 2] ?? 0) + 1)
      next.push(slips)
      fewest = Math.min(fewest, slips)
    }
    if (fewest > most && Math.min(...row) > most) return Infinity
    before = row
    row = next
  }
  const slips = Math.min(...row.slice(Math.min(word.length - 1, begin.length)))
  return slips <= most ? slips : Infinity
}
