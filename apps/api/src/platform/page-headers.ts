import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'

export type PageConfig = Pick<Config, 'production' | 'publicUrl' | 'frameSources'>

type Pages = {
  readonly config: PageConfig
  /** The texts of the inline scripts of our pages; no other inline script runs. */
  readonly inlineScripts: readonly string[]
  /** Another origin whose pages may be framed, if it is known only after the start. */
  readonly frameSource?: (() => string | undefined) | undefined
}

/** Whether an address is of the console's pages and files. */
export const isConsole = (url: string): boolean => /^\/console(?:[/?]|$)/.test(url)

/**
 * Adds to every HTML response the headers that restrict what the page may load, connect to and be framed by. Scripts come from this site or
 * are one of `inlineScripts`; frames come from this site and the configured providers. The console's pages have no inline script or style
 * and no frames.
 */
export async function addPageHeaders(
  app: FastifyInstance,
  { config, inlineScripts, frameSource }: Pages,
): Promise<void> {
  const { production, frameSources } = config
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const common = {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    // Browsers before 2022 do not accept 'self' for a socket of the same host.
    connectSrc: ["'self'", (request: IncomingMessage) => socketsOf(config, request)],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: production ? [] : null,
  }
  const headers = { frameguard: { action: 'deny' }, strictTransportSecurity: production } as const
  const ofApp = {
    ...headers,
    contentSecurityPolicy: {
      directives: {
        ...common,
        scriptSrc: ["'self'", ...hashes],
        styleSrc: ["'self'", "'unsafe-inline'"],
        frameSrc: ["'self'", ...frameSources, ...(frameSource ? [() => frameSource() ?? "'self'"] : [])],
      },
    },
  }
  const ofConsole = {
    ...headers,
    contentSecurityPolicy: {
      directives: {
        ...common,
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        frameSrc: ["'none'"],
        formAction: ["'self'"],
      },
    },
  }
  await app.register(helmet, { global: false, ...ofApp })
  app.addHook('onSend', async (request, reply, payload) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.helmet(isConsole(request.url) ? ofConsole : ofApp)
    return payload
  })
}

/** The texts of the inline scripts of a page. */
export const inlineScriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '')

const hostForm = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The WebSocket origins of this host: from the configured address, otherwise from the request's Host header. */
function socketsOf({ publicUrl }: PageConfig, { headers }: IncomingMessage): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin.replace(/^http/, 'ws')
  const host = headers.host ?? ''
  return hostForm.test(host) ? `ws://${host} wss://${host}` : "'self'"
}
