import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock'
import type { Log } from '#platform/log'
import { readBounded } from '#platform/outgoing'
import type { CheckCase, CheckReport, IdentityCheck, IdentityKind, SourceAnswer, SourceMatch } from './kyc-ports.ts'

export type SmileId = {
  /** https://api.smileidentity.com, or the test host's. */
  readonly url: string
  readonly partnerId: string
  readonly apiKey: string
  /** The country's two letters. */
  readonly country: string
  readonly clock: Clock
  readonly log: Log
  readonly timeoutMs?: number
}

const answerCharsMax = 64 * 1024
const idTypes: Readonly<Record<IdentityKind, string>> = {
  national_id: 'NATIONAL_ID_NO_PHOTO',
  passport: 'PASSPORT',
  alien_id: 'ALIEN_CARD',
}
/** The source was reached and has answered: exact, partial or no match, a valid number, not found (two codes), a number of a wrong form. */
const answered = new Set(['1012', '1013', '1014', '1020', '1021', '1022', '1023'])
const matches: Readonly<Record<string, SourceMatch>> = {
  'Exact Match': 'yes',
  // The same names in another order.
  Transposed: 'yes',
  Verified: 'yes',
  'Partial Match': 'partly',
  'No Match': 'no',
  'Not Verified': 'no',
}
const actionsOf = { number: 'Verify_ID_Number', name: 'Names', birthday: 'DOB', phone: 'Phone_Number' } as const

const zAnswer = z.object({
  ResultCode: z.string(),
  ResultText: z.optional(z.string()),
  PartnerParams: z.object({ job_id: z.string(), user_id: z.string() }),
  IDNumber: z.optional(z.nullable(z.string())),
  Actions: z.optional(z.record(z.string(), z.string())),
  signature: z.string(),
  timestamp: z.string(),
})
const zFault = z.object({ code: z.union([z.string(), z.number()]) })

/**
 * Asks Smile ID's Basic KYC: POST /v2/verify, signed by HMAC-SHA256 of time, partner and "sid_request". A person passes if the authority has
 * the number, and the name and the birthday match it; their phone number may differ. Every other answer of the authority leaves it to
 * people. 'unknown' is a timeout, a refusal, an authority that is down (1015), and an answer that is not signed by our key, or about another job, person or number:
 * the signature is not over what an answer says.
 */
export function openSmileId({ url, partnerId, apiKey, country, clock, log, timeoutMs = 8000 }: SmileId): IdentityCheck {
  const signatureOf = (timestamp: string): string =>
    createHmac('sha256', apiKey).update(timestamp).update(partnerId).update('sid_request').digest('base64')

  function isSigned({ signature, timestamp }: { signature: string; timestamp: string }): boolean {
    const [own, given] = [Buffer.from(signatureOf(timestamp)), Buffer.from(signature)]
    return own.length === given.length && timingSafeEqual(own, given)
  }

  function bodyOf({ id, attempt, bettor, msisdn, kind, number, name, dateOfBirth }: CheckCase) {
    const timestamp = clock.date().toISOString()
    const [first = '', ...rest] = name.trim().split(/\s+/)
    return {
      ...{ source_sdk: 'rest_api', source_sdk_version: '1.0.0', partner_id: partnerId },
      ...{ timestamp, signature: signatureOf(timestamp) },
      ...{ country, id_type: idTypes[kind], id_number: number },
      ...{ first_name: first, middle_name: rest.slice(0, -1).join(' '), last_name: rest.at(-1) ?? '' },
      ...{ dob: dateOfBirth, phone_number: `+${msisdn}` },
      // A job's id is used once: a job that was lost on the way is asked anew.
      partner_params: { job_id: `check-${id}-${attempt}`, user_id: `bettor-${bettor}`, job_type: 5 },
    }
  }

  function reportOf(text: string, sent: ReturnType<typeof bodyOf>): CheckReport | { readonly fault: string } {
    const read = zAnswer.safeParse(jsonOf(text))
    if (!read.success) return { fault: 'unreadable' }
    const { ResultCode: code, ResultText, PartnerParams, IDNumber, Actions = {} } = read.data
    const of = sent.partner_params
    if (!isSigned(read.data)) return { fault: 'not signed by our key' }
    if (PartnerParams.job_id !== of.job_id) return { fault: 'about another job' }
    if (PartnerParams.user_id !== of.user_id) return { fault: 'about another person' }
    if (IDNumber && plainNumber(IDNumber) !== plainNumber(sent.id_number)) return { fault: 'about another number' }
    if (!answered.has(code)) return { fault: `code ${code.slice(0, 8)}` }
    const match = (name: string): SourceMatch => matches[Actions[name] ?? ''] ?? 'unknown'
    const fields = (Object.keys(actionsOf) as (keyof typeof actionsOf)[]).map((field) => ({
      field,
      match: match(actionsOf[field]),
    }))
    const said: SourceAnswer = { source: 'Smile ID', code, text: (ResultText ?? '').slice(0, 100), fields }
    const isMatch = code === '1020' || code === '1021'
    const decisive = fields.filter(({ field }) => field !== 'phone')
    return { is: isMatch && decisive.every((one) => one.match === 'yes') ? 'passed' : 'manual', said }
  }

  return {
    byNumber: true,
    async submit(given) {
      const body = bodyOf(given)
      const about = { check: given.id.toString(), attempt: given.attempt }
      try {
        const reply = await fetch(`${url}/v2/verify`, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(body),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const text = await readBounded(reply, answerCharsMax)
        const report = reply.ok ? reportOf(text, body) : { fault: refusalOf(reply.status, text) }
        if ('is' in report) return report
        log.warn({ ...about, fault: report.fault }, 'the identity source gave no answer')
      } catch (error) {
        const fault = error instanceof Error ? error.name : 'unknown'
        log.warn({ ...about, fault }, 'the identity source did not respond')
      }
      return { is: 'unknown' }
    },
  }
}

/** A number without the signs that some write between its parts. */
const plainNumber = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()

/** The status with the source's own code; its text may contain private data that must not be logged. */
function refusalOf(status: number, text: string): string {
  const read = zFault.safeParse(jsonOf(text))
  return read.success ? `HTTP ${status}, code ${String(read.data.code).slice(0, 8)}` : `HTTP ${status}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
