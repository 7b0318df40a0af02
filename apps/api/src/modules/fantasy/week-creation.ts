import { sha256, toHex } from '@nare/fair/hash'
import { squadsOf, type Club } from '@nare/fantasy/squads'
import { budgetHalves } from '@nare/fantasy/team'
import type { LeagueCycle } from '#config-league'
import {
  biggestLeague,
  clubsOfLeague,
  comingMatches,
  namedScorers,
  playedMatches,
  type BigLeague,
  type Catalog,
  type ComingMatch,
} from '#modules/catalog/catalog'
import { expectedLead, roundsAhead } from '#modules/league/league'
import type { Clock } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import { randomSecret, type Sealing } from '#platform/sealing'
import * as store from './week-store.ts'

export type WeekCreationDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly catalog: Pick<Catalog, 'matchViews'>
  readonly sealing: Sealing
  readonly cycle: LeagueCycle
}

/** The virtual competition that has fantasy weeks. */
const nareCompetition = { competitionId: '2', name: 'Nare League' }
export const roundsPerWeek = 10
/** The minimum time between the creation of a week and its first kick-off. */
const leadMs = 60_000
/** The maximum time between the first and the last kick-off of a week. */
const spanMs = 4 * 86_400_000
const matchesMin = 5
const openMax = 2
/** The most clubs of a week: their squads are 1,000 players at most, which a phone loads in one answer. */
const clubsMax = 58

/** The clubs with their strengths from 0 to 1 by rank; the strongest has 1. */
function clubsByStrength(values: ReadonlyMap<string, number>, names: readonly string[]): Club[] {
  const order = names.toSorted((a, b) => (values.get(a) ?? 0) - (values.get(b) ?? 0) || a.localeCompare(b))
  return names.map((name) => ({ name, strength: order.length < 2 ? 0.5 : order.indexOf(name) / (order.length - 1) }))
}

/** Creates the current week of the Nare league, if its first round is still open or ahead, and the next week. */
export async function createNareWeeks({ db, cycle }: Pick<WeekCreationDeps, 'db' | 'cycle'>): Promise<void> {
  const { competitionId, name } = nareCompetition
  const ahead = await roundsAhead(db, competitionId)
  const [present] = ahead
  if (!present) return
  const lengthMs = cycle.bettingMs + cycle.lockMs + cycle.playMs + cycle.resultMs
  const kickOffOf = (roundNo: bigint): Date => {
    const known = ahead.find((round) => round.roundNo === roundNo)
    return known?.kicksOffAt ?? new Date(present.kicksOffAt.getTime() + Number(roundNo - present.roundNo) * lengthMs)
  }
  const current = Math.ceil(Number(present.roundNo) / roundsPerWeek)
  for (const number of [current, current + 1]) {
    const firstRound = BigInt((number - 1) * roundsPerWeek + 1)
    if (firstRound < present.roundNo || (firstRound === present.roundNo && present.state !== 'open')) continue
    const latest = await store.latestWeek(db, { kind: 'nare', competitionId })
    if (latest && latest.number >= number) continue
    const leads = await expectedLead(db, present.seasonId)
    const players = squadsOf(clubsByStrength(leads, [...leads.keys()].toSorted()))
    await transact(db, async (tx) => {
      const weekNo = await store.insertWeek(tx, {
        weekId: `nare-${number}`,
        kind: 'nare',
        competitionId,
        competition: name,
        number,
        deadline: kickOffOf(firstRound),
        budget: budgetHalves,
        firstRound,
        lastRound: firstRound + BigInt(roundsPerWeek - 1),
        commitment: null,
      })
      if (weekNo !== undefined) await store.insertPlayers(tx, weekNo, players)
    })
  }
}

/**
 * Creates weeks of the biggest league from its upcoming matches, until two are open. Adds to the open week matches that were published
 * after its creation.
 */
export async function createCatalogWeeks(deps: WeekCreationDeps): Promise<void> {
  const { db } = deps
  const league = await biggestLeague(db)
  if (!league) return
  for (let made = 0; made < openMax; made++) {
    const coming = await comingMatches(db, league.competitionId)
    const taken = await store.takenMatches(
      db,
      coming.map(({ matchId }) => matchId),
    )
    const free = coming.filter(({ matchId }) => !taken.has(matchId))
    const latest = await store.latestWeek(db, { kind: 'catalog', competitionId: league.competitionId })
    const rest = latest?.state === 'open' ? await addLateMatches(db, latest, free) : free
    const open = (await store.unfinishedWeeks(db)).filter(
      (week) => week.competitionId === league.competitionId && week.kind === 'catalog' && week.state === 'open',
    )
    const matches = roundOf(rest.filter(({ startTime }) => startTime.getTime() > deps.clock.now() + leadMs))
    if (open.length >= openMax || matches.length < matchesMin) return
    await createCatalogWeek(deps, { league, matches, number: (latest?.number ?? 0) + 1 })
  }
}

