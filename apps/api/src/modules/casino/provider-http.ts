import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '@nare/contract/outcome'
import { isUnavailable } from '#platform/db-faults'
import { answerRefusal } from '#platform/http'
import type { Log } from '#platform/log'
import { networkOf } from '#platform/network-of'
import { TooManyWaiting } from '#platform/turns'
import type { GameProvider } from './wallet/wallet.ts'

/** A call of a provider: its name in the path, and the raw bytes of its body. */
export type ProviderRequest = {
  readonly name: string
  readonly method: string
  readonly raw: Buffer
  readonly header: (name: string) => string | undefined
}

export type ProviderAnswer = {
  readonly status: number
  /** Written as JSON. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** True if the call had no valid signature. */
  readonly unsigned?: true
}

export type Adapter = {
  readonly provider: GameProvider
  /** The paths below /wallet/<provider>/, each with `:name`. */
  readonly paths: readonly string[]
  /** Paths that may be called by GET too. */
  readonly getPaths?: readonly string[]
  readonly answer: (request: ProviderRequest) => Promise<ProviderAnswer>
  /** The response to a call that could not be processed now, so that the provider repeats it. */
  readonly busy: (request: ProviderRequest) => ProviderAnswer
  /** The response to a call whose body could not be parsed. */
  readonly unreadable: (request: ProviderRequest) => ProviderAnswer
}

const bodyBytesMax = 64 * 1024
/** The maximum number of concurrent calls of one provider. */
const callsMax = 400
/** The maximum number of networks remembered as a provider's. */
const networksMax = 1000

/**
 * Serves one provider's calls in its dialect. Bodies are passed as bytes, because signatures cover bytes. Limits each provider's concurrent
 * calls and calls per minute; only networks that have sent a signed call count towards the limit per minute. `from` decides whether a
 * network address may belong to a provider; others get 404. A fault gets the provider's response for "repeat the request".
 */
export async function mountProvider(
  app: FastifyInstance,
  adapter: Adapter,
  { log, from }: { readonly log: Log; readonly from: (address: string) => boolean },
): Promise<void> {
  const { provider, paths, getPaths = [] } = adapter
  const signers = new Set<string>()
  let inProgress = 0

  function remember(network: string): void {
    if (signers.has(network)) return
    if (signers.size >= networksMax) signers.clear()
    signers.add(network)
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = callOf(request)
    if (inProgress >= callsMax) return send(reply, adapter.busy(call))
    inProgress++
    try {
      const answer = await adapter.answer(call)
      if (!answer.unsigned) remember(networkOf(request.ip))
      return send(reply, answer)
    } catch (error) {
      const expected = isUnavailable(error) || error instanceof TooManyWaiting
      if (expected)
        log.warn(
          { provider, name: call.name, error: String(error) },
          'a call could not be processed now; the provider must repeat it',
        )
      else log.error({ err: error, provider, name: call.name }, 'a provider call failed')
      return send(reply, adapter.busy(call))
    } finally {
      inProgress--
    }
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const isTheirs = error.statusCode !== undefined && error.statusCode < 500 && error.statusCode !== 429
      return send(reply, (isTheirs ? adapter.unreadable : adapter.busy)(callOf(request)))
    })
    const caller = ({ ip }: FastifyRequest) => (signers.has(networkOf(ip)) ? `provider ${provider}` : undefined)
    // A hook of this kind runs after the limits of calls: a stranger's body is not even read.
    const preParsing = async ({ ip }: FastifyRequest, reply: FastifyReply) =>
      from(ip) ? undefined : answerRefusal(reply, refused('not_found'))
    const options = { bodyLimit: bodyBytesMax, config: { caller, private: true as const }, preParsing }
    for (const path of paths) scope.post(`/wallet/${provider}/${path}`, options, serve)
    for (const path of getPaths) scope.get(`/wallet/${provider}/${path}`, options, serve)
  })
}

function callOf(request: FastifyRequest): ProviderRequest {
  const { name = '' } = request.params as { name?: string }
  return {
    name,
    method: request.method,
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    header: (header) => {
      const value = request.headers[header]
      return typeof value === 'string' ? value : undefined
    },
  }
}

function send(reply: FastifyReply, { status, body, headers = {} }: ProviderAnswer): FastifyReply {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
