import type { Transporter } from 'nodemailer'
import type { Log } from '#platform/log'
import type { Mail } from './ports.ts'

export type Smtp = {
  /** As smtp://user:password@host:587 or smtps://…:465. */
  readonly url: string
  /** The sender, as "Nare <no-reply@example.com>". */
  readonly from: string
  readonly log: Log
  readonly timeoutMs?: number
}

/**
 * Sends mail by SMTP over a small pool of connections. Returns 'failed' if the server refused or was not reached, and 'unknown' if the
 * connection broke during sending. Never retries.
 */
export function openSmtp({ url, from, log, timeoutMs = 10_000 }: Smtp): Mail & { close(): void } {
  let opened: Promise<Transporter> | undefined
  /** The library is loaded with the first mail: many processes never send one. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send({ to, subject, text }) {
      try {
        opened ??= open()
        const transport = await opened
        await transport.sendMail({ from, to, subject, text })
        return 'sent'
      } catch (error) {
        const outcome = isCertainlyNotSent(error) ? 'failed' : 'unknown'
        log.warn({ error: codeOf(error), outcome }, 'the mail server did not accept a message')
        return outcome
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether the mail was certainly not sent: the server refused it with a response code, or there was no connection. */
function isCertainlyNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('responseCode' in error && typeof error.responseCode === 'number') return true
  const unconnected = 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
  return unconnected || ['EDNS', 'EAUTH', 'EENVELOPE'].includes(String(codeOf(error)))
}

/** Opens mail by SMTP if a server is configured. Otherwise nothing is sent, and each mail is logged as a warning. */
export function openMail({ url, ...more }: Omit<Smtp, 'url'> & { readonly url: string | undefined }): Mail {
  if (url) return openSmtp({ url, ...more })
  return {
    async send() {
      more.log.warn('SMTP_URL is not set: a mail was not sent')
      return 'failed'
    },
  }
}
