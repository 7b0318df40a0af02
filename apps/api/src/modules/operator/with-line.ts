import type { FailureCode } from '@nare/contract/failures'
import type { Outcome } from '@nare/contract/outcome'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { outcomeText, type Action } from '#platform/operator-calls'
import { insertAction, insertOutcome } from './store.ts'

/** Does something in a transaction between its line of the audit log and the outcome, for what no operators' call does. */
export async function withLine<T, F extends FailureCode>(
  db: Db,
  action: Action,
  work: (tx: Tx) => Promise<Outcome<T, F>>,
): Promise<Outcome<T, F>> {
  const line = await insertAction(db, action)
  return transact(db, async (tx) => {
    const outcome = await work(tx)
    const ended = await insertOutcome(tx, line, { outcome: outcome.ok ? outcomeText(outcome.value) : outcome.code })
    invariant(ended, 'the line of what is done here is still open')
    return outcome
  })
}
