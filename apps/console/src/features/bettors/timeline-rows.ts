import { timelineKinds, type TimelineKind, type TimelineRow } from '@nare/contract/console-bettors'
import { amountText, countText, labelOf, momentsText } from '../../parts/format.ts'
import type { IconName } from '../../parts/icon.tsx'
import { hasWords } from '../../parts/has-words.ts'
import { actionText } from '../../parts/proposal-facts.ts'

/** The filters of the timeline: what each is called, and its kinds. */
export const groups = [
  { name: 'Bets', kinds: ['stake', 'return'] },
  { name: 'Payments', kinds: ['deposit', 'withdrawal'] },
  { name: 'Sessions', kinds: ['session'] },
  { name: 'Limits', kinds: ['limit', 'exclusion'] },
  { name: 'Identity', kinds: ['identity'] },
  { name: 'Messages', kinds: ['message'] },
  { name: 'Notes', kinds: ['note'] },
  { name: 'Protection', kinds: ['protection'] },
  { name: 'Operators', kinds: ['operator'] },
] as const satisfies readonly { name: string; kinds: readonly TimelineKind[] }[]

type Count = { readonly kind: TimelineKind; readonly count: number; readonly more: boolean }

/** How many lines the kinds of a group have: "1,412", or "2,000+" where not all were counted; nothing until they are. */
export function groupCount(counts: readonly Count[], kinds: readonly TimelineKind[]): string {
  const own = counts.filter(({ kind }) => kinds.includes(kind))
  if (own.length === 0) return ''
  return `${countText(own.reduce((sum, { count }) => sum + count, 0))}${own.some(({ more }) => more) ? '+' : ''}`
}

export const iconOfKind: Readonly<Record<TimelineKind, IconName>> = {
  stake: 'bets',
  return: 'bets',
  deposit: 'payments',
  withdrawal: 'payments',
  session: 'phone',
  limit: 'gauge',
  exclusion: 'pause',
  identity: 'bettors',
  message: 'chat',
  note: 'note',
  protection: 'eye',
  operator: 'house',
}

/** The kinds of an address, "stake,return"; those that do not exist are left out. */
export const kindsOf = (text: string | undefined): readonly TimelineKind[] => {
  const named = (text ?? '').split(',')
  return timelineKinds.filter((kind) => named.includes(kind))
}

/** The kinds of an address with those of a group added, or taken out if all were in; undefined for none, which shows everything. */
export function toggled(text: string | undefined, group: readonly TimelineKind[]): string | undefined {
  const before = kindsOf(text)
  const isOn = group.every((kind) => before.includes(kind))
  const after = timelineKinds.filter((kind) => (group.includes(kind) ? !isOn : before.includes(kind)))
  return after.length === 0 ? undefined : after.join(',')
}

export type ShownRow = TimelineRow & { readonly id: string }

/** Rows with an id each that stays when newer ones come. Rows of one moment about one thing are told apart by their count from the oldest. */
export function withIds(rows: readonly TimelineRow[]): readonly ShownRow[] {
  const seen = new Map<string, number>()
  const named = rows.toReversed().map((row) => {
    const key = [row.at, row.kind, row.ref ?? '', row.text].join(' ')
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return { ...row, id: `${key} ${count}` }
  })
  return named.toReversed()
}

/** Whether a row has the words of a text in what it says, its reference or its author. */
export const hasText = (row: TimelineRow, q: string): boolean =>
  hasWords([row.text, row.ref ?? '', refText(row), row.by], q)

/** What a row says: an operator's action as words, amounts and moments as everywhere on the page. A person's own words stay. */
export function rowText({ kind, text }: Pick<TimelineRow, 'kind' | 'text'>, nowMs: number): string {
  const words = kind === 'operator' ? text.replace(/^[a-z_]+(\.[a-z_]+)+/, actionText) : text
  const said = kind === 'note' || kind === 'message' ? words : words.replaceAll(amounts, (amount) => amountText(amount))
  return momentsText(said, nowMs)
}
const amounts = /(?<![\d.,])\d{4,}\.\d{2}(?![\d.])/g

/** What a row is about as screens write it: "Ticket 5", "D-38", "W-41"; empty for nothing. */
export function refText({ kind, ref }: Pick<TimelineRow, 'kind' | 'ref'>): string {
  const [of = '', id] = (ref ?? '').split('/')
  if (id === undefined) return of
  if (of === 'bet') return `Ticket ${id}`
  if (of === 'payment') return `${kind === 'withdrawal' ? 'W' : 'D'}-${id}`
  return labelOf(`${of} ${id}`)
}

/** The page of what a row is about, as an address of the console; undefined for none. Lines of the audit log are for who may read it. */
export function pageOfRow(
  { kind, ref }: Pick<TimelineRow, 'kind' | 'ref'>,
  { mayAudit }: { mayAudit: boolean },
): string | undefined {
  const [, of, id] = /^(bet|payment|audit|marker)\/(\d+)$/.exec(ref ?? '') ?? []
  if (of === undefined || id === undefined) return undefined
  if (of === 'audit') return mayAudit ? `/house/audit?line=${id}` : undefined
  if (of === 'bet') return `/bets/${id}`
  if (of === 'marker') return `/house/protection/markers?marker=${id}&state=any`
  return `/payments/${kind === 'withdrawal' ? 'withdrawals' : 'deposits'}/${id}`
}
