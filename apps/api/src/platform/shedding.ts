import type { FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '@nare/contract/outcome'
import { answerRefusal } from './http.ts'
import { delayRefusals, type RefusalDelay } from './refusal-delay.ts'

export type Shedding = RefusalDelay & {
  /**
   * Whether a further call would have to wait too long. It must count only work that is queued: calls that were admitted may wait
   * for their body or for their bettor's turn, and counting those would let one client make the server look full.
   */
  readonly isFull: () => boolean
  /** Whether failures of the route are answered as `error: { message }`. */
  readonly nested: boolean
}

/**
 * A hook that refuses calls for which there is no capacity, before their session is looked up and their body is parsed. The refusal is
 * sent after a delay.
 */
export function shedLoad({ isFull, nested, ...delay }: Shedding) {
  const delayRefusal = delayRefusals(delay)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isFull()) return undefined
    await delayRefusal()
    return answerRefusal(reply, refused('overloaded', { retry_after_s: 1 }), { nested })
  }
}
