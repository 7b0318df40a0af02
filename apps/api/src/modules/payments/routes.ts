import type { FastifyInstance } from 'fastify'
import type { payments as calls } from '@nare/contract/payments'
import { QueueFull } from '#platform/batcher'
import type { Handlers } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import type { InTurn } from '#platform/money-command'
import type { Payments } from './payments.ts'

const bodyBytesMost = 64 * 1024

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
    const options = { bodyLimit: bodyBytesMost, config: { rateLimit: false } } as const
    scope.post<{ Params: { key: string } }>('/cb/:key', options, async (request, reply) => {
      if (!from(request.ip)) return answerRefusal(reply, { ok: false, code: 'not_found' })
      const body = typeof request.body === 'string' ? request.body : ''
      try {
        const answer = await payments.acceptCallback(request.params.key, body)
        return answer ? reply.send(answer) : answerRefusal(reply, { ok: false, code: 'not_found' })
      } catch (error) {
        if (error instanceof QueueFull) return answerRefusal(reply, { ok: false, code: 'overloaded' })
        throw error
      }
    })
  })
}
