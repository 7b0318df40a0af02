import { parse } from 'csv-parse/sync'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import type { ProviderName } from './ports.ts'
import { settledBetween } from './store-reconcile.ts'

/** One movement of a provider's statement; money in is above zero, money out below. */
export type StatementLine = {
  readonly receipt: string
  readonly reference: string
  readonly amount: bigint
  readonly at: Date | undefined
}

/** What does not meet: lines of the statement that the ledger lacks, movements of the ledger that the statement lacks. */
export type Reconciliation = {
  readonly matched: number
  readonly missingHere: readonly StatementLine[]
  readonly missingThere: readonly { payment: bigint; receipt: string | null; amount: string; at: string }[]
  readonly differing: readonly { receipt: string; here: string; there: string }[]
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

/**
 * Lays a statement beside the ledger, by receipt, or by account reference where we never learned the receipt. What the ledger moved
 * is looked for between the first and the last time of the statement.
 */
export async function reconcile({ db, ledger, provider, lines }: Reconciling): Promise<Reconciliation> {
  const times = lines.flatMap((line) => (line.at ? [line.at.getTime()] : []))
  const from = new Date(times.length > 0 ? Math.min(...times) - slackMs : 0)
  const to = new Date(times.length > 0 ? Math.max(...times) + slackMs : lastMs)
  const moved = new Map<bigint, { amount: bigint; at: Date }>()
  for (const entry of await ledger.houseEntries(`provider:${provider}`, { from, to })) {
    const payment = /^payment\/(\d+)$/.exec(entry.about ?? '')?.[1]
    if (payment !== undefined) moved.set(BigInt(payment), { amount: -entry.amount, at: entry.at })
  }
  const known = await settledBetween(db, {
    provider,
    ids: [...moved.keys()],
    receipts: lines.map((line) => line.receipt),
    references: lines.map((line) => line.reference),
  })
  const byReceipt = new Map(known.flatMap((row) => (row.receipt === null ? [] : [[row.receipt, row.id] as const])))
  const byReference = new Map(
    known.flatMap((row) => (row.receipt === null && row.reference !== null ? [[row.reference, row.id] as const] : [])),
  )
  const met = new Set<bigint>()
  const missingHere: StatementLine[] = []
  const differing: { receipt: string; here: string; there: string }[] = []
  for (const line of lines) {
    const payment = byReceipt.get(line.receipt) ?? byReference.get(line.reference)
    const here = payment === undefined ? undefined : moved.get(payment)
    if (payment === undefined || !here || met.has(payment)) missingHere.push(line)
    else if (here.amount !== line.amount)
      differing.push({
        receipt: line.receipt,
        here: formatMoney(money(here.amount)),
        there: formatMoney(money(line.amount)),
      })
    if (payment !== undefined) met.add(payment)
  }
  const receiptOf = new Map(known.map((row) => [row.id, row.receipt]))
  const inside = ({ at }: { at: Date }) =>
    times.length === 0 || (at.getTime() >= Math.min(...times) && at.getTime() <= Math.max(...times))
  const missingThere = [...moved]
    .filter(([payment, move]) => !met.has(payment) && inside(move))
    .map(([payment, { amount, at }]) => ({
      payment,
      receipt: receiptOf.get(payment) ?? null,
      amount: formatMoney(money(amount)),
      at: at.toISOString(),
    }))
  return { matched: met.size - differing.length, missingHere, missingThere, differing }
}

const slackMs = 72 * 3_600_000
const lastMs = Date.UTC(9999, 0)
