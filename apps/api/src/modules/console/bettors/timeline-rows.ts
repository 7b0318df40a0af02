import type { TimelineRow } from '@nare/contract/console-bettors'
import type { ShownKind } from '@nare/contract/shown'
import { formatMoney, money } from '@nare/money/money'
import type { contactSteps, markerSteps } from '#modules/care/care'
import type { mailingSteps, withheldFrom } from '#modules/content/content'
import type { consentSteps, identitySteps, messagesOf, notesOf, sessionSteps } from '#modules/identity/identity'
import { transferKinds, type BettorMove } from '#modules/ledger/ledger'
import { houseReason, type paymentSteps } from '#modules/payments/payments'
import type { exclusionBegins, limitChanges, shownTo } from '#modules/protection/protection'
import type { messagesFrom } from '#modules/sms/sms'
import type { lostTickets } from '#modules/tickets/tickets'
import { own } from '#platform/own'
import type { BettorLine } from '../deps.ts'
import { kindOfMove } from './timeline-kinds.ts'

/** A row of the timeline without its time. */
export type Row = Omit<TimelineRow, 'at'>
type RowOf<F extends (...of: never[]) => Promise<readonly unknown[]>> = (one: Awaited<ReturnType<F>>[number]) => Row

const cents = (amount: bigint): string => formatMoney(money(amount))
const signed = (amount: bigint): string => `${amount < 0n ? '' : '+'}${cents(amount)}`
const because = (reason: string | null): string => (reason === null || reason === '' ? '' : `: ${reason}`)
const self = 'bettor'

/** The part of the product that made a transfer, or the bettor who asked for it. */
function byOfMove(kind: Row['kind'], about: string | null): string {
  if (kind === 'stake' || kind === 'withdrawal') return self
  if (kind === 'deposit') return 'payments'
  return about?.startsWith('bet/') ? 'settlement' : 'house'
}

export function moveRow({ kind, about, amount, balance, beside }: BettorMove): Row {
  const shown = kindOfMove(kind) ?? 'return'
  const text = own(transferKinds, kind)?.text ?? kind
  return {
    kind: shown,
    text: beside === null ? text : `${text}, ${signed(beside)} not in cash`,
    amount: cents(amount),
    ...(balance !== null && { balance_after: cents(balance) }),
    ref: refOf(about),
    by: byOfMove(shown, about),
  }
}

/** "bet/123" and "payment/123"; transfers of payments name them in several ways. */
function refOf(about: string | null): string | null {
  const [, of, id] = /^(bet|payment|deposit|withdrawal)\/(\d{1,18})/.exec(about ?? '') ?? []
  if (of === undefined || id === undefined) return about
  return of === 'bet' ? `bet/${id}` : `payment/${id}`
}

export const lostRow: RowOf<typeof lostTickets> = ({ id }) => ({
  kind: 'return',
  text: 'Lost',
  amount: cents(0n),
  ref: `bet/${id}`,
  by: 'settlement',
})

export const paymentRow: RowOf<typeof paymentSteps> = ({ payment, kind, step, amount, reason }) => ({
  kind: kind === 'deposit' ? 'deposit' : 'withdrawal',
  text: `${paymentNames[kind]} of ${cents(amount)} ${step}${because(reason === null ? null : houseReason(reason))}`,
  ref: `payment/${payment}`,
  by: step === 'requested' ? self : 'payments',
})

const paymentNames = { deposit: 'Deposit', withdrawal: 'Withdrawal', return: 'Return to the payer' }

const sessionTexts = { opened: 'Logged in', ended: 'Logged out', revoked: 'Session ended by an operator' }

export const sessionRow: RowOf<typeof sessionSteps> = ({ id, step }) => ({
  kind: 'session',
  text: sessionTexts[step],
  ref: `session/${id / 2n}`,
  by: step === 'revoked' ? 'operator' : self,
})

const becameTexts = {
  in_force: 'in force at once',
  waiting: 'waits 24 hours',
  still_waiting: 'still waits',
  confirmed: 'confirmed',
}

export const limitRow: RowOf<typeof limitChanges> = ({ id, kind, period, before, asked, became, by }) => ({
  kind: 'limit',
  text: `${named(kind)} limit a ${period}: ${amountOrNone(before)} → ${amountOrNone(asked)}, ${becameTexts[became]}`,
  ref: `limit/${id}`,
  by: by ?? self,
})

const amountOrNone = (amount: bigint | null): string => (amount === null ? 'none' : cents(amount))
const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const exclusionRow: RowOf<typeof exclusionBegins> = ({ kind, period, until, by, ...asked }) => ({
  kind: 'exclusion',
  text: (kind === 'closed' ? 'Account closed' : `${named(kind)} ${lengthText(period, until)}`) + askedText(asked),
  ref: null,
  by: by ?? self,
})

