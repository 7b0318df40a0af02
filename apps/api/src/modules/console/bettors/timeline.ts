import { timelineKinds, type consoleBettors as calls, type TimelineKind } from '@nare/contract/console-bettors'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { walletNames } from '@nare/contract/wallets'
import { contactSteps, markerSteps } from '#modules/care/care'
import { mailingSteps, withheldFrom } from '#modules/content/content'
import { consentSteps, identitySteps, messagesOf, notesOf, sessionSteps } from '#modules/identity/identity'
import { bettorMoves } from '#modules/ledger/ledger'
import { paymentSteps, paymentReceipts } from '#modules/payments/payments'
import { exclusionBegins, limitChanges, shownTo } from '#modules/protection/protection'
import { messagesFrom } from '#modules/sms/sms'
import { lostTickets } from '#modules/tickets/tickets'
import { mergedPage, type Place, type Source, type Stretch } from '#platform/timeline'
import type { ConsoleDeps } from '../deps.ts'
import {
  consentRow,
  contactRow,
  exclusionRow,
  identityRow,
  limitRow,
  lineRow,
  lostRow,
  mailingRow,
  markerRow,
  messageRow,
  moveRow,
  noteRow,
  paymentRow,
  receivedRow,
  sessionRow,
  shownRow,
  withheldRow,
  type Row,
} from './timeline-rows.ts'
import { kindsOfMoves } from './timeline-kinds.ts'

type Timeline = Answer<typeof calls.bettorTimeline>
type Placed = Row & Place

/** What of the timeline is for those alone who may read protection: markers, conversations, what was shown, and the lines about them. */
type Sees = { readonly seesProtection: boolean }

/**
 * Everything about a bettor in one list, newest first. Each area reads its part, with the same order by time and id, and the parts are merged page
 * by page.
 */
export async function bettorTimeline(
  deps: Pick<ConsoleDeps, 'db' | 'identity' | 'tickets' | 'bettorLines'>,
  query: Received<typeof calls.bettorTimeline>,
  sees: Sees,
): Promise<Outcome<Timeline, 'not_found'>> {
  const { before, limit, kinds = timelineKinds } = query
  const bettor = BigInt(query.id)
  const account = (await deps.identity.bettorFacts([bettor])).get(bettor)
  if (!account) return refused('not_found')
  const sources = sourcesOf(deps, { bettor, msisdn: account.msisdn, kinds: new Set(kinds), ...sees })
  const { rows, next } = await mergedPage(sources, { before, limit })
  const named = await withNames(deps, rows)
  return done({ data: named.map(shown), meta: { limit, ...(next !== undefined && { next }) } })
}

/** How many lines of each kind are counted at most. */
const countedMax = 1_000

/** How many lines of each kind the timeline of a bettor has, counted up to 1,000. */
export async function timelineCounts(
  deps: Pick<ConsoleDeps, 'db' | 'identity' | 'bettorLines'>,
  bettor: bigint,
  sees: Sees,
): Promise<Outcome<Answer<typeof calls.bettorTimelineCounts>, 'not_found'>> {
  const account = (await deps.identity.bettorFacts([bettor])).get(bettor)
  if (!account) return refused('not_found')
  const data: Answer<typeof calls.bettorTimelineCounts>['data'] = []
  for (const kind of timelineKinds) {
    const sources = sourcesOf(deps, { bettor, msisdn: account.msisdn, kinds: new Set([kind]), ...sees })
    const { rows, next } = await mergedPage(sources, { limit: countedMax })
    data.push({ kind, count: rows.length, more: next !== undefined })
  }
  return done({ data })
}

type Wanted = Sees & { readonly bettor: bigint; readonly msisdn: string; readonly kinds: ReadonlySet<TimelineKind> }

