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

/** JSON lines with request ids; what could open an account never reaches them. */
export function openLog(level: string): Log {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({
    level,
    redact: { paths: [...paths, 'req.headers.authorization', 'req.headers.cookie'], censor: '[hidden]' },
  })
}