const lengthText = (period: string, until: Date | null): string =>
  period === 'permanent' ? 'for good' : `of ${period}, until ${until?.toISOString().slice(0, 16)}Z`

const askedText = ({ askedBy, reference }: { askedBy: string | null; reference: string | null }): string =>
  askedBy === null || askedBy === 'self' ? '' : `, asked by ${askedBy}${reference === null ? '' : ` (${reference})`}`

const identityTexts = {
  signed_up: 'Account opened',
  number_confirmed: 'Phone number confirmed',
  submitted: 'Documents sent',
  passed: 'Identity confirmed',
  failed: 'Identity check failed',
  wanted: 'Identity required',
}

export const identityRow: RowOf<typeof identitySteps> = ({ step, document, reason, by }) => ({
  kind: 'identity',
  text: `${identityTexts[step]}${document === null ? '' : `, ${document.replaceAll('_', ' ')}`}${because(reason)}`,
  ref: null,
  by: by ?? self,
})

export const messageRow: RowOf<typeof messagesOf> = ({ id, text, by, failed }) => ({
  kind: 'message',
  text: failed ? `Not sent: ${text}` : text,
  ref: `message/${id}`,
  by,
})

const mailed = { handed: 'being sent', sent: 'sent', failed: 'not sent', unknown: 'perhaps sent' }

const mailingNames = { service: 'Service message', security: 'Message about security', promotion: 'Promotion' }

export const mailingRow: RowOf<typeof mailingSteps> = ({ id, kind, bySms, inApp, state, delivery, text, by }) => ({
  kind: 'message',
  text: `${mailingNames[kind]} ${[...(bySms ? ['by SMS'] : []), ...(inApp ? ['in the app'] : [])].join(' and ')}, ${
    delivery === 'delivered' ? 'delivered' : delivery === 'failed' ? 'not delivered' : mailed[state]
  }: “${text}”`,
  ref: `mailing/${id}`,
  by,
})

const consentPlaces = {
  sign_up: () => 'at the sign-up',
  profile: () => 'in the profile',
  sms: (given: boolean) => `by the word ${given ? 'START' : 'STOP'}`,
  provider: () => 'by the list of the SMS provider',
}

export const consentRow: RowOf<typeof consentSteps> = ({ channel, given, wording, how }) => ({
  kind: 'message',
  text: `${given ? 'Agreed to' : 'Took back the consent to'} promotions ${channel === 'sms' ? 'by SMS' : 'in the app'}, ${consentPlaces[how](given)}${
    wording === null ? '' : `, sentence of ${wording}`
  }`,
  ref: null,
  by: self,
})

export const receivedRow: RowOf<typeof messagesFrom> = ({ text, reply }) => ({
  kind: 'message',
  text: `SMS “${text}”${reply === null ? '' : `, answered “${reply}”`}`,
  ref: null,
  by: self,
})

export const noteRow: RowOf<typeof notesOf> = ({ id, text, by }) => ({ kind: 'note', text, ref: `note/${id}`, by })

export const markerRow: RowOf<typeof markerSteps> = ({ id, rule, step, by }) => ({
  kind: 'protection',
  text: `Marker ${rule.replaceAll('_', ' ')} ${step}`,
  ref: `marker/${id / 2n}`,
  by: by ?? 'house',
})

export const contactRow: RowOf<typeof contactSteps> = ({ id, by, channel, measure, followUpOn }) => ({
  kind: 'protection',
  text: `Conversation about play, ${channel}, measure ${measure}${followUpOn === null ? '' : `, again on ${followUpOn}`}`,
  ref: `contact/${id}`,
  by,
})

const shownTexts: Readonly<Record<ShownKind, string>> = {
  reality_check: 'Shown: the reality check',
  help_line: 'Shown: the help line',
  break_notice: 'Shown: that games and deposits are closed',
  promotions_withheld: 'Shown: no promotions',
  limit_refused: 'Refused by an own limit',
  break_refused: 'Refused because of the break or exclusion',
  break_banner: 'Shown: the banner of the break or exclusion',
}

export const shownRow: RowOf<typeof shownTo> = ({ what, about }) => ({
  kind: 'protection',
  text: about === null ? shownTexts[what] : `${shownTexts[what]}, ${about.replaceAll('_', ' ')}`,
  ref: null,
  by: 'house',
})

export const withheldRow: RowOf<typeof withheldFrom> = ({ id }) => ({
  kind: 'protection',
  text: 'A message to many was withheld',
  ref: `messages/${id}`,
  by: 'house',
})

const factText = ([name, value]: readonly [string, unknown]): string =>
  `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`

export const lineRow = ({ id, action, operator, facts, reason, outcome }: BettorLine): Row => ({
  kind: 'operator',
  text: [action, ...Object.entries(facts).map(factText), outcome ?? 'not ended'].join(', ') + because(reason),
  ref: `audit/${id}`,
  by: operator,
})
