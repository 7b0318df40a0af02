import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { payments as calls } from '@nare/contract/payments'
import { QueueFull } from '#platform/batcher'
import type { Handlers } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import type { InTurn } from '#platform/money-command'
import type { Payments } from './payments.ts'

const bodyBytesMax = 64 * 1024

type Callback = { Params: { key: string } }

export function paymentsRoutes(payments: Payments, inTurn: InTurn): Handlers<typeof calls> {
  return {
    deposit: inTurn('deposit', (input, { session }) => payments.deposit(input, session)),
    confirmation: (input, { session }) => payments.confirm(input, session),
    withdraw: inTurn('withdraw', (input, { session, reachedAt }) => payments.withdraw(input, session, reachedAt)),
    payment: (input, { session }) => payments.payment(input, session.bettor),
  }
}

/**
 * Mounts the providers' callbacks. A body is stored unchanged, whatever its content type, and answered before it is parsed. `from` decides
 * whether a network address may belong to a provider. Requests from other addresses get 404.
 */
export async function mountCallbacks(
  app: FastifyInstance,
  payments: Payments,
  { from }: { from: (address: string) => boolean },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const options = { bodyLimit: bodyBytesMax, config: { rateLimit: false } } as const
    // Unknown keys are refused before the body is read. Their lookups have a separate queue.
    const onRequest = (request: FastifyRequest<Callback>, reply: FastifyReply) =>
      orOverloaded(reply, async () =>
        from(request.ip) && (await payments.isCallbackKey(request.params.key))
          ? undefined
          : answerRefusal(reply, { ok: false, code: 'not_found' }),
      )
    scope.post<Callback>('/cb/:key', { ...options, onRequest }, (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      return orOverloaded(reply, async () => {
        const answer = await payments.acceptCallback(request.params.key, body)
        return answer ? reply.send(answer) : answerRefusal(reply, { ok: false, code: 'not_found' })
      })
    })
  })
}

/** Runs `answer`; refuses the request as overloaded if a queue is full. */
async function orOverloaded<T>(reply: FastifyReply, answer: () => Promise<T>): Promise<T | FastifyReply> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof QueueFull) return answerRefusal(reply, { ok: false, code: 'overloaded' })
    throw error
  }
}
