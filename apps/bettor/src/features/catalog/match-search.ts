import type { MatchView } from '@nare/contract/catalog'
import { teamAliases } from './team-aliases.ts'

/** The fields of a match that search reads and shows. */
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
>
export type League = { competition_id: string; name: string; category: string; sport_id: string }
export type Found = { competitions: League[]; matches: SearchedMatch[] }

const maxFound = 10

/** The matches in the responses the app has loaded, without duplicates. */
export function loadedMatches(reads: Readonly<Record<string, { body?: unknown }>>): SearchedMatch[] {
  const matches = new Map<string, SearchedMatch>()
  for (const { body } of Object.values(reads)) {
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
    for (const each of Array.isArray(data) ? data : [data]) if (isMatch(each)) matches.set(each.match_id, each)
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
export type Index = { competitions: readonly Indexed<League>[]; matches: readonly Indexed<SearchedMatch>[] }

/** Builds the index of `searchIndex`: matches by teams and game id, the most popular first; leagues by name and country. */
export function indexOf(matches: readonly SearchedMatch[]): Index {
  const popular = matches.toSorted((a, b) => b.side_bets - a.side_bets || a.start_time.localeCompare(b.start_time))
  return {
    competitions: leaguesOf(popular).map((item) => ({ item, names: namesOf(leagueNames(item)) })),
    matches: popular.map((item) => ({ item, names: namesOf(matchNames(item)) })),
  }
}

export const leagueNames = ({ name, category }: Pick<League, 'name' | 'category'>): string[] => [name, category]
export const matchNames = ({ home_team, away_team, game_id }: SearchedMatch): string[] => [
  home_team,
  away_team,
  game_id,
]

/** Searches the index for teams, leagues and game ids, the best first by `ranking`; at most ten of each kind. */
export function searchIndex(text: string, index: Index): Found {
  const rank = rankingOfWords(text)
  const best = <T>(list: readonly Indexed<T>[]): T[] =>
    list
      .map(({ item, names }) => ({ item, rank: rank(names) }))
      .filter((each) => each.rank < Infinity)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, maxFound)
      .map(({ item }) => item)
  return { competitions: best(index.competitions), matches: best(index.matches) }
}

/**
 * How well names match a text, 0 best, Infinity for not at all. Every word of the text must be a prefix of a word of the
 * names. Fewest typos count first, then a known short name (`teamAliases`), then a name that begins with the text. A library
 * within 4 KB gzipped would allow one typo a word (uFuzzy, 4.0 KB) or none (fuzzysort, 7.6 KB); long club names need two, and
 * this is 1 KB.
 */
export function ranking(text: string): (names: readonly string[]) => number {
  const rank = rankingOfWords(text)
  return (names) => rank(namesOf(names))
}

/** The text's words, and those of the full names that a short name in it stands for. */
function readingsOf(words: readonly string[]): { words: readonly string[]; alias: boolean }[] {
  const text = ` ${words.join(' ')} `
  const found = teamAliases.filter(([alias]) => text.includes(` ${alias} `))
  const full = found.map(([alias, name]) => splitWords(text.replace(` ${alias} `, ` ${name} `)))
  return [{ words, alias: false }, ...full.map((each) => ({ words: each, alias: true }))]
}

/** What the server is asked for a text: the full name where the text has a short name, else the text itself. */
export function serverQuery(text: string): string {
  const found = readingsOf(splitWords(text)).find(({ alias }) => alias)
  return found ? found.words.join(' ') : text
}

function rankingOfWords(text: string): (names: Names) => number {
  const readings = readingsOf(splitWords(text))
    .filter(({ words }) => words.length > 0)
    .map(({ words, alias }) => ({ words, counters: words.map(typoCounter), alias }))
  const rankOf = ({ words, counters, alias }: (typeof readings)[number], names: Names): number => {
    const typos = queryTypos(counters, names.flat())
    const begins = names.some((name) => name.join(' ').startsWith(words.join(' ')))
    return typos * 4 + (alias ? 0 : 2) + (begins ? 0 : 1)
  }
  return (names) => Math.min(...readings.map((reading) => rankOf(reading, names)))
}

const namesOf = (names: readonly string[]): Names => names.map(splitWords)

const splitWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

type TypoCounter = (name: string) => number

/** Returns the number of typos between a query word and a name, Infinity for too many. Caches each name. */
function typoCounter(word: string): TypoCounter {
  const cache = new Map<string, number>()
  const max = maxTypos(word)
  return (name) => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const typos = name.startsWith(word) ? 0 : max === 0 ? Infinity : prefixTypos(word, name, max)
    cache.set(name, typos)
    return typos
  }
}

/** Typos of a whole query against the names of an item; Infinity when a word matches none of them. */
function queryTypos(queryWords: readonly TypoCounter[], names: readonly string[]): number {
  let sum = 0
  for (const count of queryWords) {
    sum += Math.min(...names.map(count))
    if (sum === Infinity) return sum
  }
  return sum
}

/** How many typos a word may have; none in short words and numbers. */
const maxTypos = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

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
