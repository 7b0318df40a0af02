import type { Failed } from '@nare/client/call'

/**
 * True if a reply is conclusive: a success, or a refusal with a code. Without a response, or after a server error (5xx), the outcome is
 * unknown, so the same command must be sent again.
 */
export const isConclusive = (reply: { ok: true } | Pick<Failed, 'ok' | 'status' | 'code'>): boolean =>
  reply.ok || (reply.status >= 400 && reply.status < 500 && reply.code !== 'bad_answer')
