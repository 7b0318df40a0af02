import { sql } from 'kysely'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { trigramsOf, wordSimilarity, type Trigrams } from '#platform/word-similarity'
import { openListMemory } from './list-memory.ts'
import type { CompetitionCount } from './store-lists.ts'

/** The list as one statement returns it; times are microseconds since 1970. */
type Stored = {
  readonly competitions: readonly [
    id: string,
    sportId: string,
    category: string,
    name: string,
    rank: number,
    words: string,
  ][]
  readonly matches: readonly [
    id: number,
    gameId: number,
    competitionId: string,
    startUs: number,
    live: boolean,
    words: string,
  ][]
}
type Competition = CompetitionCount & { readonly rank: number; readonly words: Trigrams }
type Match = {
  readonly id: number
  readonly gameId: string
  readonly competition: Competition
  readonly startUs: number
  readonly isLive: boolean
  readonly words: Trigrams
  /** The words of the match and of its competition. */
  readonly allWords: Trigrams
}
type List = { readonly hash: string; readonly competitions: readonly Competition[]; readonly matches: readonly Match[] }

/** Lower than PostgreSQL's default 0.6, so that a word with two swapped letters matches. */
const similarityMin = 0.45
const resultsMax = 20

/**
 * The names that searches compare: all competitions, and the matches that accept bets now or will later. The list is read once for all
 * searches, at most as old as other lists, and sent by the database only if it has changed.
 */
