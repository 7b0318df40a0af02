import * as z from 'zod/mini'
import type { Log } from '#platform/log'
import { neverArrived, readBounded } from '#platform/outgoing'
import type { Sent, Sms } from './ports.ts'

export type AfricasTalking = {
  /** https://api.africastalking.com, or the sandbox host's. */
  readonly url: string
  readonly username: string
  readonly apiKey: string
  /** A short code or name that the provider registered; without one its shared sender is used. */
  readonly sender?: string | undefined
  readonly log: Log
  readonly timeoutMs?: number
}

const answerCharsMost = 64 * 1024
const accepted = new Set([100, 101, 102])

const zAnswer = z.object({
  SMSMessageData: z.object({
    Message: z.optional(z.string()),
    Recipients: z.array(
      z.object({ statusCode: z.coerce.number(), number: z.string(), messageId: z.optional(z.string()) }),
    ),
  }),
})

/**
 * Sends text messages through Africa's Talking: POST /version1/messaging, form-encoded, key in the header `apiKey`. Accepted are
 * the recipient states 100 processed, 101 sent and 102 queued. Answers 'failed' where it was certainly not taken (refused,
 * or no connection was made), and 'unknown' after a timeout, a 5xx or an answer that cannot be read. Never tries twice.
 */
export function openAfricasTalking({ url, username, apiKey, sender, log, timeoutMs = 10_000 }: AfricasTalking): Sms {
  return {
    async send({ to, text }) {
      const number = `+${to}`
      const form = new URLSearchParams({ username, to: number, message: text, bulkSMSMode: '1', enqueue: '1' })
      if (sender) form.set('from', sender)
      try {
        const reply = await fetch(`${url}/version1/messaging`, {
          method: 'POST',
          headers: { apiKey, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: form.toString(),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const body = await readBounded(reply, answerCharsMost)
        const outcome = reply.ok ? judge(body, number) : reply.status >= 500 ? 'unknown' : 'failed'
        if (outcome !== 'sent') log.warn({ status: reply.status, outcome }, 'the SMS provider did not take a message')
        return outcome
      } catch (error) {
        const outcome = neverArrived(error) ? 'failed' : 'unknown'
        log.warn(
          { error: error instanceof Error ? error.message : 'unknown', outcome },
          'the SMS provider did not answer',
        )
        return outcome
      }
    },
  }
}

function judge(body: string, number: string): Sent {
  const read = zAnswer.safeParse(jsonOf(body))
  if (!read.success) return 'unknown'
  const mine = read.data.SMSMessageData.Recipients.filter((one) => one.number === number)
  return mine.some((one) => accepted.has(one.statusCode)) ? 'sent' : 'failed'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
