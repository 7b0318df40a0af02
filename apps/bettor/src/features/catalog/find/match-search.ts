import type { MatchView } from '@nare/contract/catalog'
import { foldedText } from '@nare/contract/letters'
import { teamAliases } from './team-aliases.ts'

/** The fields of a match that the search uses. */
export type SearchedMatch = Pick<
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
  | 'side_bets'
  | 'state'
>
export type League = { competition_id: string; name: string; category: string; sport_id: string }
/** A team with the league of one of its matches. */
export type Team = Pick<SearchedMatch, 'sport_id' | 'competition_name' | 'category'> & { name: string }
export type SearchResults = { competitions: League[]; teams: Team[]; matches: SearchedMatch[] }

const resultsMax = 10
const teamsMax = 5

/** The matches in the responses the app has loaded, without duplicates. */
export function loadedMatches(reads: Readonly<Record<string, { body?: unknown }>>): SearchedMatch[] {
  const matches = new Map<string, SearchedMatch>()
  for (const { body } of Object.values(reads)) {
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
    for (const match of Array.isArray(data) ? data : [data]) if (isMatch(match)) matches.set(match.match_id, match)
  }
  return [...matches.values()]
}

function isMatch(value: unknown): value is SearchedMatch {
  return (
    typeof value === 'object' &&
    value !== null &&
    'match_id' in value &&
    'home_team' in value &&
    'competition_name' in value &&
    'start_time' in value
  )
}

/** The leagues of these matches, without duplicates. */
function leaguesOf(matches: readonly SearchedMatch[]): League[] {
  const leagues = new Map<string, League>()
  for (const { competition_id, competition_name, category, sport_id } of matches)
    leagues.set(competition_id, { competition_id, name: competition_name, category, sport_id })
  return [...leagues.values()]
}

/** The names of an item as words, split once instead of on every keystroke. */
type Names = readonly (readonly string[])[]
type Indexed<T> = { item: T; names: Names }
export type Index = {
  competitions: readonly Indexed<League>[]
  teams: readonly Indexed<Team>[]
  matches: readonly Indexed<SearchedMatch>[]
}

/** The teams of these matches, without duplicates. */
function teamsOf(matches: readonly SearchedMatch[]): Team[] {
  const teams = new Map<string, Team>()
  for (const { home_team, away_team, sport_id, competition_name, category } of matches) {
    for (const name of [home_team, away_team])
      teams.set(`${sport_id} ${name}`, { name, sport_id, competition_name, category })
  }
  return [...teams.values()]
}

/** Builds the index of `searchIndex`: matches by teams and game id, most markets first; teams by name; leagues by name and country. */
export function buildSearchIndex(matches: readonly SearchedMatch[]): Index {
  const sorted = matches.toSorted((a, b) => b.side_bets - a.side_bets || a.start_time.localeCompare(b.start_time))
  return {
    competitions: leaguesOf(sorted).map((item) => ({ item, names: namesOf(leagueNames(item)) })),
    teams: teamsOf(sorted).map((item) => ({ item, names: namesOf([item.name]) })),
    matches: sorted.map((item) => ({ item, names: namesOf(matchNames(item)) })),
  }
}

export const leagueNames = ({ name, category }: Pick<League, 'name' | 'category'>): string[] => [name, category]
export const matchNames = ({ home_team, away_team, game_id }: SearchedMatch): string[] => [
  home_team,
  away_team,
  game_id,
]

/** Searches the index for teams, leagues and game ids, ranked as by `rankerFor`; at most ten of each kind and five teams. */
export function searchIndex(text: string, index: Index): SearchResults {
  const rank = wordRankerFor(text)
  const best = <T>(list: readonly Indexed<T>[], max = resultsMax): T[] =>
    list
      .map(({ item, names }) => ({ item, rank: rank(names) }))
      .filter((entry) => entry.rank < Infinity)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, max)
      .map(({ item }) => item)
  return { competitions: best(index.competitions), teams: best(index.teams, teamsMax), matches: best(index.matches) }
}

