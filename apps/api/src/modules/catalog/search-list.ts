import type { Clock } from '#platform/clock'
import { queryRows, type Db } from '#platform/db'
import { searchText } from '#platform/search-text'
import { openSearchedTexts, type SearchedTexts, type Trigrams, type Wanted } from '#platform/word-similarity'
import { openListMemory } from './list-memory.ts'
import { hasWords, isSimilar, joined, mostSimilar, nearness, type Joined } from './search-order.ts'
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
    homeTeam: string,
    awayTeam: string,
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
  readonly allWords: Joined
}
/** A team of matches of one sport; `text` is its name as searches compare it. */
type Team = {
  readonly sportId: string
  readonly name: string
  readonly text: string
  readonly words: Trigrams
  readonly matches: Match[]
}
/** A team in the answer, with the league of its next match. */
export type FoundTeam = CompetitionCount & { readonly competition_name: string }
type List = {
  readonly hash: string
  readonly texts: SearchedTexts
  readonly competitions: readonly Competition[]
  readonly matches: readonly Match[]
  readonly teams: ReadonlyMap<string, Team>
}

export type SearchedNames = {
  readonly competitions: CompetitionCount[]
  readonly teams: FoundTeam[]
  readonly matchIds: number[]
}

const resultsMax = 20
const teamsMax = 5

/**
 * The names that searches compare: all competitions, and the matches that accept bets now or will later. The list is read once for all
 * searches, at most as old as other lists, and sent by the database only if it has changed.
 */
