import type { FailureCode } from '@nare/contract/failures'
import type { Outcome, Refusal } from '@nare/contract/outcome'
import { transact, type Db } from '#platform/db'
import type { HouseDecision } from '../deps.ts'
import type { Payments } from '../payments.ts'
import type { ConfirmedEnd } from '../withdrawals/operator-ends.ts'

/** Makes a decision of operators that nobody else must confirm any more, and publishes nothing: as if the process ended after the commit. */
export async function decideOnly<I, A, F extends FailureCode>(
  db: Db,
  { read, work }: HouseDecision<I, A, F>,
  given: I,
): Promise<Outcome<A, F>> {
  let refusal: Refusal<F> | undefined
  const deciding = transact(db, async (tx) => {
    const basis = await read(tx, given)
    const decided = basis.ok ? await work(tx, given) : basis
    if (decided.ok) return decided
    // A refusal undoes what its transaction wrote.
    refusal = decided
    throw new Error(decided.code)
  })
  return deciding.catch((error: unknown) => {
    if (refusal) return refusal
    throw error
  })
}

/** Makes a decision of operators that nobody else must confirm any more, as the platform does. */
export async function decideNow<I, A, F extends FailureCode>(
  db: Db,
  decision: HouseDecision<I, A, F>,
  given: I,
): Promise<Outcome<A, F>> {
  const decided = await decideOnly(db, decision, given)
  if (decided.ok) await decision.after(given, decided.value)
  return decided
}

/** What asha found out about a payout, and ben too. */
export type FoundEnd = Omit<ConfirmedEnd, 'operator' | 'proposedBy' | 'reason'>

/** Ends a payout as ben confirms it after asha. The query that follows a proposal is not made. */
export const endNow = (db: Db, { decisions }: Payments['operator'], found: FoundEnd) =>
  decideNow(db, decisions.payoutEnd, {
    ...found,
    operator: 'ben',
    proposedBy: 'asha',
    reason: 'It is in the statement',
  })

/** Ends a payout as two operators do: the provider is queried again once the first one has proposed it. */
export async function endByTwo(db: Db, operator: Payments['operator'], found: FoundEnd) {
  await operator.afterEndProposed(found.withdrawal)
  return endNow(db, operator, found)
}
