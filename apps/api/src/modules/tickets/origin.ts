import { hash } from 'node:crypto'
import type { Session } from '#platform/session'

/** What identifies the session and the browser that placed a ticket: marks in hex, from which no secret follows. */
export type TicketOrigin = { readonly session: string; readonly device?: string | undefined }

const markLength = 32

/** The mark of a secret: the first 16 bytes of its SHA-256, in hex. */
export const markOf = (secret: string): string => hash('sha256', secret, 'hex').slice(0, markLength)

/** The origin of tickets that a session places. */
export function originOf({ signingKey, device }: Pick<Session, 'signingKey' | 'device'>): TicketOrigin {
  return { session: markOf(signingKey), ...(device !== undefined && { device: markOf(device) }) }
}
