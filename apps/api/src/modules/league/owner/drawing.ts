import { toHex } from '@nare/fair/hash'
import { commitmentOf, drawWith, seedOf, type DrawnMatch } from '@nare/league/draw'
import { matchesOfRounds, type RoundRow } from '../rounds/rounds.ts'
import type { SeasonTables } from '../seasons/seasons.ts'
import { linksOf, SecretLost, type PublishingDeps } from './publishing.ts'

/** A drawn round. Only the memory of the owner contains it until the round has ended. */
export type DrawnRound = {
  readonly roundId: string
  readonly seed: string
  readonly link: string
  readonly matches: ReadonlyMap<number, DrawnMatch>
}

type Deps = Pick<PublishingDeps, 'db' | 'sealing'> & { readonly tablesOf: (seasonId: string) => Promise<SeasonTables> }

/** Draws a locked round from its link. Throws `SecretLost` if the link does not match the published commitment of the round. */
export async function drawRound(deps: Deps, round: RoundRow): Promise<DrawnRound> {
  const links = await linksOf(deps, round)
  const link = links[round.roundNumber - 1]
  const seed = link && seedOf(link, round.roundId)
  if (!link || !seed || commitmentOf(seed) !== round.commitment) throw new SecretLost(round.seasonId)
  const { minutes } = await deps.tablesOf(round.seasonId)
  const draw = drawWith(seed, minutes)
  const matches = await matchesOfRounds(deps.db, [round.roundId])
  return {
    roundId: round.roundId,
    seed: toHex(seed),
    link: toHex(link),
    matches: new Map(matches.map(({ matchId, weights }) => [matchId, draw(String(matchId), weights)])),
  }
}
