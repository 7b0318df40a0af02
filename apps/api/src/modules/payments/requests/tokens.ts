import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { random } from '#platform/random'
import { type Reply, textOf } from './http.ts'

/** A token of a provider's app. Each fetched token has a higher `version`. */
export type Token = { readonly text: string; readonly untilMs: number; readonly version: number }

/** A provider's answer to a token request. */
export type Fetched = { readonly text: string; readonly seconds: number } | { readonly keyRefused: boolean }

export type TokenRequest = {
  /** The app at its provider; the same in all processes. */
  readonly name: string
  /** The app's secret, which encrypts the stored token. */
  readonly secret: string
  readonly now: () => number
  /** The version of the last token that the provider has refused, if any. */
  readonly refused: number | undefined
  readonly fetch: () => Promise<Fetched>
}

/**
 * Shares one token per app among all processes, because a provider may revoke a token when it issues another. Returns the current token, or a
 * new one, which one caller fetches while the others wait.
 */
export type TokenStore = (request: TokenRequest) => Promise<Token | { readonly keyRefused: boolean }>

const marginS = 60

/** Whether a token may still be used: it has not expired, and it is newer than the refused one. */
export const isCurrent = (token: Token, { now, refused }: Pick<TokenRequest, 'now' | 'refused'>): boolean =>
  now() < token.untilMs && (refused === undefined || token.version > refused)

/** A fetched token with the time until which it is used: a minute before it expires. */
export const tokenOf = ({ text, seconds }: { text: string; seconds: number }, now: number, version: number): Token => ({
  text,
  untilMs: now + Math.max(seconds - marginS, 1) * 1000,
  version,
})

/** A token store in the memory of one process, for tests and single processes. */
export function tokensInMemory(): TokenStore {
  const tokens = new Map<string, Token>()
  const fetching = new Map<string, Promise<Token | { keyRefused: boolean }>>()
  const fresh = async ({ name, now, fetch }: TokenRequest): Promise<Token | { keyRefused: boolean }> => {
    const fetched = await fetch()
    if ('keyRefused' in fetched) return fetched
    const token = tokenOf(fetched, now(), (tokens.get(name)?.version ?? 0) + 1)
    tokens.set(name, token)
    return token
  }
  return async (request) => {
    const { name } = request
    const cached = tokens.get(name)
    if (cached && isCurrent(cached, request)) return cached
    const running = fetching.get(name) ?? fresh(request).finally(() => fetching.delete(name))
    fetching.set(name, running)
    return running
  }
}

/** Reads a token answer: `access_token` and `expires_in`. A 400, 401 or 403 refuses the key itself. */
export function fetchedOf(reply: Reply): Fetched {
  const text = 'body' in reply && reply.status === 200 ? textOf(reply.body, 'access_token') : undefined
  if (text === undefined) return { keyRefused: reply.status === 400 || reply.status === 401 || reply.status === 403 }
  return { text, seconds: 'body' in reply ? Number(textOf(reply.body, 'expires_in') ?? 0) : 0 }
}

type Calling = Omit<TokenRequest, 'refused'> & { readonly store: TokenStore }

/**
 * Makes a call with the app's token. If the provider refuses the token, it has done nothing, so the call is repeated once with a new token.
 */
export async function withToken(
  { store, ...app }: Calling,
  call: (token: string, issued: Token) => Promise<Reply>,
  refusedBy: (reply: Reply) => boolean,
): Promise<Reply> {
  let refused: number | undefined
  for (;;) {
    const token = await store({ ...app, refused }).catch(() => ({ keyRefused: false }))
    if ('keyRefused' in token)
      return { status: 0, gone: 'the provider issued no token', arrived: false, keyRefused: token.keyRefused }
    const reply = await call(token.text, token)
    if (refused !== undefined || !refusedBy(reply)) return reply
    refused = token.version
  }
}

const sealKey = (secret: string) => createHash('sha256').update(`token ${secret}`).digest()

/** Encrypts a token with the app's secret (AES-256-GCM): nonce, tag and text in base64url. */
export function sealToken(text: string, secret: string): string {
  const nonce = Buffer.from(random.token(12), 'base64url')
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** Decrypts a token; undefined with another secret. */
export function openToken(sealed: string, secret: string): string | undefined {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !tag || !text) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), nonce).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
