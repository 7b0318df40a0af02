import { formatMoney, money } from '@nare/money/money'
import type { UnresolvedBecause } from '../withdrawals/withdrawals.ts'
import { compare, noEndMs, type Reconciling } from './compare.ts'
import type { StatementLine } from './statement.ts'
import { type Settled, unresolvedOf } from './store.ts'

export { NoStatement, readStatement, type StatementLine } from './statement.ts'
export { openReconciliation } from './days.ts'

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

/**
 * Compares a statement with the ledger. A line matches a payment by receipt, or by account reference if the payment has no receipt. Ledger
 * movements count as missing from the statement only if they lie between its first and its last time.
 */
export async function reconcile({ db, ledger, provider, lines }: Reconciling): Promise<Reconciliation> {
  const span = spanOf(lines)
  const all = { from: new Date(0), to: new Date(noEndMs) }
  const within = span ? { from: new Date(span.firstMs), to: new Date(span.lastMs + 1) } : all
  const { matched, missingInLedger, differing, oursOnly } = await compare({ db, ledger, provider, lines }, within)
  const unresolved = (await unresolvedOf(db, provider)).map(({ id, sum, because, sentAt }) => ({
    payment: id,
    amount: formatMoney(money(sum)),
    because,
    sentAt: sentAt.toISOString(),
  }))
  return {
    matched: matched.size - differing.length,
    missingInLedger: missingInLedger.map(({ known, ...line }) => ({
      ...line,
      known: known && stateOf(known.id, known),
    })),
    missingInStatement: oursOnly.map(({ payment, row, amount, at }) => ({
      ...stateOf(payment, row),
      receipt: row?.receipt ?? null,
      amount: formatMoney(money(amount)),
      at: at.toISOString(),
    })),
    differing: differing.map(({ row, line, ours }) => ({
      ...stateOf(row.id, row),
      receipt: line.receipt,
      ledgerAmount: formatMoney(money(ours)),
      statementAmount: formatMoney(money(line.amount)),
    })),
    unresolved,
  }
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

function stateOf(payment: bigint, row: Settled | undefined): PaymentSummary {
  const reason = row?.reason ? ` (${row.reason})` : ''
  return { payment, state: `${row?.state ?? 'unknown'}${reason}`, endedBy: row?.endedBy ?? null }
}
