import type { jackpot } from '@nare/contract/jackpot'
import type { Answer } from '@nare/contract/route'
import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { pick, streamsOf } from '@nare/fair/stream'
import { jackpotOutcomes } from '@nare/contract/jackpot'
import type { Outcome } from './picks.ts'

type Results = Answer<typeof jackpot.results>['data']

/** The weights of 1, X and 2; their sum is 2^32. */
const weights = [1_431_655_765, 1_431_655_766, 1_431_655_765]

export type DrawCheck = {
  /** True if the seed has the hash that was published when the pool opened. */
  sealFits: boolean
  draws: { match_id: string; home_team: string; away_team: string; drawn: Outcome; computed: Outcome; fits: boolean }[]
}

/**
 * Repeats the draw of the void matches of a pool from its seed, as anyone can: SHA-256 of the seed is the published seal, and for each match
 * the first number of the stream "<jackpot_id>:<match_id>" picks among three equal parts. Undefined before the seed is published.
 */
export function checkDraw({ jackpot_id, commitment, seed, matches }: Results): DrawCheck | undefined {
  if (seed === undefined) return undefined
  const key = fromHex(seed)
  const streamOf = streamsOf(key)
  return {
    sealFits: toHex(sha256(key)) === commitment.toLowerCase(),
    draws: matches.flatMap(({ match_id, home_team, away_team, drawn }) => {
      if (drawn === undefined) return []
      const computed = jackpotOutcomes[pick(weights, streamOf(`${jackpot_id}:${match_id}`)())] ?? 'draw'
      return [{ match_id, home_team, away_team, drawn, computed, fits: computed === drawn }]
    }),
  }
}
