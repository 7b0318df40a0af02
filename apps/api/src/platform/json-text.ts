import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants as zlib, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicWork, spendThisTurn } from './public-work.ts'

type Encoding = 'br' | 'gzip'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Below this, compressing costs more than it saves. */
export const compressedBytesMin = 600
/** The bytes that are written in a millisecond, for answers of which the system takes more than it does at once. */
const bytesInMs = 2_000_000
const writtenAtOnce = 100_000
/** A longer text that was put together for one answer is not one from memory, however fast it was. */
const memoryLengthMax = 8_000
/** Brotli's quality for texts that are compressed for one answer, and for those that are kept for many. */
export const brotliQuality = { once: 4, kept: 5 }

/**
 * A large answer that is the same for all callers: its text, and its bytes, its compressed forms and its ETag, which are made once;
 * compressed in another thread.
 */
export class JsonText {
  readonly text: string
  readonly type: string
  /** Whether the text is kept for other answers. */
  readonly isKept: boolean
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #tag: string | undefined
  #bytes: Buffer | undefined

  constructor(
    text: string,
    { type = 'application/json; charset=utf-8', isKept = true }: Partial<Pick<JsonText, 'type' | 'isKept'>> = {},
  ) {
    this.text = text
    this.type = type
    this.isKept = isKept
  }

  get tag(): string {
    return (this.#tag ??= `W/"${createHash('sha1').update(this.text).digest('base64url').slice(0, 16)}"`)
  }

  /** The uncompressed bytes. Encoding them takes longer than sending them, and garbage of this size is collected at once. */
  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text))
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const made = this.#compressed.get(encoding) ?? this.#compress(encoding)
    this.#compressed.set(encoding, made)
    // A failure is not remembered.
    made.catch(() => this.#compressed.delete(encoding))
    return made
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return compress.gzip(this.text)
    const quality = this.isKept ? brotliQuality.kept : brotliQuality.once
    return compress.br(this.text, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } })
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

const texts = new WeakMap<object, string>()

/** A value that never changes as JSON. It is serialised once for all answers that contain it. */
export function textOnce(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** A text as the answer of a call, whose type its JSON has. Sent as it is, without being parsed or serialised. */
export const asAnswer = <T>(text: JsonText): T => text as unknown as T

/** Sends a text in the form that the client accepts, or 304 if it has this version. */
export async function sendJsonText(
  request: FastifyRequest,
  reply: FastifyReply,
  json: JsonText,
): Promise<FastifyReply> {
  const work = publicWork()
  const send = (encoding: Encoding | 'identity', bytes: Buffer): FastifyReply => {
    if (work && bytes.length > writtenAtOnce) work.spend(bytes.length / bytesInMs)
    return reply.header('content-encoding', encoding).send(bytes)
  }
  if (work && !json.isKept && json.text.length > memoryLengthMax) work.wasMade = true
  reply.headers({ etag: json.tag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === json.tag) return reply.code(304).send()
  reply.type(json.type)
  const encoding = json.text.length < compressedBytesMin ? undefined : encodingOf(request)
  // As bytes, so that neither the ETag nor the compression is computed again.
  if (encoding === undefined) return send('identity', json.bytes)
  const compressed = await json.compressed(encoding)
  if (work) spendThisTurn(work, 0)
  return send(encoding, compressed)
}

function encodingOf({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding'] ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}
