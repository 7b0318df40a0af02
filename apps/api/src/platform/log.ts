import { pino, type Logger } from 'pino'
import { monotonicMs } from './clock.ts'

export type Log = Logger

const secrets = [
  'password',
  'confirm_password',
  'token',
  'resetToken',
  'code',
  'authorization',
  'cookie',
  'signing_key',
  'apiKey',
]

/** Callback addresses end with a secret key: /cb/<key>, /cb/sms/<kind>/<key>. */
const callbackKeys = /\/cb\/[^\s"'?#\\]+/g

/** Fields whose `code` is an error code: PostgreSQL's SQLSTATE or the system's error name. */
const faults = new Set(['err', 'error', 'cause'])

/** A SQLSTATE, a name such as ECONNRESET, or an exit code. One-time codes are six digits, as text. */
const isFault = (code: unknown): boolean =>
  typeof code === 'number'
    ? code < 1000
    : code === null || (typeof code === 'string' && /^[A-Z][A-Z0-9_]{4,}$|^[0-9][0-9A-Z]{4}$/.test(code))

/**
 * Logs JSON lines with request ids and no secrets: one-time codes, tokens, callback keys and database rows are hidden. Error codes
 * stay readable.
 */
export function openLog(level: string, destination?: { write(line: string): void }): Log {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    level,
    hooks: { streamWrite: (line: string) => line.replace(callbackKeys, '/cb/[hidden]') },
    redact: {
      paths: [...paths, 'req.headers.authorization', 'req.headers.cookie', 'err.detail', 'err.where', 'err.parameters'],
      censor: (value: unknown, path: string[]) =>
        path.at(-1) === 'code' && (faults.has(path.at(-2) ?? '') || isFault(value)) ? value : '[hidden]',
    },
    serializers: { err: readableError, url: safeUrl },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** An error for the log, with secrets removed from the addresses in its message and stack. */
function readableError(error: unknown): unknown {
  const plain: unknown = pino.stdSerializers.err(error instanceof Error ? error : new Error(String(error)))
  if (typeof plain !== 'object' || plain === null) return plain
  const clean = Object.entries(plain).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(addresses, safeUrl) : value,
  ])
  return Object.fromEntries(clean)
}

const addresses = /(?:https?:\/\/[^\s"'<>]+|\/cb\/[^\s"'<>]+)/g

/** An address without its secrets: callback key, query string, password. */
export function safeUrl(url: unknown): string {
  return String(url)
    .replace(/[?#].*$/s, '')
    .replace(/\/\/[^/@]*@/, '//')
    .replace(/\/cb\/.+$/, '/cb/[hidden]')
}

/**
 * Reports repeated failures, such as a lost database, at most once a second: the first immediately, later ones with `more`, the number of
 * omitted failures.
 */
export function oncePerSecond(
  report: (facts: Record<string, unknown>) => void,
): (facts: Record<string, unknown>) => void {
  let more = 0
  let quiet = false
  let last: Record<string, unknown> = {}
  const end = (): void => {
    quiet = false
    if (more === 0) return
    const facts = { ...last, more }
    more = 0
    begin(facts)
  }
  const begin = (facts: Record<string, unknown>): void => {
    quiet = true
    setTimeout(end, 1000).unref()
    report(facts)
  }
  return (facts) => {
    if (!quiet) return begin(facts)
    more++
    last = facts
  }
}

const keysMax = 10_000
const triesBetweenLogs = 1024
/** Work that has failed this often in a row rests after each further failure. */
const triesWithoutRest = 5
const restMs = { first: 1_000, doublings: 8 }

/**
 * Counts the failures of work that is tried again and again. `failed` returns the number of failures of a key if this one is to be logged:
 * the first, second, fourth, eighth and so on, and then each 1,024th. `rests`: whether a key should not be tried now; the fifth failure in a row
 * and each later one is followed by a rest, from one second, twice as long each time, up to about four minutes. `done` forgets a key. Keeps the
 * latest 10,000 keys.
 */
export function openRepeatedFailures(nowMs: () => number = monotonicMs) {
  const failures = new Map<unknown, { readonly count: number; readonly sinceMs: number; readonly lastMs: number }>()
  return {
    failed(key: unknown): number | undefined {
      const { count: before, sinceMs } = failures.get(key) ?? { count: 0, sinceMs: nowMs() }
      const count = before + 1
      failures.delete(key)
      const oldest = failures.keys().next()
      if (failures.size >= keysMax && !oldest.done) failures.delete(oldest.value)
      failures.set(key, { count, sinceMs, lastMs: nowMs() })
      const isPowerOfTwo = Number.isInteger(Math.log2(count))
      return (isPowerOfTwo && count <= triesBetweenLogs) || count % triesBetweenLogs === 0 ? count : undefined
    },
    rests(key: unknown): boolean {
      const { count = 0, lastMs = 0 } = failures.get(key) ?? {}
      if (count < triesWithoutRest) return false
      return nowMs() < lastMs + restMs.first * 2 ** Math.min(count - triesWithoutRest, restMs.doublings)
    },
    done: (key: unknown): void => void failures.delete(key),
    /** The milliseconds since the first failure of the key that has failed longest; 0 without failures. */
    oldestMs: (): number => Math.max(0, ...[...failures.values()].map(({ sinceMs }) => nowMs() - sinceMs)),
  }
}
