import type { FailureCode } from '@nare/contract/failures'
import type { Outcome } from '@nare/contract/outcome'
import type { Db } from '#platform/db'
import { insertAction, insertOutcome, type AuditAction } from './store.ts'

/** The operator who requests a change, and the reason. */
export type By = { readonly operator: string; readonly reason: string }

/** Logs an action, performs it, and logs its outcome. */
export type Logged = <T, F extends FailureCode>(
  action: AuditAction,
  work: () => Promise<Outcome<T, F>>,
) => Promise<Outcome<T, F>>

export function openLogged(db: Db): Logged {
  return async (action, work) => {
    const line = await insertAction(db, action)
    const outcome = await work()
    await insertOutcome(db, line, outcome.ok ? outcomeText(outcome.value) : outcome.code)
    return outcome
  }
}

const outcomeText = (value: unknown): string => (typeof value === 'string' ? value : 'done')
