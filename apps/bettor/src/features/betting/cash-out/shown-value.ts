import type { BetValueState, CashOutQuote } from '@nare/contract/cash-out'

/** What a bet was quoted at, or why it was not, with the time of the live value that was known then. */
export type Quoted = { quote?: CashOutQuote | undefined; reason?: string | undefined; liveAt: string | undefined }
/** `at` is the time of a live value; a quote is of now. */
export type Shown = { amount?: string | undefined; reason?: string | undefined; at?: string | undefined }

/** How long a quote is good for. */
const quoteLastsMs = 5000

/** What cashing out pays now, or why it cannot be done: what came last, the live value or the quote, but no live value read before the quote. */
export function shownValue(quoted: Quoted | undefined, live: BetValueState | undefined): Shown {
  const quotedAtMs = Date.parse(quoted?.quote?.expires_at ?? '') - quoteLastsMs
  const isLate = live !== undefined && Date.parse(live.at) < quotedAtMs
  if (live && !isLate && live.at !== quoted?.liveAt) return { amount: live.amount, reason: live.reason, at: live.at }
  if (quoted) return { amount: quoted.quote?.amount, reason: quoted.reason }
  return {}
}

export type Age = { unit: 'seconds' | 'minutes' | 'hours'; count: number }

const freshMs = 10_000
const stepMs = 5000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How old a value is, in steps that do not tick; undefined while it is fresh. */
export function ageOf(at: string, nowMs: number): Age | undefined {
  const ageMs = nowMs - Date.parse(at)
  if (!(ageMs >= freshMs)) return undefined
  if (ageMs < minuteMs) return { unit: 'seconds', count: (Math.floor(ageMs / stepMs) * stepMs) / 1000 }
  if (ageMs < hourMs) return { unit: 'minutes', count: Math.floor(ageMs / minuteMs) }
  return { unit: 'hours', count: Math.floor(ageMs / hourMs) }
}
