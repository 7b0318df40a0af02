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
export function leaguesOf(matches: readonly Known[]): League[] {
  const leagues = new Map<string, League>()
  for (const { competition_id, competition_name, category, sport_id } of matches)
    leagues.set(competition_id, { competition_id, name: competition_name, category, sport_id })
  return [...leagues.values()]
}

/**
 * Looks among known matches for teams, leagues and game ids: every word asked for must begin a word there, or be a slip of
 * the finger away from it. What fits better comes first; at most ten of each kind.
 */
export function lookFor(text: string, matches: readonly Known[]): Found {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return { competitions: [], matches: [] }
  const best = <T>(list: readonly T[], names: (one: T) => string): T[] =>
    list
      .map((one) => ({ one, slips: slipsOf(wanted, wordsOf(names(one))) }))
      .filter(({ slips }) => slips !== undefined)
      .toSorted((a, b) => (a.slips ?? 0) - (b.slips ?? 0))
      .slice(0, foundMost)
      .map(({ one }) => one)
  return {
    competitions: best(leaguesOf(matches), ({ name, category }) => `${name} ${category}`),
    matches: best(matches, ({ home_team, away_team, game_id }) => `${home_team} ${away_team} ${game_id}`),
  }
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How many slips lie between what was asked for and the names; undefined when a word is not among them. */
function slipsOf(wanted: readonly string[], names: readonly string[]): number | undefined {
  let sum = 0
  for (const word of wanted) {
    const fewest = Math.min(...names.map((name) => slips(word, name)))
    if (fewest > allowed(word)) return undefined
    sum += fewest
  }
  return sum
}

/** Short words and numbers are taken as they stand. */
const allowed = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** The fewest slips between a word and the beginning of a name. */
function slips(word: string, name: string): number {
  if (name.startsWith(word)) return 0
  const lengths = [word.length - 1, word.length, word.length + 1]
  return Math.min(...lengths.map((length) => distance(word, name.slice(0, length))))
}

/** Letters put in, left out, changed or swapped with their neighbour (optimal string alignment). */
export function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let column = 1; column <= other.length; column++) {
      const same = one[at - 1] === other[column - 1]
      const ways = [(row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (row[column - 1] ?? 0) + (same ? 0 : 1)]
      const swapped = one[at - 1] === other[column - 2] && one[at - 2] === other[column - 1]
      if (at > 1 && column > 1 && swapped) ways.push((before[column - 2] ?? 0) + 1)
      next.push(Math.min(...ways))
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
