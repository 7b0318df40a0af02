import { parse } from 'csv-parse/sync'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { UnresolvedBecause } from '../withdrawals/withdrawals.ts'
import { type Settled, settledBetween, unresolvedOf } from './store.ts'

/** One line of a provider's statement. The amount is positive for money in and negative for money out. */
export type StatementLine = {
  readonly receipt: string
  readonly reference: string
  readonly amount: bigint
  readonly at: Date | undefined
}

/** A payment in the report: its state with the reason, and the operators who ended it. */
export type PaymentSummary = { readonly payment: bigint; readonly state: string; readonly endedBy: string | null }

/**
 * The result of a reconciliation. `missingInLedger`: statement lines that the ledger lacks, with our payment (`known`) if one has the receipt.
 * `missingInStatement`: ledger movements that the statement lacks. `unresolved`: payouts whose money is in transit until operators end them.
 */
export type Reconciliation = {
  readonly matched: number
  readonly missingInLedger: readonly (StatementLine & { readonly known: PaymentSummary | undefined })[]
  readonly missingInStatement: readonly (PaymentSummary & { receipt: string | null; amount: string; at: string })[]
  readonly differing: readonly (PaymentSummary & { receipt: string; ledgerAmount: string; statementAmount: string })[]
  readonly unresolved: readonly { payment: bigint; amount: string; because: UnresolvedBecause; sentAt: string }[]
}

const nairobi = '+03:00'

/**
 * Parses a statement as downloaded from the M-Pesa portal, with the columns "Receipt No.", "Completion Time", "Paid In", "Withdrawn",
 * "A/C No." and "Transaction Status". Lines before the header row and uncompleted movements are skipped.
 */
export function readStatement(csv: string): StatementLine[] {
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  const header = rows.findIndex((row) => row.some((cell) => /^receipt no\.?$/i.test(cell)))
  if (header < 0) throw new Error('The statement has no column "Receipt No."')
  const names = (rows[header] ?? []).map((name) => name.toLowerCase())
  const column = (row: readonly string[], name: RegExp) => row[names.findIndex((text) => name.test(text))] ?? ''
  return rows.slice(header + 1).flatMap((row): StatementLine[] => {
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
  const yearFirst = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? undefined
  const dayFirst = /^(\d\d)[-./](\d\d)[-./](\d{4})[ T](\d\d:\d\d:\d\d)/.exec(text) ?? undefined
  if (yearFirst) return new Date(`${yearFirst[1]}-${yearFirst[2]}-${yearFirst[3]}T${yearFirst[4]}${nairobi}`)
  return dayFirst && new Date(`${dayFirst[3]}-${dayFirst[2]}-${dayFirst[1]}T${dayFirst[4]}${nairobi}`)
}

type Reconciling = { db: Db; ledger: Ledger; provider: ProviderName; lines: readonly StatementLine[] }
type Moved = Map<bigint, { amount: bigint; at: Date }>

/**
 * Compares a statement with the ledger. A line matches a payment by receipt, or by account reference if the payment has no receipt. Ledger
 * movements count as missing from the statement only if they lie between its first and its last time.
 */
export async function reconcile({ db, ledger, provider, lines }: Reconciling): Promise<Reconciliation> {
  const span = spanOf(lines)
  const from = new Date(span ? span.firstMs - slackMs : 0)
  const to = new Date(span ? span.lastMs + slackMs : noEndMs)
  const moved = await movedBetween(ledger, provider, { from, to })
  const settled = await settledBetween(db, {
    provider,
    ids: [...moved.keys()],
    receipts: lines.map((line) => line.receipt),
    references: lines.map((line) => line.reference),
  })
  const compared = compareLines(lines, moved, settled)
  const isInside = ({ at }: { at: Date }) => !span || (at.getTime() >= span.firstMs && at.getTime() <= span.lastMs)
  const byId = new Map(settled.map((row) => [row.id, row]))
  const missingInStatement = [...moved]
    .filter(([payment, move]) => !compared.matched.has(payment) && isInside(move))
    .map(([payment, { amount, at }]) => ({
      ...stateOf(payment, byId.get(payment)),
      receipt: byId.get(payment)?.receipt ?? null,
      amount: formatMoney(money(amount)),
      at: at.toISOString(),
    }))
  const { matched, missingInLedger, differing } = compared
  const unresolved = (await unresolvedOf(db, provider)).map(({ id, sum, because, sentAt }) => ({
    payment: id,
    amount: formatMoney(money(sum)),
    because,
    sentAt: sentAt.toISOString(),
  }))
  return { matched: matched.size - differing.length, missingInLedger, missingInStatement, differing, unresolved }
}

/** The first and the last time of a statement; undefined if no line has a time. A statement can have more lines than a call has arguments. */
function spanOf(lines: readonly StatementLine[]): { firstMs: number; lastMs: number } | undefined {
  let span: { firstMs: number; lastMs: number } | undefined
  for (const { at } of lines) {
    if (!at) continue
    const ms = at.getTime()
    span = { firstMs: Math.min(span?.firstMs ?? ms, ms), lastMs: Math.max(span?.lastMs ?? ms, ms) }
  }
  return span
}

/** The net amount of each payment at the provider, positive for money in. A payout that was paid in excess has two ledger entries. */
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
  const matched = new Set<bigint>()
  const missingInLedger: Reconciliation['missingInLedger'][number][] = []
  const differing: Reconciliation['differing'][number][] = []
  for (const line of lines) {
    const row = byReceipt.get(line.receipt) ?? byReference.get(line.reference)
    const move = row && moved.get(row.id)
    if (!row || !move || matched.has(row.id)) missingInLedger.push({ ...line, known: row && stateOf(row.id, row) })
    else {
      matched.add(row.id)
      const ledgerAmount = formatMoney(money(move.amount))
      const statementAmount = formatMoney(money(line.amount))
      if (ledgerAmount !== statementAmount)
        differing.push({ ...stateOf(row.id, row), receipt: line.receipt, ledgerAmount, statementAmount })
    }
  }
  return { matched, missingInLedger, differing }
}

function stateOf(payment: bigint, row: Settled | undefined): PaymentSummary {
  const reason = row?.reason ? ` (${row.reason})` : ''
  return { payment, state: `${row?.state ?? 'unknown'}${reason}`, endedBy: row?.endedBy ?? null }
}

const slackMs = 72 * 3_600_000
const noEndMs = Date.UTC(9999, 0)
