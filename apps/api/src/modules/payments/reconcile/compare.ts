import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { StatementLine } from './statement.ts'
import { type Settled, settledBetween } from './store.ts'

export type Reconciling = { db: Db; ledger: Ledger; provider: ProviderName; lines: readonly StatementLine[] }
export type Span = { readonly from: Date; readonly to: Date }
type Moved = Map<bigint, { amount: bigint; at: Date }>

const slackMs = 72 * 3_600_000
export const noEndMs = Date.UTC(9999, 0)

export type Compared = ReturnType<typeof compareLines> & {
  /** Ledger movements within the span that the statement lacks. */
  readonly oursOnly: readonly { payment: bigint; row: Settled | undefined; amount: bigint; at: Date }[]
  /** Matched payments whose ledger movement lies outside the span. */
  readonly elsewhere: readonly bigint[]
}

/** Compares the lines of a statement with the ledger, which may book a payment up to three days before or after. */
export async function compare({ db, ledger, provider, lines }: Reconciling, span: Span): Promise<Compared> {
  const from = new Date(Math.max(0, span.from.getTime() - slackMs))
  const to = new Date(Math.min(noEndMs, span.to.getTime() + slackMs))
  const moved = await movedBetween(ledger, provider, { from, to })
  const settled = await settledBetween(db, {
    provider,
    ids: [...moved.keys()],
    receipts: lines.map((line) => line.receipt),
    references: lines.map((line) => line.reference),
  })
  const compared = compareLines(lines, moved, settled)
  const byId = new Map(settled.map((row) => [row.id, row]))
  const isInside = ({ at }: { at: Date }) => at >= span.from && at < span.to
  const isMatched = (payment: bigint) => compared.matched.has(payment)
  return {
    ...compared,
    oursOnly: [...moved]
      .filter(([payment, move]) => !isMatched(payment) && isInside(move))
      .map(([payment, move]) => ({ payment, row: byId.get(payment), ...move })),
    elsewhere: [...moved]
      .filter(([payment, move]) => isMatched(payment) && !isInside(move))
      .map(([payment]) => payment),
  }
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
  const missingInLedger: (StatementLine & { known: Settled | undefined })[] = []
  const differing: { row: Settled; line: StatementLine; ours: bigint }[] = []
  for (const line of lines) {
    const row = byReceipt.get(line.receipt) ?? byReference.get(line.reference)
    const move = row && moved.get(row.id)
    if (!row || !move || matched.has(row.id)) missingInLedger.push({ ...line, known: row })
    else {
      matched.add(row.id)
      if (move.amount !== line.amount) differing.push({ row, line, ours: move.amount })
    }
  }
  return { matched, missingInLedger, differing }
}
