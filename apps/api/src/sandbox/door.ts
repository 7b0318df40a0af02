import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '@nare/contract/outcome'
import { answerRefusal } from '#platform/http'
import { processHeader } from '#platform/process-header'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Protects the sandbox's calls from pages of other sites in a browser on this machine: the requested host must be this machine or the host
 * of PUBLIC_URL, an `Origin` must be of the same host, and a body must be declared as JSON, which no form of another site can do. Commands
 * and tests send no `Origin` and are accepted.
 */
export function guardSandbox(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string | undefined }): void {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  const isOurs = (host: string): boolean => loopback.test(host) || host === own?.host
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/sandbox/')) return undefined
    const { host = '', origin } = request.headers
    if (!isOurs(host)) return answerRefusal(reply, refused('not_allowed', undefined, 'The sandbox is not at this host'))
    if (origin !== undefined && hostOf(origin) !== host && origin !== own?.origin)
      return answerRefusal(reply, refused('not_allowed', undefined, 'The sandbox answers no other site'))
    if (hasBody(request) && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return answerRefusal(reply, refused('invalid_input', { fields: {} }, 'The sandbox takes application/json only'))
    return undefined
  })
}

/** Adds a header that names the process to each response. */
export function nameProcess(app: FastifyInstance, name: string): void {
  // oxlint-disable-next-line require-await -- fastify's async form of a hook
  app.addHook('onSend', async (_request, reply) => void reply.header(processHeader, name))
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
