import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

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

/** Addresses of callbacks, whose last part is a key. */
const callbackKeys = /\/cb\/[^/\s"'?#\\]+/g

/** JSON lines with request ids; what could open an account or pass for a provider never reaches them. */
export function openLog(level: string, to?: DestinationStream): Log {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options: LoggerOptions = {
    level,
    hooks: { streamWrite: (line) => line.replace(callbackKeys, '/cb/[hidden]') },
    redact: { paths: [...paths, 'req.headers.authorization', 'req.headers.cookie'], censor: '[hidden]' },
  }
  return to ? pino(options, to) : pino(options)
}
