import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { leagueBets } from '@nare/contract/league'
import type { Sent } from '@nare/contract/route'
import { sha256, toHex } from '@nare/fair/hash'
import { competitions } from '@nare/league/clubs'
import { drawWith, type DrawnMatch } from '@nare/league/draw'
import { priceMatch } from '@nare/league/prices'
import { makeSeason, roundIdOf, seasonHash, seasonText, type SeasonFile } from '@nare/league/season'
import { formatPrice, type Price } from '@nare/money/money'
import type { RoundOutcome } from '#modules/league/league'
import { openDb, queryRows, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { endRound, lockRound, openRound, voidRound } from '#platform/rounds'
import type { Reply, TestApp } from './app.ts'
import type { SentPick, SentSlip } from './bets.ts'

export type LeagueMatch = {
  readonly matchId: string
  /** Every outcome on offer: market, key and price. */
  readonly picks: readonly { readonly marketId: string; readonly oddKey: string; readonly price: Price }[]
  readonly weights: readonly number[]
}

/** A round that accepts bets until it is locked. `draw` draws its results from a seed of the test. */
export type LeagueRound = {
  readonly id: number
  readonly roundId: string
  readonly name: string
  readonly matches: readonly LeagueMatch[]
  draw(seed: number): ReadonlyMap<number, DrawnMatch>
}

/**
 * Seasons and rounds of the league without its engine: the test opens, locks and ends them. Rounds accept bets for an hour by default.
 */
export async function openTestLeague(nare: TestApp) {
  const { db } = nare.app
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await owner.connection().execute(async (as) => {
    for (const { competitionId } of competitions)
      await sql`insert into platform.owner (name) values (${`test-league:${competitionId}`}) on conflict do nothing`.execute(
        as,
      )
  })
  await owner.destroy()
  const ownership = (competitionId: string) => ({
    name: `test-league:${competitionId}`,
    epoch: 0n,
    check: async () => undefined,
  })
  const seasons = new Map<string, { file: SeasonFile; salt: string; seasonId: string; opened: number }>()

  /** Publishes a season of a competition. Its strengths, and so its prices, are the same in every run. */
  async function publish(competitionId: string) {
    const bytesOf = (what: string) => sha256(`${what} of the test season of competition ${competitionId}`)
    const teams =
      competitions.find((competition) => competition.competitionId === competitionId)?.clubs.map(({ name }) => name) ??
      []
    const rows = await queryRows<{ first: number }>(db)`select nextval('league.match_no')::int as first`
    const base = rows[0]?.first ?? 0
    const season = makeSeason({
      competitionId,
      teams,
      strengthSeed: bytesOf('strengths'),
      matchId: (n) => String(base + n),
    })
    const file: SeasonFile = { ...season, rounds: season.rounds.slice(0, 6) }
    const text = seasonText(file)
    const salt = toHex(bytesOf('salt').subarray(0, 16))
    const seasonId = `${competitionId}-1`
    const matches = file.rounds.flatMap(({ round_number, matches: rows }) =>
      rows.map((match) => ({ round_number, match })),
    )
    await transact(db, async (tx) => {
      await sql`select nextval('league.match_no') from generate_series(1, ${matches.length}::int)`.execute(tx)
      await sql`
        insert into league.season (season_id, competition_id, number, rounds, season_hash, chain_tip, salt_source)
        values (${seasonId}, ${competitionId}, 1, ${file.rounds.length}, ${seasonHash(text)}, ${toHex(bytesOf('tip'))}, 'test')`.execute(
        tx,
      )
      await sql`insert into league.season_file (season_id, file) values (${seasonId}, ${gzipSync(text)})`.execute(tx)
      await sql`update league.season set salt = ${salt}, salted_at = platform.now() where season_id = ${seasonId}`.execute(
        tx,
      )
      for (const { round_number } of file.rounds) {
        const roundId = roundIdOf({ salt, competitionId, roundNumber: round_number })
        const hash = toHex(bytesOf(`round ${round_number}`))
        await sql`
          insert into league.round (round_id, season_id, round_number, commitment, tables_hash)
          values (${roundId}, ${seasonId}, ${round_number}, ${hash}, ${hash})`.execute(tx)
      }
      for (const { round_number, match } of matches) {
        const weights = Buffer.alloc(324)
        for (const [index, weight] of match[3].entries()) weights.writeUInt32BE(weight, index * 4)
        await sql`
          insert into league.match (match_id, season_id, round_number, home, away, weights)
          values (${Number(match[0])}, ${seasonId}, ${round_number}, ${match[1]}, ${match[2]}, ${weights})`.execute(tx)
      }
    })
    const published = { file, salt, seasonId, opened: 0 }
    seasons.set(competitionId, published)
    return published
  }

  return {
    /** Opens the next round of a competition for bets; six rounds at most. */
    async open(competitionId = '2', locksInS = 3600): Promise<LeagueRound> {
      const season = seasons.get(competitionId) ?? (await publish(competitionId))
      const round = season.file.rounds[season.opened++]
      if (!round) throw new Error('the season of the test has no more rounds')
      const roundId = roundIdOf({ salt: season.salt, competitionId, roundNumber: round.round_number })
      const name = `test-league:${competitionId}`
      const locksAt = new Date(nare.app.clock.now() + locksInS * 1000)
      const id = await transact(db, async (tx) => {
        const kicksOff = new Date(locksAt.getTime() + 5000)
        const ends = new Date(locksAt.getTime() + 45_000)
        await sql`update league.round set kicks_off_at = ${kicksOff}, ends_at = ${ends} where round_id = ${roundId}`.execute(
          tx,
        )
        return (await openRound(tx, ownership(competitionId), { roundId, locksAt })).id
      })
      const { minutes, returns, ladder } = season.file
      const matches = round.matches.map(([matchId, , , weights]): LeagueMatch => ({
        matchId,
        weights,
        picks: priceMatch({ weights, minutes, returns, ladder }).flatMap(({ marketId, outcomes }) =>
          outcomes.flatMap(({ key, price }) => (price === null ? [] : [{ marketId, oddKey: key, price }])),
        ),
      }))
      const draw = (seed: number) => {
        const drawn = drawWith(new Uint8Array(32).fill(seed), minutes)
        return new Map(matches.map(({ matchId, weights }) => [Number(matchId), drawn(matchId, weights)]))
      }
      return { id, roundId, name, matches, draw }
    },

    /** Closes a round to bets. */
    lock: (round: LeagueRound): Promise<boolean> =>
      transact(db, (tx) => lockRound(tx, ownership(round.name.slice('test-league:'.length)), round.id)),

    /** Voids a round. */
    void: (round: LeagueRound): Promise<boolean> =>
      transact(db, (tx) => voidRound(tx, ownership(round.name.slice('test-league:'.length)), round.id, 'lost')),

    /** Ends a locked round with these results, and publishes them. */
    async end(round: LeagueRound, drawn: ReadonlyMap<number, DrawnMatch>): Promise<void> {
      await transact(db, async (tx) => {
        await endRound(tx, ownership(round.name.slice('test-league:'.length)), round.id)
        for (const [matchId, { goals }] of drawn) {
          const stored = JSON.stringify(goals.map(({ minute, side }) => [minute, side]))
          await sql`update league.match set goals = ${stored}::jsonb where match_id = ${matchId}`.execute(tx)
        }
      })
    },

    place: (
      token: string,
      picks: readonly SentPick[],
      given: Partial<SentSlip> = {},
    ): Promise<Reply<typeof leagueBets.bet>> =>
      nare.call(leagueBets.bet, { id: randomUUID(), stake: '20', slip: [...picks], ...given }, token),
  }
}

export type TestLeague = Awaited<ReturnType<typeof openTestLeague>>

/** A pick of the n-th outcome on offer, or of the outcome with this market and key, at its price. */
export function leaguePick(match: LeagueMatch, n: number | readonly [marketId: string, oddKey: string] = 0): SentPick {
  const outcome =
    typeof n === 'number'
      ? match.picks[n % match.picks.length]
      : match.picks.find(({ marketId, oddKey }) => marketId === n[0] && oddKey === n[1])
  if (!outcome) throw new Error('the outcome is not on offer')
  return {
    match_id: match.matchId,
    sub_type_id: outcome.marketId,
    odd_key: outcome.oddKey,
    odd_value: formatPrice(outcome.price),
  }
}

export const ended = (round: LeagueRound, matches: ReadonlyMap<number, DrawnMatch>): RoundOutcome => ({
  roundId: round.roundId,
  competitionId: round.name.slice('test-league:'.length),
  kind: 'ended',
  matches,
})
export const voided = (round: LeagueRound): RoundOutcome => ({
  roundId: round.roundId,
  competitionId: round.name.slice('test-league:'.length),
  kind: 'void',
  reason: 'lost',
})
export type LeagueSlip = Sent<typeof leagueBets.bet>
