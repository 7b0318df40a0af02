import type { Money } from '@nare/money/money'
import { queryRows, type Tx } from '#platform/db'
import type { Correction, Payees } from './credits.ts'

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
  readonly correct: (tx: Tx, correction: Correction, payees: Payees) => Promise<void>
}

/** What a correction by hand does to the cash and the debt of its bettor. */
export function handCorrectionOf(house: bigint, { id, bettor, direction, amount }: HandCorrection): Correction {
  const about = `bettor/${bettor}/${direction}/${amount}`
  const one = { id: `correction/${id}`, about, bettor, amount, against: house }
  return direction === 'credit'
    ? { back: [], due: [{ ...one, kind: 'correction_credit' }] }
    : { back: [{ ...one, kind: 'correction_debit' }], due: [] }
}

/**
 * Corrects a bettor's cash once. A credit repays a debt first; a debit takes the cash as far as it covers the amount, and the rest becomes a debt.
 * 'repeated' if this correction was made before, 'id_reused' if its id was used for another one.
 */
export async function correctByHand(
  { house, lockPayees, correct }: Posts,
  tx: Tx,
  given: HandCorrection,
): Promise<'posted' | 'repeated' | 'id_reused'> {
  const payees = await lockPayees(tx, [given.bettor])
  const correction = handCorrectionOf(house, given)
  for (const { id, about } of [...correction.back, ...correction.due]) {
    const earlier = await aboutOf(tx, id)
    if (earlier !== undefined) return earlier === about ? 'repeated' : 'id_reused'
  }
  await correct(tx, correction, payees)
  return 'posted'
}

/** What a transfer is about; undefined if it does not exist. */
async function aboutOf(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await queryRows<{ about: string | null }>(tx)`select about from ledger.transfer where id = ${id}`
  return rows[0] && (rows[0].about ?? '')
}