/**
 * Returns a function that ranks names against a text: 0 is best, Infinity is no match. Every word of the text must be a prefix
 * of a word of the names. Names rank by fewest typos, then by a match of an alias (`teamAliases`), then by a name that begins
 * with the text. Long club names need two typos per word: uFuzzy (4.0 KB gzipped) allows one and fuzzysort (7.6 KB) none; this
 * file is 1 KB.
 */
export function rankerFor(text: string): (names: readonly string[]) => number {
  const rank = wordRankerFor(text)
  return (names) => rank(namesOf(names))
}

/** The words of the query, and one variant for each alias in it, with the alias replaced by the full name. */
function queryVariants(words: readonly string[]): { words: readonly string[]; alias: boolean }[] {
  const text = ` ${words.join(' ')} `
  const found = teamAliases.filter(([alias]) => text.includes(` ${alias} `))
  const full = found.map(([alias, name]) => splitWords(text.replace(` ${alias} `, ` ${name} `)))
  return [{ words, alias: false }, ...full.map((variant) => ({ words: variant, alias: true }))]
}

/** The query sent to the server: with an alias replaced by the full name, else unchanged. */
export function serverQuery(text: string): string {
  const found = queryVariants(splitWords(text)).find(({ alias }) => alias)
  return found ? found.words.join(' ') : text
}

function wordRankerFor(text: string): (names: Names) => number {
  const variants = queryVariants(splitWords(text))
    .filter(({ words }) => words.length > 0)
    .map(({ words, alias }) => ({ words, counters: words.map(typoCounter), alias }))
  const rankOf = ({ words, counters, alias }: (typeof variants)[number], names: Names): number => {
    const typos = queryTypos(counters, names.flat())
    const begins = names.some((name) => name.join(' ').startsWith(words.join(' ')))
    return typos * 4 + (alias ? 0 : 2) + (begins ? 0 : 1)
  }
  return (names) => Math.min(...variants.map((variant) => rankOf(variant, names)))
}

const namesOf = (names: readonly string[]): Names => names.map(splitWords)

const splitWords = (text: string): string[] =>
  foldedText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

type TypoCounter = (name: string) => number

/** Returns a function that counts the typos between a query word and a name, Infinity for too many. It caches each name. */
function typoCounter(word: string): TypoCounter {
  const cache = new Map<string, number>()
  const max = typosMax(word)
  return (name) => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const typos = name.startsWith(word) ? 0 : max === 0 ? Infinity : prefixTypos(word, name, max)
    cache.set(name, typos)
    return typos
  }
}

/** The typos of a whole query against the names of an item; Infinity if a word matches none of the names. */
function queryTypos(queryWords: readonly TypoCounter[], names: readonly string[]): number {
  let sum = 0
  for (const count of queryWords) {
    sum += Math.min(...names.map(count))
    if (sum === Infinity) return sum
  }
  return sum
}

/** The maximum number of typos in a word; 0 for short words and for words with digits. */
const typosMax = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * The edit distance (optimal string alignment) between a word and the best prefix of a name, or Infinity above `max`. The
 * prefix may be one letter shorter or longer than the word.
 */
export function prefixTypos(word: string, name: string, max: number): number {
  const begin = name.slice(0, word.length + 1)
  let before: number[] = []
  let row = Array.from({ length: begin.length + 1 }, (_, column) => column)
  for (let at = 1; at <= word.length; at++) {
    const next = [at]
    let fewest = at
    for (let column = 1; column <= begin.length; column++) {
      const same = word[at - 1] === begin[column - 1]
      let typos = Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (row[column - 1] ?? 0) + (same ? 0 : 1))
      const swapped = at > 1 && column > 1 && word[at - 1] === begin[column - 2] && word[at - 2] === begin[column - 1]
      if (swapped) typos = Math.min(typos, (before[column - 2] ?? 0) + 1)
      next.push(typos)
      fewest = Math.min(fewest, typos)
    }
    if (fewest > max && Math.min(...row) > max) return Infinity
    before = row
    row = next
  }
  const typos = Math.min(...row.slice(Math.min(word.length - 1, begin.length)))
  return typos <= max ? typos : Infinity
}
