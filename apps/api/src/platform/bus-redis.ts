import { createClient, defineScript } from '@redis/client'
import { openLine, openReceivers, type Bus, type Counted } from './bus.ts'
import { monotonicMs } from './clock.ts'
import type { Log } from './log.ts'
import { random } from './random.ts'
import { withTimeout } from './timeout.ts'

export type RedisBusDeps = {
  /** redis://user:password@host:6379/0, or rediss:// for TLS with a certificate that Node trusts. */
  readonly url: string
  /** The prefix of every key and channel, so that sites which share a Redis server do not share data. */
  readonly prefix: string
  readonly log: Log
  /** The interval of the messages that this process sends to itself, and the silence after which it reconnects; in milliseconds. */
  readonly beats?: { readonly everyMs: number; readonly silentMs: number }
}

const responseMsMax = 1000
const connectsInMs = 3000
const queuedMax = 20_000
const retryFirstMs = 100
const retryMaxMs = 5000

/** The connection for commands and the connection that receives messages. */
type Link = { readonly commands: Client; readonly subscriber: Client; seenMs: number }
type Client = ReturnType<typeof openClient>

/**
 * The bus over a Redis or Valkey server. All messages of one turn of the event loop are sent as one message of one channel. The bus is up
 * while this process receives its own messages, which shows that the server works and neither connection is half open. Otherwise both
 * connections are dropped and reopened, with growing pauses and jitter.
 */
export function busOverRedis({ url, prefix, log, beats = { everyMs: 500, silentMs: 5000 } }: RedisBusDeps): Bus {
  const receivers = openReceivers()
  const line = openLine(false)
  const processId = random.token(12)
  const channel = `${prefix}bus`
  let link: Link | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let waiting: (readonly [channel: string, message: unknown])[] = []
  const heartbeat = setInterval(sendHeartbeat, beats.everyMs)
  void connect()

  async function connect(): Promise<void> {
    const next: Link = { commands: openClient(url), subscriber: openClient(url), seenMs: monotonicMs() }
    link = next
    try {
      for (const client of [next.commands, next.subscriber]) client.on('error', (error: unknown) => fail(next, error))
      await Promise.all([next.commands.connect(), next.subscriber.connect()])
      await next.subscriber.subscribe(channel, (text) => receive(next, text))
      sendHeartbeat()
    } catch (error) {
      fail(next, error)
    }
  }

  function receive(on: Link, text: string): void {
    if (on !== link) return
    if (!text.startsWith(processId)) return receiveAll(text)
    on.seenMs = monotonicMs()
    if (line.isUp()) return
    failures = 0
    log.info('connected to the other processes over Redis')
    line.set(true)
  }

  function receiveAll(text: string): void {
    const messages = JSON.parse(text.slice(processId.length)) as typeof waiting
    for (const [to, message] of messages) receivers.receive(to, message)
  }

  /** Publishes an empty message. Receiving it shows that the server and both connections work. */
  function sendHeartbeat(): void {
    if (!link) return
    if (link.seenMs + beats.silentMs < monotonicMs()) fail(link, new Error('Redis did not answer in time'))
    else if (link.commands.isReady) send(link, [])
  }

  function flush(): void {
    const messages = waiting
    waiting = []
    if (link && line.isUp() && messages.length > 0) send(link, messages)
  }

  /** Sends messages. If this fails, the messages are lost, so the bus counts as down. */
  function send(on: Link, messages: typeof waiting): void {
    on.commands.publish(channel, `${processId}${JSON.stringify(messages)}`).catch((error: unknown) => fail(on, error))
  }

  function fail(on: Link, error: unknown): void {
    if (on !== link) return
    link = undefined
    on.commands.destroy()
    on.subscriber.destroy()
    if (failures === 0)
      log.warn({ err: error }, 'Redis cannot be reached, so the other processes cannot be reached either')
    line.set(false)
    if (closed) return
    const pauseMs = Math.min(retryFirstMs * 2 ** failures++, retryMaxMs)
    retry = setTimeout(() => void connect(), pauseMs * (0.5 + random.fraction() / 2))
  }

  /** The response to a command; undefined if none arrives in time. */
  async function responseOf<T>(command: (client: Client) => Promise<T>): Promise<T | undefined> {
    if (!link || !line.isUp()) return undefined
    return withTimeout(command(link.commands), { ms: responseMsMax, late: () => new Error('late') }).catch(
      () => undefined,
    )
  }

  return {
    publish(to, message) {
      if (waiting.push([to, message]) === 1) setImmediate(flush)
    },
    subscribe: receivers.add,
    add: (key, by, windowMs) => responseOf((client) => client.addToCounter(`${prefix}count:${key}`, by, windowMs)),
    async claim(key, forMs) {
      const claimed = await responseOf(async (client) => ({
        got: await client.set(`${prefix}claim:${key}`, processId, {
          condition: 'NX',
          expiration: { type: 'PX', value: ms(forMs) },
        }),
      }))
      return claimed && claimed.got !== null
    },
    release: (key) => void responseOf((client) => client.releaseClaim(`${prefix}claim:${key}`, processId)),
    shared: true,
    isUp: line.isUp,
    onUpChanged: line.onUpChanged,
    async close() {
      flush()
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      const last = link
      link = undefined
      last?.subscriber.destroy()
      if (last?.commands.isReady)
        await withTimeout(last.commands.close(), { ms: responseMsMax, late: () => new Error('late') }).catch(
          () => undefined,
        )
      last?.commands.destroy()
    },
  }
}

const ms = (duration: number): number => Math.max(1, Math.ceil(duration))

function openClient(url: string) {
  return createClient({
    url,
    // A queued command would be sent too late to be of use.
    disableOfflineQueue: true,
    commandsQueueMaxLength: queuedMax,
    // `responseOf` limits the time of every command; the limit of the library covers only the time before a command is sent.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: connectsInMs, reconnectStrategy: false },
    scripts: { addToCounter, releaseClaim },
  })
}

const addToCounter = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `local total = redis.call('incrby', KEYS[1], ARGV[1])
    local left = redis.call('pttl', KEYS[1])
    if left < 0 then
      left = tonumber(ARGV[2])
      redis.call('pexpire', KEYS[1], left)
    end
    return { total, left }`,
  parseCommand(parser, key: string, by: number, windowMs: number) {
    parser.pushKey(key)
    parser.push(String(by), String(ms(windowMs)))
  },
  transformReply: ([total, endsInMs]: [number, number]): Counted => ({ total, endsInMs }),
})

/** Releases a claim, which only the process that made it may do. */
const releaseClaim = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
    return 0`,
  parseCommand(parser, key: string, owner: string) {
    parser.pushKey(key)
    parser.push(owner)
  },
  transformReply: (removed: number): number => removed,
})
