import type { Failed } from '@nare/client/call'

/**
 * Whether a reply ends its command: done, or refused with a code. After a lost answer or a fault of the server (5xx) nobody knows
 * whether it took effect, so the same command has to be sent again.
 */
export const isJudged = (reply: { ok: true } | Pick<Failed, 'ok' | 'status' | 'code'>): boolean =>
  reply.ok || (reply.status >= 400 && reply.status < 500 && reply.code !== 'bad_answer')
