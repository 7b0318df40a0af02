import { competitions } from '@nare/league/clubs'
import { commitmentOf, seedOf } from '@nare/league/draw'
import {
  makeSeason,
  roundIdOf,
  seasonChain,
  seasonHash,
  seasonText,
  tablesHash,
  type SeasonFile,
} from '@nare/league/season'
import type { Bytes } from '@nare/fair/hash'
import { transact, type Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Ownership } from '#platform/owners'
import { seasonText as storedText, type SeasonRow } from '../seasons/seasons.ts'
import { randomSecret, type Sealing } from '#platform/sealing'
import type { SaltSource } from '#platform/public-salt'
import { insertSalt, insertSeason, sealedSecret, takeMatchIds } from './season-store.ts'

export type PublishingDeps = { readonly db: Db; readonly sealing: Sealing; readonly salts: SaltSource }

/** Thrown if the secret of a season is lost: it cannot be decrypted, or it does not match the published tip. */
export class SecretLost extends Error {
  readonly seasonId: string
  constructor(seasonId: string) {
    super(`the secret of season ${seasonId} cannot be decrypted`)
    this.seasonId = seasonId
  }
}

/**
 * Creates and publishes the next season of a competition: strengths from separate random bytes, tables, the hash of the file, the tip of a
 * new chain, and the name of a salt that does not exist yet.
 */
export async function publishSeason(
  { db, sealing, salts }: PublishingDeps,
  ownership: Ownership,
  { competitionId, number }: { competitionId: string; number: number },
): Promise<void> {
  const competition = competitions.find((one) => one.competitionId === competitionId)
  invariant(competition, `there is no competition ${competitionId}`)
  const teams = competition.clubs.map(({ name }) => name)
  const seasonId = `${competitionId}-${number}`
  const first = randomSecret()
  const sealed = await sealing.seal(seasonId, first)
  const saltSource = await salts.name()
  await transact(db, async (tx) => {
    await ownership.check(tx)
    const ids = await takeMatchIds(tx, teams.length * (teams.length - 1))
    const strengthSeed = randomSecret()
    const file = makeSeason({ competitionId, teams, strengthSeed, matchId: (n) => String(ids[n]) })
    const text = seasonText(file)
    const chainTip = seasonChain(first, file.rounds.length).tip
    await insertSeason(tx, { seasonId, number, file, text, seasonHash: seasonHash(text), chainTip, saltSource, sealed })
  })
}

/** Draws the salt of a published season, which gives its rounds their ids and commitments. False while the salt does not exist. */
export async function drawSalt(deps: PublishingDeps, ownership: Ownership, season: SeasonRow): Promise<boolean> {
  const salt = await deps.salts.draw(season.saltSource)
  if (salt === undefined) return false
  const text = await storedText(deps.db, season.seasonId)
  invariant(text !== undefined, `season ${season.seasonId} has no file`)
  const { minutes, rounds: fileRounds } = JSON.parse(text) as SeasonFile
  const links = await linksOf(deps, season)
  const rounds = fileRounds.map(({ round_number: roundNumber, matches }, at) => {
    const roundId = roundIdOf({ salt, competitionId: season.competitionId, roundNumber })
    const tables = matches.map(([match_id, , , weights]) => ({ match_id, weights }))
    const link = links[at]
    invariant(link, 'a season has a link for each round')
    return {
      roundId,
      roundNumber,
      commitment: commitmentOf(seedOf(link, roundId)),
      tablesHash: tablesHash(minutes, tables),
    }
  })
  return transact(deps.db, async (tx) => {
    await ownership.check(tx)
    return insertSalt(tx, { seasonId: season.seasonId, salt, rounds })
  })
}

/** The links of a season's rounds, in order. Throws `SecretLost`. */
export async function linksOf(
  { db, sealing }: Pick<PublishingDeps, 'db' | 'sealing'>,
  { seasonId, rounds, chainTip }: Pick<SeasonRow, 'seasonId' | 'rounds' | 'chainTip'>,
): Promise<Bytes[]> {
  const sealed = await transact(db, (tx) => sealedSecret(tx, seasonId))
  const first = sealed && (await sealing.open(seasonId, sealed))
  const chain = first && seasonChain(first, rounds)
  if (!chain || chain.tip !== chainTip) throw new SecretLost(seasonId)
  return chain.links
}
