import * as z from 'zod/mini'
import type { Log } from '#platform/log'
import { wasNotSent, readBounded } from '#platform/outgoing'
import type { Sent, Sms } from './ports.ts'

export type AfricasTalking = {
  /** https://api.africastalking.com, or the sandbox host's. */
  readonly url: string
  readonly username: string
  readonly apiKey: string
  /** A short code or name that the provider registered; without one the provider's shared sender is used. */
  readonly sender?: string | undefined
  readonly log: Log
  readonly timeoutMs?: number
}

const answerCharsMax = 64 * 1024
const accepted = new Set([100, 101, 102])
/** Certainly not sent: sender, number, kind of number, balance, blacklist, route, do-not-disturb, gateway. Other states are unknown. */
const refused = new Set([402, 403, 404, 405, 406, 407, 409, 502])

const zAnswer = z.object({
  SMSMessageData: z.object({
    Message: z.nullish(z.string()),
    Recipients: z.array(
      z.object({ statusCode: z.coerce.number(), number: z.string(), messageId: z.nullish(z.string()) }),
    ),
  }),
})

/**
 * Sends text messages through Africa's Talking: POST /version1/messaging, form-encoded, key in the header `apiKey`. 'sent' is the
 * recipient state 100 processed, 101 sent or 102 queued. 'failed' is a certain refusal: a state listed above, a message with an empty
 * list, or no connection. 'unknown' is a timeout, a 5xx, a state such as 401 on hold for risk, 500 or 501, or an unreadable response.
 * Never retries.
 */
export function openAfricasTalking({ url, username, apiKey, sender, log, timeoutMs = 10_000 }: AfricasTalking): Sms {
  return {
    async send({ to, text, noteId }) {
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
        const body = await readBounded(reply, answerCharsMax)
        const { outcome, cause, id } = reply.ok ? resultOf(body, number) : refusalOf(reply.status)
        if (id !== undefined) noteId?.(id)
        if (outcome !== 'sent')
          log.warn({ status: reply.status, outcome, cause }, 'the SMS provider did not accept the message')
        return outcome
      } catch (error) {
        const outcome = wasNotSent(error) ? 'failed' : 'unknown'
        log.warn(
          { error: error instanceof Error ? error.message : 'unknown', outcome },
          'the SMS provider did not respond',
        )
        return outcome
      }
    },
  }
}

type Result = { readonly outcome: Sent; readonly cause: string | undefined; readonly id?: string | undefined }

const refusalOf = (status: number): Result => ({
  outcome: status >= 500 ? 'unknown' : 'failed',
  cause: `HTTP ${status}`,
})

function resultOf(body: string, number: string): Result {
  const read = zAnswer.safeParse(jsonOf(body))
  if (!read.success) return { outcome: 'unknown', cause: 'unreadable' }
  const { Message, Recipients } = read.data.SMSMessageData
  if (Recipients.length === 0) return { outcome: 'failed', cause: codeIn(Message) }
  const answers = Recipients.filter((one) => one.number === number)
  const taken = answers.find(({ statusCode }) => accepted.has(statusCode))
  if (taken) return { outcome: 'sent', cause: undefined, id: idIn(taken.messageId) }
  const mine = answers.map((one) => one.statusCode)
  const outcome = mine.every((code) => refused.has(code)) ? 'failed' : 'unknown'
  return { outcome, cause: mine.length > 0 ? mine.join(' ') : 'another recipient' }
}

/** A message that is a single identifier, such as InvalidSenderId; a longer one may contain private data that must not be logged. */
const codeIn = (message: string | null | undefined): string =>
  message && /^[A-Za-z]{3,40}$/.test(message) ? message : 'no recipients'

/** The provider writes "None" where it has no id. */
const idIn = (id: string | null | undefined): string | undefined =>
  id && id !== 'None' && id.length <= 120 && !id.includes('\u0000') ? id : undefined

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
