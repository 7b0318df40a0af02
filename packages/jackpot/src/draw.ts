import { sha256, toHex, type Bytes } from '@nare/fair/hash'
import { pick, streamsOf } from '@nare/fair/stream'
import { outcomes, type Outcome } from './terms.ts'

/** The weights for drawing the outcome of a void match: home, draw and away, a third each, as the published rules state. */
const drawWeights = [1_431_655_765, 1_431_655_766, 1_431_655_765] as const

/** The commitment to a seed, published before the first ticket: the SHA-256 of its 32 raw bytes, in hex. */
export const commitmentOf = (seed: Bytes): string => toHex(sha256(seed))

/** The outcome of a void match under the policy `draw`, from the first number of the stream `<jackpot_id>:<match_id>` of the seed. */
export function drawnOutcome(seed: Bytes, { jackpotId, matchId }: { jackpotId: string; matchId: string }): Outcome {
  return outcomes[pick(drawWeights, streamsOf(seed)(`${jackpotId}:${matchId}`)())] as Outcome
}
