import type { LiveMessage } from '@nare/contract/live'

/**
 * A state ready to be sent. It is serialised and framed at most once, whatever the number of its subscribers. `slot` identifies its topic and
 * key, so that a newer state replaces a waiting older one.
 */
export type Packet = {
  readonly slot: string
  /** See the function `topicKey`. */
  readonly topicKey: string
  readonly message: LiveMessage
  readonly urgent: boolean
  /** The message as JSON. */
  json(): Buffer
  /** The message as one WebSocket frame. */
  frame(): Buffer
}

/**
 * The server's key of a topic. A private topic has one key for each bettor. A client cannot subscribe to the key of another bettor, because
 * the server rejects topics with an @.
 */
export const topicKey = (topic: string, bettor?: bigint): string =>
  bettor === undefined ? topic : `${topic}@${bettor}`

/** Splits a key of `topicKey` into the topic's name and the bettor. */
export function ofTopicKey(key: string): { readonly name: string; readonly bettor: bigint | undefined } {
  const [name = key, bettor] = key.split('@')
  return { name, bettor: bettor === undefined ? undefined : BigInt(bettor) }
}

const texts = new WeakMap<LiveMessage, string>()

/** A message as JSON. A message that is read again unchanged is the same object, and is serialised once. */
export function textOfMessage(message: LiveMessage): string {
  const text = texts.get(message) ?? JSON.stringify(message)
  texts.set(message, text)
  return text
}

export function packetOf(key: string, message: LiveMessage, { urgent }: { urgent: boolean }): Packet {
  let json: Buffer | undefined
  let frame: Buffer | undefined
  const toJson = (): Buffer => (json ??= Buffer.from(textOfMessage(message)))
  return {
    slot: `${key} ${message.key}`,
    topicKey: key,
    message,
    urgent,
    json: toJson,
    frame: () => (frame ??= textFrame([toJson()])),
  }
}

/** One frame with a JSON array of these messages, for clients that enabled batches. */
export function batchFrame(packets: readonly Packet[]): Buffer {
  const parts = packets.flatMap((packet, n) => [n === 0 ? open : comma, packet.json()])
  return textFrame([...parts, close])
}

const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

/** An unmasked, final WebSocket text frame (RFC 6455, section 5.2) with this payload. */
function textFrame(payload: readonly Buffer[]): Buffer {
  const length = payload.reduce((sum, part) => sum + part.length, 0)
  const header = Buffer.from([0x81, length < 126 ? length : length < 65_536 ? 126 : 127])
  if (length < 126) return Buffer.concat([header, ...payload])
  const extended = Buffer.alloc(length < 65_536 ? 2 : 8)
  if (length < 65_536) extended.writeUInt16BE(length)
  else extended.writeBigUInt64BE(BigInt(length))
  return Buffer.concat([header, extended, ...payload])
}
