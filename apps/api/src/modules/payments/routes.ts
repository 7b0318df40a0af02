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
    withdraw: inTurn('withdraw', (input, { session }) => payments.withdraw(input, session)),
    payment: (input, { session }) => payments.payment(input, session.bettor),
  }
}

/**
 * The providers' callbacks. A body is stored as it is, whatever its content type, and answered before it is read. `from` decides whether a
 * network address may be a provider's; all others get 404.
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
    // Keys that are not ours are refused before their body is read, and wait for nothing but each other.
    const onRequest = (request: FastifyRequest<Callback>, reply: FastifyReply) =>
      answerOr(reply, async () =>
        from(request.ip) && (await payments.isCallbackKey(request.params.key))
          ? undefined
          : answerRefusal(reply, { ok: false, code: 'not_found' }),
      )
    scope.post<Callback>('/cb/:key', { ...options, onRequest }, (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      return answerOr(reply, async () => {
        const answer = await payments.acceptCallback(request.params.key, body)
        return answer ? reply.send(answer) : answerRefusal(reply, { ok: false, code: 'not_found' })
      })
    })
  })
}

/** Answers a full queue as overloaded. */
async function answerOr<T>(reply: FastifyReply, answer: () => Promise<T>): Promise<T | FastifyReply> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof QueueFull) return answerRefusal(reply, { ok: false, code: 'overloaded' })
    throw error
  }
}
