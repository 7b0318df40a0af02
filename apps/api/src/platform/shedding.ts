import type { FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '@nare/contract/outcome'
import { answerRefusal } from './http.ts'

/** The fractional parts of its multiples are spread evenly between 0 and 1. */
const goldenRatio = 0.618034

export type Shedding = {
  /**
   * Whether a further call would have to wait too long. It must count only work that is queued: calls that were admitted may wait
   * for their body or for their bettor's turn, and counting those would let one client make the server look full.
   */
  readonly isFull: () => boolean
  /** Whether failures of the route are answered as `error: { message }`. */
  readonly nested: boolean
  /** How long a refusal is delayed, in milliseconds: between half and one and a half times as much, so that refused clients do not return together. */
  readonly delayMs?: number
  /** How many refusals may be delayed at once; further ones are answered immediately. */
  readonly delayedMax?: number
}

/**
 * A hook that refuses calls for which there is no capacity, before their session is looked up and their body is parsed. The
 * refusal is sent after a delay: a client that resends immediately after each refusal would otherwise spend the event loop on
 * refusals, and the calls that were accepted would wait for it. A delayed refusal costs one timer.
 */
export function shedLoad({ isFull, nested, delayMs = 500, delayedMax = 5000 }: Shedding) {
  let delayed = 0
  let spread = 0
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isFull()) return undefined
    if (delayed < delayedMax) {
      delayed++
      spread = (spread + goldenRatio) % 1
      await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + spread)))
      delayed--
    }
    return answerRefusal(reply, refused('overloaded', { retry_after_s: 1 }), { nested })
  }
}