/**
 * The matches of one round: consecutive matches from the first kick-off until a club would play twice, `spanMs` has passed or there would be
 * too many clubs.
 */
export function roundOf(matches: readonly ComingMatch[]): ComingMatch[] {
  const clubs = new Set<string>()
  const round: ComingMatch[] = []
  for (const match of matches) {
    const late = match.startTime.getTime() - (round[0] ?? match).startTime.getTime() > spanMs
    if (late || clubs.has(match.home) || clubs.has(match.away) || clubs.size + 2 > clubsMax) break
    clubs.add(match.home).add(match.away)
    round.push(match)
  }
  return round
}

/** The clubs that have squads in a week, by name: those of its matches, and others of the league while there is room. */
export function clubsOfWeek(matches: readonly ComingMatch[], league: readonly string[]): string[] {
  const clubs = new Set([...matches.flatMap(({ home, away }) => [home, away]), ...league])
  return [...clubs].slice(0, clubsMax).toSorted()
}

/** Adds matches to an open week that belong to it but entered the catalogue after its creation. Returns the other matches. */
async function addLateMatches(db: Db, week: store.WeekRow, free: readonly ComingMatch[]): Promise<ComingMatch[]> {
  const [players, ids] = [await store.playersOf(db, week.weekNo), await store.matchesOf(db, week.weekNo)]
  const busy = new Set((await playedMatches(db, ids)).flatMap(({ home, away }) => [home, away]))
  const known = new Set(players.map(({ club }) => club))
  const fits = ({ home, away, startTime }: ComingMatch): boolean =>
    [home, away].every((club) => known.has(club) && !busy.has(club)) &&
    startTime >= week.deadline &&
    startTime.getTime() - week.deadline.getTime() <= spanMs
  const more = free.filter(fits)
  if (more.length > 0)
    await transact(db, (tx) =>
      store.insertMatches(
        tx,
        week.weekNo,
        more.map(({ matchId }) => matchId),
      ),
    )
  return free.filter((match) => !more.includes(match))
}

type NewCatalogWeek = { readonly league: BigLeague; readonly matches: readonly ComingMatch[]; readonly number: number }

/** Creates a catalog week: the squads of the clubs of the league, those of its matches first, priced by the odds of their matches, and a sealed seed. */
export async function createCatalogWeek(
  { db, catalog, sealing }: WeekCreationDeps,
  { league, matches, number }: NewCatalogWeek,
): Promise<string | undefined> {
  const { competitionId, name } = league
  const ids = matches.map(({ matchId }) => matchId)
  const [first] = matches
  if (!first) return undefined
  const [clubs, named, views] = await Promise.all([
    clubsOfLeague(db, competitionId),
    namedScorers(db, competitionId),
    catalog.matchViews(db, ids),
  ])
  const chances = new Map<string, number>()
  for (const { matchId, home, away } of matches) {
    const view = views.get(matchId)
    const [homeChance, awayChance] = [view?.home_odd, view?.away_odd].map((odd) => (odd ? 1 / Number(odd) : 0.36))
    chances.set(home, (homeChance ?? 0.36) - (awayChance ?? 0.36))
    chances.set(away, (awayChance ?? 0.36) - (homeChance ?? 0.36))
  }
  const players = squadsOf(
    clubsByStrength(chances, clubsOfWeek(matches, clubs)).map((club) => ({
      ...club,
      named: named.get(club.name) ?? [],
    })),
  )
  const weekId = `league-${competitionId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)}-${number}`
  const seed = randomSecret()
  const sealed = await sealing.seal(weekId, seed)
  return transact(db, async (tx) => {
    const weekNo = await store.insertWeek(tx, {
      weekId,
      kind: 'catalog',
      competitionId,
      competition: name,
      number,
      deadline: first.startTime,
      budget: budgetHalves,
      firstRound: null,
      lastRound: null,
      commitment: toHex(sha256(seed)),
    })
    if (weekNo === undefined) return undefined
    await store.insertPlayers(tx, weekNo, players)
    await store.insertMatches(tx, weekNo, ids)
    await store.insertSecret(tx, weekNo, sealed)
    return weekId
  })
}
