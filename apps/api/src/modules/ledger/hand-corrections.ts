import type { Money } from '@nare/money/money'
import { queryRows, type Tx } from '#platform/db'
import type { Credit, Payees } from './credits.ts'

/** A correction of a bettor's cash by people of the house. `id` is chosen by the caller; an id is used for one correction only. */
export type HandCorrection = {
  readonly id: string
  readonly bettor: bigint
  readonly direction: 'credit' | 'debit'
  readonly amount: Money
}

type Posts = {
  readonly house: bigint
  readonly lockPayees: (tx: Tx, bettors: readonly bigint[]) => Promise<Payees>
  readonly credit: (tx: Tx, due: readonly Credit[], payees: Payees) => Promise<void>
  readonly clawBack: (tx: Tx, back: readonly Credit[]) => Promise<void>
}

/**
 * Corrects a bettor's cash once. A credit repays a debt first; a debit takes the cash as far as it covers the amount, and the rest becomes a debt.
 * 'repeated' if this correction was made before, 'id_reused' if its id was used for another one.
 */
export async function correctByHand(
  { house, lockPayees, credit, clawBack }: Posts,
  tx: Tx,
  { id, bettor, direction, amount }: HandCorrection,
): Promise<'posted' | 'repeated' | 'id_reused'> {
  const payees = await lockPayees(tx, [bettor])
  const transfer = `correction/${id}`
  const about = `bettor/${bettor}/${direction}/${amount}`
  const earlier = await aboutOf(tx, transfer)
  if (earlier !== undefined) return earlier === about ? 'repeated' : 'id_reused'
  const one = { id: transfer, about, bettor, amount, against: house }
  if (direction === 'credit') await credit(tx, [{ ...one, kind: 'correction_credit' }], payees)
  else await clawBack(tx, [{ ...one, kind: 'correction_debit' }])
  return 'posted'
}

/** What a transfer is about; undefined if it does not exist. */
async function aboutOf(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await queryRows<{ about: string | null }>(tx)`select about from ledger.transfer where id = ${id}`
  return rows[0] && (rows[0].about ?? '')
}