export function openSearchList({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const memory = openListMemory<List>(clock)
  let last: List = { hash: '', texts: openSearchedTexts(), competitions: [], matches: [], teams: new Map() }

  const list = (): Promise<List> =>
    memory.get('', async () => {
      const before = last
      const { hash, stored } = await readList(db, before.hash)
      return stored ? (last = listOf(hash, stored, before)) : before
    })
  const onOffer = (matches: readonly Match[]): readonly Match[] => {
    const nowUs = clock.now() * 1000
    return matches.filter(({ isLive, startUs }) => isLive || startUs > nowUs)
  }

  /** The teams with a match on offer that are most similar to a text. */
  function teamsLike(wanted: Wanted, { teams }: List): FoundTeam[] {
    const nextOf = ({ matches }: Team) => onOffer(matches).toSorted((a, b) => a.startUs - b.startUs)
    const found = mostSimilar(wanted, [...teams.values()], {
      max: teamsMax,
      before: ({ words }) => (hasWords(wanted, words) ? 0 : 4) + nearness(wanted, words),
      compare: (a, b) => rankOf(a) - rankOf(b) || b.matches.length - a.matches.length || (a.name < b.name ? -1 : 1),
    })
    return found.flatMap((team) => {
      const next = nextOf(team)
      const { competition } = next[0] ?? {}
      if (!competition) return []
      const { competition_id, category, name: competition_name } = competition
      const { sportId: sport_id, name } = team
      return [{ name, sport_id, category, competition_id, competition_name, matches: next.length }]
    })
  }

  return {
    /** The ids of the matches on offer whose sides, country or competition are similar to `text`, and of one whose game id it is. */
    async matchesWith(text: string): Promise<number[]> {
      const current = await list()
      const wanted = current.texts.wanted(text)
      return onOffer(current.matches)
        .filter(({ gameId, allWords }) => gameId === text || isSimilar(wanted, allWords))
        .map(({ id }) => id)
    },

    /**
     * The competitions, the teams with a match on offer, and the ids of the matches on offer, that are most similar to `text`. A match is also found by its game id or match
     * id. Whole words come first, then beginnings of words; then leagues by rank.
     */
    async search(text: string): Promise<SearchedNames> {
      const current = await list()
      const matches = onOffer(current.matches)
      const wanted = current.texts.wanted(text)
      const byNumber = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
      const competitions = mostSimilar(wanted, current.competitions, {
        max: resultsMax,
        before: ({ words }) => nearness(wanted, words),
        compare: (a, b) => a.rank - b.rank || (a.competition_id < b.competition_id ? -1 : 1),
      })
      const found = mostSimilar(wanted, matches, {
        max: resultsMax,
        isNamed: ({ gameId, id }) => gameId === text || id === byNumber,
        before: ({ gameId, words }) =>
          (gameId === text ? 0 : 8) + (hasWords(wanted, words) ? 0 : 4) + nearness(wanted, words),
        compare: (a, b) => a.competition.rank - b.competition.rank || a.startUs - b.startUs || a.id - b.id,
      })
      const counts = new Map(competitions.map((one) => [one, 0]))
      for (const { competition } of matches) {
        const count = counts.get(competition)
        if (count !== undefined) counts.set(competition, count + 1)
      }
      return {
        competitions: competitions.map((one) => {
          const { rank: _rank, words: _words, ...competition } = one
          return { ...competition, matches: counts.get(one) ?? 0 }
        }),
        teams: teamsLike(wanted, current),
        matchIds: found.map(({ id }) => id),
      }
    },

    /** Drops the list after a commit that may have changed it. */
    forget: (): void => memory.forget(),
  }
}

/** The rank of a team is that of its best league. */
const rankOf = ({ matches }: Team): number => Math.min(...matches.map(({ competition }) => competition.rank))

/** The list and its hash; without the list if its hash is `known`. */
async function readList(db: Db, known: string): Promise<{ hash: string; stored: Stored | undefined }> {
  const rows = await queryRows<{ hash: string; list: string | null }>(db)`
    with found as materialized (
      select json_build_object(
        'competitions', (select coalesce(json_agg(json_build_array(id, sport_id, category, name, rank, words) order by id), '[]')
          from catalog.competition),
        'matches', (select coalesce(json_agg(json_build_array(id, game_id, competition_id,
            (extract(epoch from start_time) * 1000000)::bigint, state <> 'not_started', words, home_team, away_team) order by id), '[]')
          from catalog.match where state in ('live', 'interrupted') or (state = 'not_started' and start_time > platform.now()))
      )::text as list),
    hashed as (select list, md5(list) as hash from found)
    select hash, case when hash <> ${known} then list end as list from hashed`
  const { hash = '', list } = rows[0] ?? {}
  return { hash, stored: typeof list === 'string' ? (JSON.parse(list) as Stored) : undefined }
}

/** Texts that no name has any more are dropped when there are more of them than others. */
const spareTextsMax = 5_000

/** The list with the trigrams of its names. Those of names of an earlier list are used again. */
function listOf(hash: string, stored: Stored, before: List): List {
  const namesMax = stored.competitions.length + 3 * stored.matches.length
  const texts = before.texts.count() > 2 * namesMax + spareTextsMax ? openSearchedTexts() : before.texts
  const joinedBefore = new Map(before.matches.map(({ id, allWords }) => [id, allWords]))
  const competitions = stored.competitions.map(([competition_id, sport_id, category, name, rank, words]) => {
    return { competition_id, sport_id, category, name, matches: 0, rank, words: texts.of(words) }
  })
  const byId = new Map(competitions.map((one) => [one.competition_id, one]))
  const teams = new Map<string, Team>()
  const addTo = (sportId: string, name: string, match: Match): void => {
    const key = `${sportId} ${name}`
    const known = teams.get(key)
    if (known) return void known.matches.push(match)
    const text = before.teams.get(key)?.text ?? searchText(name)
    teams.set(key, { sportId, name, text, words: texts.of(text), matches: [match] })
  }
  const matches = stored.matches.flatMap(([id, gameId, competitionId, startUs, isLive, text, homeTeam, awayTeam]) => {
    const competition = byId.get(competitionId)
    if (!competition) return []
    const words = texts.of(text)
    const known = joinedBefore.get(id)
    const isSame = known?.parts[0] === words && known.parts[1] === competition.words
    const allWords = isSame ? known : joined(words, competition.words)
    const match = { id, gameId: String(gameId), competition, startUs, isLive, words, allWords }
    for (const name of [homeTeam, awayTeam]) addTo(competition.sport_id, name, match)
    return [match]
  })
  return { hash, texts, competitions, matches, teams }
}
