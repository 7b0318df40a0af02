import { createClient, defineScript } from '@redis/client'
import { openLine, openReceivers, type Bus, type Counted } from './bus.ts'
import { monotonicMs } from './clock.ts'
import type { Log } from './log.ts'
import { random } from './random.ts'
import { withTimeout } from './timeout.ts'

export type RedisBusDeps = {
  /** redis://user:password@host:6379/0, or rediss:// for TLS with a certificate that Node trusts. */
  readonly url: string
  /** Begins every key and channel, so that sites which share a server do not share data. */
  readonly prefix: string
  readonly log: Log
  /** How often this process checks that its own message comes back, and after which silence it connects again; in milliseconds. */
  readonly beats?: { readonly everyMs: number; readonly silentMs: number }
}

const answersInMs = 1000
const connectsInMs = 3000
const queuedMax = 20_000
const retryFirstMs = 100
const retryMaxMs = 5000

/** The commands go over one connection, the messages of others come over another. */
type Link = { readonly commands: Client; readonly subscriber: Client; seenMs: number }
type Client = ReturnType<typeof openClient>

/**
 * The bus over a Redis or Valkey server. All messages of one turn of the event loop are one message of one channel. It is up while this
 * process receives its own messages, which shows that the server works and neither connection is half open. Otherwise both connections
 * are dropped and opened again, with growing pauses and jitter.
 */
export function busOverRedis({ url, prefix, log, beats = { everyMs: 500, silentMs: 5000 } }: RedisBusDeps): Bus {
  const receivers = openReceivers()
  const line = openLine(false)
  const self = random.token(12)
  const channel = `${prefix}bus`
  let link: Link | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let waiting: (readonly [channel: string, message: unknown])[] = []
  const beating = setInterval(beat, beats.everyMs)
  void connect()

  async function connect(): Promise<void> {
    const next: Link = { commands: openClient(url), subscriber: openClient(url), seenMs: monotonicMs() }
    link = next
    try {
      for (const client of [next.commands, next.subscriber]) client.on('error', (error: unknown) => fail(next, error))
      await Promise.all([next.commands.connect(), next.subscriber.connect()])
      await next.subscriber.subscribe(channel, (text) => receive(next, text))
      beat()
    } catch (error) {
      fail(next, error)
    }
  }

  function receive(on: Link, text: string): void {
    if (on !== link) return
    if (!text.startsWith(self)) return receiveAll(text)
    on.seenMs = monotonicMs()
    if (line.isUp()) return
    failures = 0
    log.info('connected to the other processes by Redis')
    line.set(true)
  }

  function receiveAll(text: string): void {
    const messages = JSON.parse(text.slice(self.length)) as typeof waiting
    for (const [to, message] of messages) receivers.receive(to, message)
  }

  /** Publishes an empty message; its return shows that the server and both connections work. */
  function beat(): void {
    if (!link) return
    if (link.seenMs + beats.silentMs < monotonicMs()) fail(link, new Error('Redis did not answer in time'))
    else if (link.commands.isReady) send(link, [])
  }

  function flush(): void {
    const messages = waiting
    waiting = []
    if (link && line.isUp() && messages.length > 0) send(link, messages)
  }

  /** A message that could not be sent is lost, so the line counts as down. */
  function send(on: Link, messages: typeof waiting): void {
    on.commands.publish(channel, `${self}${JSON.stringify(messages)}`).catch((error: unknown) => fail(on, error))
  }

  function fail(on: Link, error: unknown): void {
    if (on !== link) return
    link = undefined
    on.commands.destroy()
    on.subscriber.destroy()
    if (failures === 0) log.warn({ err: error }, 'Redis cannot be reached, so neither can the other processes')
    line.set(false)
    if (closed) return
    const pauseMs = Math.min(retryFirstMs * 2 ** failures++, retryMaxMs)
    retry = setTimeout(() => void connect(), pauseMs * (0.5 + random.fraction() / 2))
  }

  /** The answer of a command, undefined if none comes in time. */
  async function ask<T>(command: (client: Client) => Promise<T>): Promise<T | undefined> {
    if (!link || !line.isUp()) return undefined
    const asked = command(link.commands)
    return withTimeout(asked, { ms: answersInMs, late: () => new Error('late') }).catch(() => undefined)
  }

  return {
    publish(to, message) {
      if (waiting.push([to, message]) === 1) setImmediate(flush)
    },
    subscribe: receivers.add,
    add: (key, by, windowMs) => ask((client) => client.addToCounter(`${prefix}count:${key}`, by, windowMs)),
    async claim(key, forMs) {
      const claimed = await ask(async (client) => ({
        got: await client.set(`${prefix}claim:${key}`, self, {
          condition: 'NX',
          expiration: { type: 'PX', value: ms(forMs) },
        }),
      }))
      return claimed && claimed.got !== null
    },
    release: (key) => void ask((client) => client.releaseClaim(`${prefix}claim:${key}`, self)),
    shared: true,
    isUp: line.isUp,
    onUpChanged: line.onUpChanged,
    async close() {
      flush()
      closed = true
      clearInterval(beating)
      clearTimeout(retry)
      const last = link
      link = undefined
      last?.subscriber.destroy()
      if (last?.commands.isReady)
        await withTimeout(last.commands.close(), { ms: answersInMs, late: () => new Error('late') }).catch(
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
    // Queued commands would be sent long after they meant something.
    disableOfflineQueue: true,
    commandsQueueMaxLength: queuedMax,
    // Every command has a limit of its own, in `ask`; the library's covers only the time before it is sent.
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

/** Only its own process may end a claim. */
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
