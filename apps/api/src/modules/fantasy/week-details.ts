import { roundStates } from '#modules/league/league'
import type { Db } from '#platform/db'
import { openKept } from '#platform/kept'
import { factsOf, feedMatchesOf, squadsByClub, type Squads } from './facts.ts'
import { matchView, playerView } from './views.ts'
import { scoredPlayers, type PlayerRow, type WeekRow } from './week-store.ts'
import type { Weeks } from './weeks.ts'

type Deps = { readonly db: Db; readonly seedOf: Weeks['seedOf'] }

/** The players of a week and their clubs, and both as JSON. */
export type WeekSquads = {
  readonly players: readonly PlayerRow[]
  readonly squads: Squads
  readonly playersText: string
  readonly clubsText: string
}

const weeksMax = 40

/**
 * What is the same for all who look at a week: its players and its matches. Both are serialised once for each state: the hash of the
 * statistics tells whether the players have changed, and the states of the rounds, or the matches of the feed, whether the matches have.
 */
export function openWeekDetails({ db, seedOf }: Deps) {
  const squadsOfWeeks = openKept<WeekSquads>(weeksMax)
  const matchesOfWeeks = openKept<string>(weeksMax)

  async function readSquads({ weekNo }: WeekRow): Promise<WeekSquads & { readonly facts: string | null }> {
    const { facts, players } = await scoredPlayers(db, weekNo)
    const squads = squadsByClub(players)
    const clubs = [...squads.keys()].map((name) => ({ name }))
    const [playersText, clubsText] = [JSON.stringify(players.map(playerView)), JSON.stringify(clubs)]
    return { facts, players, squads, playersText, clubsText }
  }

  /** The matches of a week in their present state as JSON. `isWhole` is false while the week's seed cannot be opened. */
  async function readMatches(week: WeekRow, squads: Squads): Promise<{ text: string; isWhole: boolean }> {
    // If the seed cannot be opened, only the scorers named by the feed are shown; scoring fails until the seed can be opened.
    const seed = week.state === 'open' ? undefined : await seedOf(db, week).catch(() => undefined)
    const { matches } = await factsOf(db, { week, squads, seed })
    const isWhole = week.state === 'open' || week.kind === 'nare' || seed !== undefined
    return { text: JSON.stringify(matches.map(matchView)), isWhole }
  }

  /** A text that differs for every state of a week's matches. */
  async function stateOfMatches(week: WeekRow): Promise<string> {
    if (week.kind === 'catalog') return JSON.stringify([week.state, await feedMatchesOf(db, week)])
    const { competitionId, firstRound, lastRound } = week
    const range = { competitionId, from: firstRound ?? 0n, to: lastRound ?? 0n }
    const rounds = await roundStates(db, range)
    return rounds.map(({ roundId, state, kicksOffAt }) => `${roundId} ${state} ${kicksOffAt.getTime()}`).join()
  }

  return {
    async squadsOf(week: WeekRow): Promise<WeekSquads> {
      // Players that were read after the next scoring belong to another hash.
      const read = () => readSquads(week)
      const kept = await squadsOfWeeks.once(`${week.weekNo} ${week.facts}`, async () => {
        const found = await read()
        return found.facts === week.facts ? found : undefined
      })
      return kept ?? read()
    },

    /** The matches of a week as JSON. */
    async matchesText(week: WeekRow, squads: Squads): Promise<string> {
      const kept = await matchesOfWeeks.once(`${week.weekNo} ${await stateOfMatches(week)}`, async () => {
        const { text, isWhole } = await readMatches(week, squads)
        return isWhole ? text : undefined
      })
      return kept ?? (await readMatches(week, squads)).text
    },
  }
}
