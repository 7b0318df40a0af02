import type { BetValueState, CashOutQuote } from '@nare/contract/cash-out'

/** A quote, or why there is none, with the time of the live value that was current when it arrived. */
export type Quoted = { quote?: CashOutQuote | undefined; reason?: string | undefined; liveAt: string | undefined }
/** The displayed value. `at` is the time of a live value; undefined for a quote. */
export type Shown = { amount?: string | undefined; reason?: string | undefined; at?: string | undefined }

/** How long a quote is valid. */
const quoteLifeMs = 5000

/**
 * The value to display, or why there is none: the live value or the quote, whichever arrived last. Ignores a live value that the
 * server read before the quote.
 */
export function shownValue(quoted: Quoted | undefined, live: BetValueState | undefined): Shown {
  const quotedAtMs = Date.parse(quoted?.quote?.expires_at ?? '') - quoteLifeMs
  const isOutdated = live !== undefined && Date.parse(live.at) < quotedAtMs
  if (live && !isOutdated && live.at !== quoted?.liveAt)
    return { amount: live.amount, reason: live.reason, at: live.at }
  if (quoted) return { amount: quoted.quote?.amount, reason: quoted.reason }
  return {}
}

export type Age = { unit: 'seconds' | 'minutes' | 'hours'; count: number }

const freshMs = 10_000
const stepMs = 5000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The age of a value, in steps of five seconds, minutes or hours; undefined below ten seconds. */
export function ageOf(at: string, nowMs: number): Age | undefined {
  const ageMs = nowMs - Date.parse(at)
  if (!(ageMs >= freshMs)) return undefined
  if (ageMs < minuteMs) return { unit: 'seconds', count: (Math.floor(ageMs / stepMs) * stepMs) / 1000 }
  if (ageMs < hourMs) return { unit: 'minutes', count: Math.floor(ageMs / minuteMs) }
  return { unit: 'hours', count: Math.floor(ageMs / hourMs) }
}
