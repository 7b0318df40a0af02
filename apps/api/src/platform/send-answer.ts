import type { FastifyReply, FastifyRequest } from 'fastify'
import { failureFacts } from '@nare/contract/failure-facts'
import type { FailureCode } from '@nare/contract/failures'
import type { Refusal } from '@nare/contract/outcome'
import { refusalsOf } from '@nare/contract/refusals'
import type { Route } from '@nare/contract/route'
import type { zWaiting } from '@nare/contract/second-person'
import * as z from 'zod/mini'
import { invariant } from './invariant.ts'
import { JsonText, sendJsonText } from './json-text.ts'
import { Waiting } from './operator-calls.ts'

type Sending = {
  readonly call: Route
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whether guests make this call in their share of the event loop. */
  readonly inShare: boolean
  /** Whether the answer is checked against its schema, for tests. */
  readonly check: boolean
}

/**
 * Sends what a handler has returned. An answer that guests may ask for is compressed in one step in another thread: the stream of the
 * compressing plugin takes twice as much of the event loop, in pieces that belong to no call.
 */
export async function sendAnswer(
  value: unknown,
  { call, request, reply, inShare, check }: Sending,
): Promise<FastifyReply> {
  if (value instanceof JsonText) {
    if (check) call.answer.parse(JSON.parse(value.text))
    return sendJsonText(request, reply, value)
  }
  if (value instanceof Waiting) {
    const { proposal, shown } = value
    const waiting: z.output<typeof zWaiting> = { ...shown, state: 'waiting', proposal_id: proposal.toString() }
    if (check) call.answer.parse(waiting)
    return reply.code(202).send(waiting)
  }
  if (check) call.answer.parse(value)
  if (inShare && call.method === 'GET')
    return sendJsonText(request, reply, new JsonText(JSON.stringify(value), { isKept: false }))
  return reply.code(statusOf(call, value)).send(value)
}

function statusOf({ created, mayRefer }: Route, value: unknown): number {
  const isReferred =
    mayRefer && typeof value === 'object' && value !== null && 'status' in value && value.status === 202
  if (isReferred) return 202
  return created ? 201 : 200
}

/** Throws if a call was refused with a code that its description does not have, or with fields that the code does not have. */
export function checkRefusal(call: Route, { code, facts = {} }: Refusal<FailureCode>): void {
  invariant(refusalsOf(call).includes(code), `${call.method} ${call.path} does not list the failure ${code}`)
  const { fields: _, field_codes: _codes, retry_after_s: _wait, ...own } = facts
  const shape = failureFacts[code]?.shape ?? {}
  const read = z.strictObject(shape).safeParse(own)
  invariant(read.success, `${call.method} ${call.path} refused with ${code} and facts that failureFacts does not have`)
}
