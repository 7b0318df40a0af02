import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'

export type Paging = Pick<Config, 'production' | 'publicUrl' | 'frameSources'>

type Pages = {
  readonly config: Paging
  /** The texts of the scripts that stand in the pages themselves: no other inline script runs. */
  readonly inlineScripts: readonly string[]
}

/**
 * Gives every page, whoever answers it, the headers that bound what it may load, send to and be framed by. Scripts come from
 * this site or are one of `inlineScripts`; frames from this site and the configured providers.
 */
export async function addPageHeaders(app: FastifyInstance, { config, inlineScripts }: Pages): Promise<void> {
  const { production, frameSources } = config
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashes],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // Browsers of before 2022 do not take 'self' for a socket of the same host.
        connectSrc: ["'self'", (request) => socketsOf(config, request)],
        frameSrc: ["'self'", ...frameSources],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: production ? [] : null,
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: production,
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) reply.helmet()
    return payload
  })
}

/** The texts of the scripts that stand in a page. */
export const inlineScriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '')

const hostForm = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The sockets of this very host, by the configured address, or by the one that the page was asked for at. */
function socketsOf({ publicUrl }: Paging, { headers }: IncomingMessage): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin.replace(/^http/, 'ws')
  const host = headers.host ?? ''
  return hostForm.test(host) ? `ws://${host} wss://${host}` : "'self'"
}
