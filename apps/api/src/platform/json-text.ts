import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants as zlib, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const brotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }

/** A large answer that is the same for all callers: its text, and its compressed forms and ETag, which are made once, in another thread. */
export class JsonText {
  readonly text: string
  readonly #compressed = new Map<keyof typeof compress, Promise<Buffer>>()
  #tag: string | undefined

  constructor(text: string) {
    this.text = text
  }

  get tag(): string {
    return (this.#tag ??= `W/"${createHash('sha1').update(this.text).digest('base64url').slice(0, 16)}"`)
  }

  compressed(encoding: keyof typeof compress): Promise<Buffer> {
    const made =
      this.#compressed.get(encoding) ?? (encoding === 'br' ? compress.br(this.text, brotli) : compress.gzip(this.text))
    this.#compressed.set(encoding, made)
    // A failure is not remembered.
    made.catch(() => this.#compressed.delete(encoding))
    return made
  }
}

/**
 * The answers of `max` keys by use. An answer that is made again with the same text is the same, so it is compressed and hashed once for as
 * long as it does not change.
 */
export function openTexts(max: number) {
  const last = new Map<string, JsonText>()
  return (key: string, text: string): JsonText => {
    const before = last.get(key)
    const json = before?.text === text ? before : new JsonText(text)
    last.delete(key)
    last.set(key, json)
    for (const oldest of last.keys()) if (last.size > max) last.delete(oldest)
    return json
  }
}

/** A text as the answer of a call, whose type its JSON has. Sent as it is, without being parsed or serialised. */
export const asAnswer = <T>(text: JsonText): T => text as unknown as T

/** Sends a text in the form that the client accepts, or 304 if it has this version. */
export async function sendJsonText(
  request: FastifyRequest,
  reply: FastifyReply,
  json: JsonText,
): Promise<FastifyReply> {
  reply.headers({ etag: json.tag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === json.tag) return reply.code(304).send('')
  reply.type('application/json; charset=utf-8')
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  // As bytes, so that neither the ETag nor the compression is computed again.
  if (encoding === undefined) return reply.header('content-encoding', 'identity').send(Buffer.from(json.text))
  return reply.header('content-encoding', encoding).send(await json.compressed(encoding))
}
