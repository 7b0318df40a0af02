import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Auth, Failure, Received, Route, Routes } from '@nare/contract/route'
import { openEnvelope, type EnvelopeGuard } from './envelope.ts'
import { answerRefusal } from './http.ts'
import type { Log } from './log.ts'
import { readInput } from './read-input.ts'
import type { Authenticate, Session } from './session.ts'

/** What a handler knows besides its input. */
export type Call<A extends Auth> = {
  readonly session: A extends 'bettor' ? Session : A extends 'optional' ? Session | undefined : undefined
  readonly address: string
  readonly ref: string
  readonly log: Log
}

type Handler<R extends Route> = (input: Received<R>, call: Call<R['auth']>) => Promise<Outcome<Answer<R>, Failure<R>>>

/** One handler for each call: forgetting one, or answering a failure that the call does not list, does not compile. */
export type Handlers<R extends Routes> = { readonly [K in keyof R]: Handler<R[K]> }

export type Mounting = {
  readonly app: FastifyInstance
  readonly authenticate: Authenticate
  readonly envelope: EnvelopeGuard
  readonly sandbox: boolean
  /** Checks every answer against its schema: for tests, where a wrong answer shall fail. */
  readonly checkAnswers: boolean
}

/** Puts the calls of one area on the server. */
export function mount<R extends Routes>(mounting: Mounting, routes: R, handlers: Handlers<R>): void {
  for (const name of Object.keys(routes)) {
    const call = routes[name]
    const handler = handlers[name]
    if (!call || !handler || (call.sandboxOnly && !mounting.sandbox)) continue
    // One route's handler takes exactly that route's input; a loop over all of them cannot say so in types.
    const run = handler as unknown as (input: unknown, about: Call<Auth>) => Promise<Outcome<unknown, never>>
    const serve = (request: FastifyRequest, reply: FastifyReply) => answer({ mounting, call, run, request, reply })
    const options: RouteShorthandOptions = call.perAddressMinute
      ? { config: { rateLimit: { max: call.perAddressMinute } } }
      : {}
    for (const path of [call.path, ...(call.aliases ?? [])]) {
      const [bare = path] = path.split('?')
      if (call.method === 'GET') mounting.app.get(bare, options, serve)
      else mounting.app.post(bare, options, serve)
    }
  }
}

type Serving = {
  mounting: Mounting
  call: Route
  run: (input: unknown, about: Call<Auth>) => Promise<Outcome<unknown, never>>
  request: FastifyRequest
  reply: FastifyReply
}

async function answer({ mounting, call, run, request, reply }: Serving): Promise<FastifyReply> {
  const nested = call.errorShape === 'nested'
  const token = call.auth === 'none' ? undefined : bearerOf(request)
  const session = token === undefined ? undefined : await mounting.authenticate(token)
  if (call.auth === 'bettor' && typeof session !== 'object') {
    const ended = token !== undefined
    return answerRefusal(reply, refused(ended ? 'session_expired' : 'session_required'), { nested, withStatus: ended })
  }
  const known = typeof session === 'object' ? session : undefined
  const body = await openEnvelope(mounting.envelope, { call, body: request.body, session: known })
  if (!body.ok) return answerRefusal(reply, body, { nested })
  // What was signed is not overruled by what stands beside it in the address.
  const input = { ...objectOf(request.query), ...body.value, ...objectOf(request.params) }
  const read = readInput(call.input, input)
  if (!read.ok) return answerRefusal(reply, refused('invalid_input', { fields: read.fields }), { nested })
  const about = { session: known, address: request.ip, ref: request.id, log: request.log as Log }
  const outcome = await run(read.value, about as Call<Auth>)
  if (!outcome.ok) return answerRefusal(reply, outcome, { nested })
  if (mounting.checkAnswers) call.answer.parse(outcome.value)
  return reply.code(call.created ? 201 : 200).send(outcome.value)
}

/** The token that a request brings along. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
