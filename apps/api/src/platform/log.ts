import { pino, type Logger } from 'pino'

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

/** Addresses of callbacks, whose last part is a key: /cb/<key>, /cb/sms/<kind>/<key>. */
const callbackKeys = /\/cb\/[^\s"'?#\\]+/g

/** Where the field `code` tells what went wrong: PostgreSQL's SQLSTATE or the system's name of a fault. */
const faults = new Set(['err', 'error', 'cause'])

/** A SQLSTATE, a name such as ECONNRESET, or an exit code; one-time codes are six digits, as text. */
const isFault = (code: unknown): boolean =>
  typeof code === 'number'
    ? code < 1000
    : code === null || (typeof code === 'string' && /^[A-Z][A-Z0-9_]{4,}$|^[0-9][0-9A-Z]{4}$/.test(code))

/**
 * JSON lines with request ids; what could open an account or stand for money never reaches them: no codes, tokens, keys of
 * callbacks or rows of the database. The code of a fault stays.
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

/** An error as it is logged: addresses in its sentence and its trace carry no keys. */
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

/** An address without what may be secret in it: the key of a callback, what is asked behind the question mark, a password. */
export function safeUrl(url: unknown): string {
  return String(url)
    .replace(/[?#].*$/s, '')
    .replace(/\/\/[^/@]*@/, '//')
    .replace(/\/cb\/.+$/, '/cb/[hidden]')
}

/**
 * Reports a fault that every call meets, such as a lost database, once a second: the first at once, then how many more there
 * were.
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