/** The parts of the timeline. A cursor names a part by its number, so their order stays: new ones come last. */
function sourcesOf(
  { db, bettorLines }: Pick<ConsoleDeps, 'db' | 'bettorLines'>,
  { bettor, msisdn, kinds, seesProtection }: Wanted,
): (Source<Placed> | undefined)[] {
  const part = <T extends Place>(
    kind: readonly TimelineKind[],
    read: (of: Stretch) => Promise<readonly T[]>,
    row: (one: T) => Row,
  ): Source<Placed> | undefined =>
    kind.some((one) => kinds.has(one))
      ? async (stretch) => (await read(stretch)).map((one) => ({ ...row(one), at: one.at, id: one.id }))
      : undefined
  const careful: typeof part = (...of) => (seesProtection ? part(...of) : undefined)
  const paid = kindsOfMoves(kinds)
  const payments = (stretch: Stretch) => paymentSteps(db, { ...stretch, bettor, ...paymentKinds(kinds) })
  return [
    part(moneyKinds, (of) => bettorMoves(db, { ...of, bettor, kinds: paid }), moveRow),
    part(['return'], (of) => lostTickets(db, { ...of, bettor }), lostRow),
    part(['deposit', 'withdrawal'], payments, paymentRow),
    part(['session'], (of) => sessionSteps(db, { ...of, bettor }), sessionRow),
    part(['limit'], (of) => limitChanges(db, { ...of, bettor }), limitRow),
    part(['exclusion'], (of) => exclusionBegins(db, { ...of, bettor }), exclusionRow),
    part(['identity'], (of) => identitySteps(db, { ...of, bettor }), identityRow),
    part(['message'], (of) => messagesOf(db, { ...of, bettor }), messageRow),
    part(['message'], (of) => messagesFrom(db, { ...of, msisdn }), receivedRow),
    part(['note'], (of) => notesOf(db, { ...of, bettor }), noteRow),
    part(['operator'], (of) => bettorLines(db, { ...of, bettor, seesProtection }), lineRow),
    careful(['protection'], (of) => markerSteps(db, { ...of, bettor }), markerRow),
    careful(['protection'], (of) => contactSteps(db, { ...of, bettor }), contactRow),
    careful(['protection'], (of) => shownTo(db, { ...of, bettor }), shownRow),
    careful(['protection'], (of) => withheldFrom(db, { ...of, bettor }), withheldRow),
    part(['message'], (of) => mailingSteps(db, { ...of, bettor }), mailingRow),
    part(['message'], (of) => consentSteps(db, { ...of, bettor }), consentRow),
  ]
}

const moneyKinds = ['stake', 'return', 'deposit', 'withdrawal', 'operator'] as const

/** The payments that the wanted kinds have. */
const paymentKinds = (kinds: ReadonlySet<TimelineKind>) => ({
  deposits: kinds.has('deposit'),
  withdrawals: kinds.has('withdrawal'),
})

/** Adds the picks to the rows of tickets, and provider and receipt to those of payments. */
async function withNames(
  { db, tickets }: Pick<ConsoleDeps, 'db' | 'tickets'>,
  rows: readonly Placed[],
): Promise<Placed[]> {
  const ids = (of: string): bigint[] => [
    ...new Set(rows.flatMap(({ ref }) => (ref?.startsWith(of) ? [BigInt(ref.slice(of.length))] : []))),
  ]
  const [texts, receipts] = await Promise.all([tickets.texts(ids('bet/')), paymentReceipts(db, ids('payment/'))])
  return rows.map((row) => {
    const [, of, id] = /^(bet|payment)\/(\d{1,18})$/.exec(row.ref ?? '') ?? []
    if (of === undefined || id === undefined) return row
    const receipt = of === 'payment' ? receipts.get(BigInt(id)) : undefined
    const auditId = receipt?.auditId ?? undefined
    const name = receipt ? receiptText(receipt) : texts.get(BigInt(id))?.picks
    // After a reason, "failed: the prompt was not answered", a provider is one thing more of the sentence.
    const mark = of === 'payment' && row.text.includes(': ') ? ',' : ':'
    const named = name === undefined || name === '' ? row : { ...row, text: `${row.text}${mark} ${name}` }
    return auditId === undefined ? named : { ...named, audit_id: auditId.toString() }
  })
}

const receiptText = ({ provider, receipt }: { provider: keyof typeof walletNames; receipt: string | null }): string =>
  receipt === null ? walletNames[provider] : `${walletNames[provider]} ${receipt}`

const shown = ({ id: _id, at, ...row }: Placed): Timeline['data'][number] => ({
  at: new Date(Number(at / 1000n)).toISOString(),
  ...row,
})
