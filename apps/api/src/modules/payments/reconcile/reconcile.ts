import { parse } from 'csv-parse/sync'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { UnresolvedBecause } from '../withdrawals/withdrawals.ts'
import { type Settled, settledBetween, unresolvedOf } from './store.ts'

/** One movement of a provider's statement; money in is above zero, money out below. */
export type StatementLine = {
  readonly receipt: string
  readonly reference: string
  readonly amount: bigint
  readonly at: Date | undefined
}

/** A payment for the report: its state, its reason, and the operators who ended it. */
export type PaymentSummary = { readonly payment: bigint; readonly state: string; readonly endedBy: string | null }

/**
 * What does not match. `missingHere`: lines that the ledger lacks, with the payment that has their receipt. `missingThere`: movements of the
 * ledger that the statement lacks. `unresolved`: payouts whose money is in transit until operators end them.
 */
export type Reconciliation = {
  readonly matched: number
  readonly missingHere: readonly (StatementLine & { readonly here: PaymentSummary | undefined })[]
  readonly missingThere: readonly (PaymentSummary & { receipt: string | null; amount: string; at: string })[]
  readonly differing: readonly (PaymentSummary & { receipt: string; here: string; there: string })[]
  readonly unresolved: readonly { payment: bigint; amount: string; because: UnresolvedBecause; sentAt: string }[]
}

const nairobi = '+03:00'

/**
 * Reads a statement as M-Pesa's portal gives it: "Receipt No.", "Completion Time", "Paid In", "Withdrawn", "A/C No.",
 * "Transaction Status". Lines before the head are passed over, as are movements that were not completed.
 */
export function readStatement(csv: string): StatementLine[] {
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  const head = rows.findIndex((row) => row.some((cell) => /^receipt no\.?$/i.test(cell)))
  if (head < 0) throw new Error('The statement has no column "Receipt No."')
  const names = (rows[head] ?? []).map((name) => name.toLowerCase())
  const column = (row: readonly string[], name: RegExp) => row[names.findIndex((one) => name.test(one))] ?? ''
  return rows.slice(head + 1).flatMap((row): StatementLine[] => {
    const receipt = column(row, /^receipt no/)
    const state = column(row, /^transaction status/)
    if (receipt === '' || (state !== '' && !/^completed$/i.test(state))) return []
    const paidIn = amountOf(column(row, /^paid in/))
    const withdrawn = amountOf(column(row, /^withdrawn/))
    return [
      {
        receipt,
        reference: column(row, /^a\/c no/),
        amount: paidIn - withdrawn,
        at: timeOf(column(row, /^completion time/)),
      },
    ]
  })
}

const amountOf = (text: string): bigint => parseMoney(text.replace(/[,\s-]/g, '')) ?? 0n

function timeOf(text: string): Date | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? undefined
  const turned = /^(\d\d)[-./](\d\d)[-./](\d{4})[ T](\d\d:\d\d:\d\d)/.exec(text) ?? undefined
  if (found) return new Date(`${found[1]}-${found[2]}-${found[3]}T${found[4]}${nairobi}`)
  return turned && new Date(`${turned[3]}-${turned[2]}-${turned[1]}T${turned[4]}${nairobi}`)
}

type Reconciling = { db: Db; ledger: Ledger; provider: ProviderName; lines: readonly StatementLine[] }
type Moved = Map<bigint, { amount: bigint; at: Date }>

/**
 * Compares a statement with the ledger, by receipt, or by account reference where we never learned the receipt. Movements of the ledger
 * count between the first and the last time of the statement.
 */
export async function reconcile({ db, ledger, provider, lines }: Reconciling): Promise<Reconciliation> {
  const times = lines.flatMap((line) => (line.at ? [line.at.getTime()] : []))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const from = new Date(times.length > 0 ? first - slackMs : 0)
  const to = new Date(times.length > 0 ? last + slackMs : lastMs)
  const moved = await movedBetween(ledger, provider, { from, to })
  const settled = await settledBetween(db, {
    provider,
    ids: [...moved.keys()],
    receipts: lines.map((line) => line.receipt),
    references: lines.map((line) => line.reference),
  })
  const compared = compareLines(lines, moved, settled)
  const isInside = ({ at }: { at: Date }) => times.length === 0 || (at.getTime() >= first && at.getTime() <= last)
  const byId = new Map(settled.map((row) => [row.id, row]))
  const missingThere = [...moved]
    .filter(([payment, move]) => !compared.met.has(payment) && isInside(move))
    .map(([payment, { amount, at }]) => ({
      ...stateOf(payment, byId.get(payment)),
      receipt: byId.get(payment)?.receipt ?? null,
      amount: formatMoney(money(amount)),
      at: at.toISOString(),
    }))
  const { met, missingHere, differing } = compared
  const unresolved = (await unresolvedOf(db, provider)).map(({ id, sum, because, sentAt }) => ({
    payment: id,
    amount: formatMoney(money(sum)),
    because,
    sentAt: sentAt.toISOString(),
  }))
  return { matched: met.size - differing.length, missingHere, missingThere, differing, unresolved }
}

/** What each payment moved at the provider, money in above zero. A payout that was paid with more has two movements. */
async function movedBetween(ledger: Ledger, provider: ProviderName, span: { from: Date; to: Date }): Promise<Moved> {
  const moved: Moved = new Map()
  for (const entry of await ledger.houseEntries(`provider:${provider}`, span)) {
    const payment = /^payment\/(\d+)$/.exec(entry.about ?? '')?.[1]
    if (payment === undefined) continue
    const id = BigInt(payment)
    moved.set(id, { amount: (moved.get(id)?.amount ?? 0n) - entry.amount, at: moved.get(id)?.at ?? entry.at })
  }
  return moved
}

function compareLines(lines: readonly StatementLine[], moved: Moved, settled: readonly Settled[]) {
  const byReceipt = new Map(settled.flatMap((row) => (row.receipt === null ? [] : [[row.receipt, row] as const])))
  const byReference = new Map(
    settled.flatMap((row) => (row.receipt === null && row.reference !== null ? [[row.reference, row] as const] : [])),
  )
  const met = new Set<bigint>()
  const missingHere: Reconciliation['missingHere'][number][] = []
  const differing: Reconciliation['differing'][number][] = []
  for (const line of lines) {
    const row = byReceipt.get(line.receipt) ?? byReference.get(line.reference)
    const here = row && moved.get(row.id)
    if (!row || !here || met.has(row.id)) missingHere.push({ ...line, here: row && stateOf(row.id, row) })
    else {
      met.add(row.id)
      const { receipt } = line
      const [ours, theirs] = [formatMoney(money(here.amount)), formatMoney(money(line.amount))]
      if (ours !== theirs) differing.push({ ...stateOf(row.id, row), receipt, here: ours, there: theirs })
    }
  }
  return { met, missingHere, differing }
}

function stateOf(payment: bigint, row: Settled | undefined): PaymentSummary {
  const reason = row?.reason ? ` (${row.reason})` : ''
  return { payment, state: `${row?.state ?? 'unknown'}${reason}`, endedBy: row?.endedBy ?? null }
}

const slackMs = 72 * 3_600_000
const lastMs = Date.UTC(9999, 0)