export function openSearchList({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const memory = openListMemory<List>(clock)
  let last: List = { hash: '', competitions: [], matches: [] }

  const list = (): Promise<List> =>
    memory.get('', async () => {
      const before = last
      const { hash, stored } = await readList(db, before.hash)
      return stored ? (last = listOf(hash, stored, before)) : before
    })
  const onOffer = ({ matches }: List): readonly Match[] => {
    const nowUs = clock.now() * 1000
    return matches.filter(({ isLive, startUs }) => isLive || startUs > nowUs)
  }

  return {
    /** The ids of the matches on offer whose sides, country or competition are similar to `text`, and of one whose game id it is. */
    async matchesWith(text: string): Promise<number[]> {
      const wanted = trigramsOf(text)
      return onOffer(await list())
        .filter(({ gameId, allWords }) => gameId === text || similarityOf(wanted, allWords) !== undefined)
        .map(({ id }) => id)
    },

    /**
     * The competitions, and the ids of the matches on offer, that are most similar to `text`. A match is also found by its game id or match
     * id. Whole words come first, then beginnings of words; then leagues by rank.
     */
    async search(text: string): Promise<{ competitions: CompetitionCount[]; matchIds: number[] }> {
      const wanted = trigramsOf(text)
      const current = await list()
      const matches = onOffer(current)
      const competitions = current.competitions.flatMap((one) => {
        const similarity = similarityOf(wanted, one.words)
        if (similarity === undefined) return []
        return [{ one, order: [...nearness(wanted, one.words, similarity), one.rank] }]
      })
      const found = matches.flatMap((match) => {
        const byNumber = match.gameId === text || String(match.id) === text
        const similarity =
          similarityOf(wanted, match.words) ?? (byNumber ? wordSimilarity(wanted, match.words) : undefined)
        return similarity === undefined ? [] : [{ id: match.id, order: orderOf(match, wanted, similarity) }]
      })
      const shown = competitions
        .toSorted((a, b) => byOrder(a.order, b.order) || (a.one.competition_id < b.one.competition_id ? -1 : 1))
        .slice(0, resultsMax)
      return {
        competitions: shown.map(({ one }) => {
          const { rank: _rank, words: _words, ...competition } = one
          return { ...competition, matches: matches.filter((match) => match.competition === one).length }
        }),
        matchIds: found
          .toSorted((a, b) => byOrder(a.order, b.order))
          .slice(0, resultsMax)
          .map(({ id }) => id),
      }
    },

    /** Drops the list after a commit that may have changed it. */
    forget: (): void => memory.forget(),
  }
}

/** The list and its hash; without the list if its hash is `known`. */
async function readList(db: Db, known: string): Promise<{ hash: string; stored: Stored | undefined }> {
  const { rows } = await sql<{ hash: string; list: string | null }>`
    with found as materialized (
      select json_build_object(
        'competitions', (select coalesce(json_agg(json_build_array(id, sport_id, category, name, rank, words) order by id), '[]')
          from catalog.competition),
        'matches', (select coalesce(json_agg(json_build_array(id, game_id, competition_id,
            (extract(epoch from start_time) * 1000000)::bigint, state <> 'not_started', words) order by id), '[]')
          from catalog.match where state in ('live', 'interrupted') or (state = 'not_started' and start_time > platform.now()))
      )::text as list),
    hashed as (select list, md5(list) as hash from found)
    select hash, case when hash <> ${known} then list end as list from hashed`.execute(db)
  const { hash = '', list } = rows[0] ?? {}
  return { hash, stored: typeof list === 'string' ? (JSON.parse(list) as Stored) : undefined }
}

/** The list with the trigrams of its names. Those of names of the list before are used again. */
function listOf(hash: string, stored: Stored, before: List): List {
  const known = new Map(
    [...before.competitions, ...before.matches, ...before.matches.map(({ allWords: words }) => ({ words }))].map(
      ({ words }) => [words.text, words],
    ),
  )
  const of = (words: string): Trigrams => known.get(words) ?? trigramsOf(words)
  const competitions = stored.competitions.map(([competition_id, sport_id, category, name, rank, words]) => {
    return { competition_id, sport_id, category, name, matches: 0, rank, words: of(words) }
  })
  const byId = new Map(competitions.map((one) => [one.competition_id, one]))
  const matches = stored.matches.flatMap(([id, gameId, competitionId, startUs, isLive, words]) => {
    const competition = byId.get(competitionId)
    if (!competition) return []
    const allWords = of(`${words} ${competition.words.text}`)
    return [{ id, gameId: String(gameId), competition, startUs, isLive, words: of(words), allWords }]
  })
  return { hash, competitions, matches }
}

/** The similarity of names that contain a text or are similar enough to it; undefined for other names. */
function similarityOf(wanted: Trigrams, words: Trigrams): number | undefined {
  const isPart = words.text.includes(wanted.text)
  if (!isPart && sharedBy(wanted, words) / wanted.all.size < similarityMin) return undefined
  const similarity = wordSimilarity(wanted, words)
  return isPart || similarity >= similarityMin ? similarity : undefined
}

/** How many trigrams of a text the names have at all. Their part of its trigrams is the most that the similarity can be. */
function sharedBy(wanted: Trigrams, words: Trigrams): number {
  let shared = 0
  for (const trigram of wanted.all) if (words.all.has(trigram)) shared++
  return shared
}

/** How near names are to a text, smaller first: the beginning of a word, any part, and their similarity. */
const nearness = (wanted: Trigrams, { text }: Trigrams, similarity: number): number[] => [
  ` ${text}`.includes(` ${wanted.text}`) ? 0 : 1,
  text.includes(wanted.text) ? 0 : 1,
  -hundredths(similarity),
]

function orderOf({ id, gameId, competition, startUs, words }: Match, wanted: Trigrams, similarity: number): number[] {
  const all = ` ${words.text} `
  const isWhole = wanted.text.split(' ').every((word) => all.includes(` ${word} `))
  return [
    ...[gameId === wanted.text ? 0 : 1, isWhole ? 0 : 1, ...nearness(wanted, words, similarity)],
    ...[competition.rank, startUs, id],
  ]
}

function byOrder(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, n) => value !== b[n])
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0)
}

/** A similarity in whole hundredths, halves upwards; six digits of it count, as in PostgreSQL's numeric. */
const hundredths = (similarity: number): number => Math.round(Number(similarity.toPrecision(6)) * 100 + 1e-9)
