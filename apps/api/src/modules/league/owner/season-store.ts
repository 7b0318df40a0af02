import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { SeasonFile } from '@nare/league/season'
import { queryRows, type Tx } from '#platform/db'
import { weightBytes } from '../weight-bytes.ts'

/** Takes this many unused match ids, in order. */
export async function takeMatchIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(tx)`
    select nextval('league.match_no')::int as id from generate_series(1, ${count}::int)`
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

export type PublishedSeason = {
  readonly seasonId: string
  readonly number: number
  readonly file: SeasonFile
  readonly text: string
  readonly seasonHash: string
  readonly chainTip: string
  readonly saltSource: string
  readonly sealed: Buffer
}

/** Stores a season, which is public before its salt exists, and its sealed secret. */
export async function insertSeason(tx: Tx, season: PublishedSeason): Promise<void> {
  const { seasonId, file } = season
  await sql`
    insert into league.season (season_id, competition_id, number, rounds, season_hash, chain_tip, salt_source)
    values (${seasonId}, ${file.competition_id}, ${season.number}::int, ${file.rounds.length}::int, ${season.seasonHash},
      ${season.chainTip}, ${season.saltSource})`.execute(tx)
  await sql`insert into league.season_file (season_id, file) values (${seasonId}, ${gzipSync(season.text)})`.execute(tx)
  await sql`insert into league.secret (season_id, sealed) values (${seasonId}, ${season.sealed})`.execute(tx)
  const matches = file.rounds.flatMap((round) => round.matches.map((match) => ({ number: round.round_number, match })))
  await sql`
    insert into league.match (match_id, season_id, round_number, home, away, weights)
    select id, ${seasonId}, number, home, away, weights from unnest(
      ${matches.map(({ match: [id] }) => Number(id))}::int[], ${matches.map(({ number }) => number)}::int[],
      ${matches.map(({ match: [, home] }) => home)}::text[], ${matches.map(({ match: [, , away] }) => away)}::text[],
      ${matches.map(({ match: [, , , weights] }) => weightBytes(weights))}::bytea[]) as m (id, number, home, away, weights)`.execute(
    tx,
  )
}

export type NewRound = {
  readonly roundId: string
  readonly roundNumber: number
  readonly commitment: string
  readonly tablesHash: string
}

/**
 * Stores the salt of a season, and the rounds whose ids and commitments follow from it. Returns false if the season already has a salt.
 */
export async function insertSalt(
  tx: Tx,
  { seasonId, salt, rounds }: { seasonId: string; salt: string; rounds: readonly NewRound[] },
): Promise<boolean> {
  const drawn = await sql`
    update league.season set salt = ${salt}, salted_at = platform.now() where season_id = ${seasonId} and salt is null`.execute(
    tx,
  )
  if (drawn.numAffectedRows !== 1n) return false
  await sql`
    insert into league.round (round_id, season_id, round_number, commitment, tables_hash)
    select id, ${seasonId}, number, commitment, tables from unnest(
      ${rounds.map((round) => round.roundId)}::text[], ${rounds.map((round) => round.roundNumber)}::int[],
      ${rounds.map((round) => round.commitment)}::text[], ${rounds.map((round) => round.tablesHash)}::text[]
    ) as r (id, number, commitment, tables)`.execute(tx)
  return true
}

/** The sealed secret of a season; undefined if its row is missing. */
export async function sealedSecret(tx: Tx, seasonId: string): Promise<Buffer | undefined> {
  const rows = await queryRows<{ sealed: Buffer }>(tx)`
    select sealed from league.secret where season_id = ${seasonId}`
  return rows[0]?.sealed
}
