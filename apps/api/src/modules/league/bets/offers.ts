import { competitions } from '@nare/league/clubs'
import type { LegFacts, LineName } from '#modules/catalog/catalog'
import type { Offered } from '#modules/betting/betting'
import type { Db, Tx } from '#platform/db'
import { lockRounds } from '#platform/rounds'
import type { LeaguePrices } from '../prices/prices.ts'
import { matchesById, roundsById, stateOf, type MatchRow, type RoundRow } from '../rounds/rounds.ts'

/** The immutable facts of a match: its names, its round and its prices. */
type CachedMatch = Pick<MatchRow, 'homeTeam' | 'awayTeam'> & {
  readonly roundId: string
  readonly competitionId: string
  /** By market and line. */
  readonly lines: ReadonlyMap<string, Pick<Offered, 'keys' | 'prices'>>
}

/** Three rounds of four competitions are on offer; older matches are cached too, because bets on them are refused. */
const cacheMax = 1000

export type LeagueOffers = ReturnType<typeof openLeagueOffers>

/**
 * The offers of league matches. Prices are computed from published tables and cached. For a stake only the states of the rounds are read,
 * under their locks.
 */
export function openLeagueOffers(prices: LeaguePrices) {
  const cache = new Map<number, CachedMatch>()

  /** Reads the matches that are not cached yet. Unknown ids are left out. */
  async function load(on: Db | Tx, matchIds: readonly number[]): Promise<void> {
    const missing = [...new Set(matchIds)].filter((id) => !cache.has(id))
    if (missing.length === 0) return
    const matches = await matchesById(on, missing)
    const roundIds = [...matches.values()].flatMap(({ roundId }) => roundId ?? [])
    const rounds = await roundsOf(on, roundIds)
    for (const match of matches.values()) {
      const round = rounds.get(match.roundId ?? '')
      if (!round) continue
      const lines = new Map(
        (await prices.linesOf(match)).map(({ marketId, line, outcomes }) => [
          `${marketId} ${line}`,
          { keys: outcomes.map(({ key }) => key), prices: outcomes.map(({ price }) => price) },
        ]),
      )
      const { homeTeam, awayTeam } = match
      for (const [oldest] of cache) if (cache.size >= cacheMax) cache.delete(oldest)
      cache.set(match.matchId, {
        homeTeam,
        awayTeam,
        roundId: round.roundId,
        competitionId: round.competitionId,
        lines,
      })
    }
  }

  const isMissing = ({ matchId }: LineName) => !cache.has(matchId)
  const roundIdsOf = (lines: readonly LineName[]) => [
    ...new Set(lines.flatMap(({ matchId }) => cache.get(matchId)?.roundId ?? [])),
  ]

  function offersIn(lines: readonly LineName[], rounds: ReadonlyMap<string, RoundRow>): Offered[] {
    return lines.flatMap((name) => {
      const match = cache.get(name.matchId)
      const line = match?.lines.get(`${name.marketId} ${name.line}`)
      const round = rounds.get(match?.roundId ?? '')
      return line && round ? [{ ...name, ...line, ...stateOfOffer(round) }] : []
    })
  }

  return {
    load,

    /** Locks the rounds of these lines, so that they cannot lock or stop until the transaction ends, and reads the offers. */
    async offers(tx: Tx, lines: readonly LineName[]): Promise<Offered[]> {
      if (lines.some(isMissing)) await load(tx, matchIdsOf(lines))
      const roundIds = roundIdsOf(lines)
      const [, rounds] = await Promise.all([lockRounds(tx, roundIds), roundsOf(tx, roundIds)])
      return offersIn(lines, rounds)
    },

    /** The current offers, without locks: they may change at any time. */
    async currentOffers(on: Db, lines: readonly LineName[]): Promise<Offered[]> {
      await load(on, matchIdsOf(lines))
      return offersIn(lines, await roundsOf(on, roundIdsOf(lines)))
    },

    /** The facts for the receipt of a new bet on these matches. */
    async newFacts(on: Db, matchIds: readonly number[]): Promise<ReadonlyMap<number, LegFacts>> {
      await load(on, matchIds)
      return new Map(
        matchIds.flatMap((id) => {
          const match = cache.get(id)
          return match ? [[id, { ...namesOf(id, match), ...notStarted, start_time: '' }] as const] : []
        }),
      )
    },
  }
}

const matchIdsOf = (lines: readonly LineName[]) => lines.map(({ matchId }) => matchId)

async function roundsOf(on: Db | Tx, roundIds: readonly string[]): Promise<Map<string, RoundRow>> {
  return new Map((await roundsById(on, roundIds)).map((round) => [round.roundId, round]))
}

const matchStates = {
  open: 'not_started',
  locked: 'ended',
  playing: 'ended',
  ended: 'ended',
  voided: 'cancelled',
} as const

function stateOfOffer(round: RoundRow): Omit<Offered, keyof LineName | 'keys' | 'prices'> {
  const closesAt = round.locksAt ?? undefined
  return {
    matchState: matchStates[stateOf(round)],
    // A round has no state before it is on offer.
    marketState: round.state === null ? 'closed' : 'open',
    suspended: round.stopped,
    startTime: round.kicksOffAt ?? closesAt ?? round.now,
    ...(closesAt && { closesAt }),
    score: null,
    breaks: 0,
  }
}

const notStarted = { state: 'not_started', result: null, minute: null, score: null } as const
const names = new Map(competitions.map(({ competitionId, name }) => [competitionId, name]))

/** The names of a league match, in the form that legs of bets use. */
export function namesOf(matchId: number, match: Pick<CachedMatch, 'homeTeam' | 'awayTeam' | 'competitionId'>) {
  return {
    home_team: match.homeTeam,
    away_team: match.awayTeam,
    competition_name: names.get(match.competitionId) ?? '',
    category: 'Nare league',
    sport_id: 'league',
    game_id: String(matchId),
  }
}
