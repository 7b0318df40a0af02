import type { operatorReconciliation as contract } from '@nare/contract/operator-payments-reconciliation'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import type { Payments } from '../payments.ts'
import { text } from './views.ts'

type Reconciliation = Payments['operator']['reconciliation']
type View = Awaited<ReturnType<Reconciliation['view']>>
type Shown = Answer<typeof contract.reconciliation>

/** The calls that compare the ledger with the providers' statements. */
export function reconciliationRoutes(reconciliation: Reconciliation): Handlers<typeof contract> {
  return {
    reconciliation: async ({ provider, day }) => done(shown(await reconciliation.view({ provider, day }))),
    async reconcileDay(given, call) {
      const compared = await reconciliation.upload({ ...given, operator: call.operator })
      return compared.ok ? done(shown(compared.value)) : compared
    },
    async endDifference({ id, action, reason }, { operator }) {
      const ended = await reconciliation.end({ id: BigInt(id), action, reason, operator })
      return ended.ok ? done({ state: ended.value }) : ended
    },
  }
}

function shown({ provider, day, statement, differences, open }: View): Shown {
  const of = (kind: View['differences'][number]['kind']) =>
    differences.filter((one) => one.kind === kind).map(differenceRow)
  return {
    provider,
    day,
    statement: statement
      ? {
          ...{ id: statement.id, by: statement.operator, at: statement.at.toISOString(), lines: statement.lines },
          ...{ other_days: statement.otherDays, not_completed: statement.notCompleted },
        }
      : null,
    matched: statement?.matched ?? 0,
    ours_only: of('ours_only'),
    theirs_only: of('theirs_only'),
    differs: of('differs'),
    open,
    bad_rows: [...(statement?.badRows ?? [])],
    bad_lines: statement?.badLines ?? 0,
  }
}

const amountText = (cents: bigint | null): string | null => (cents === null ? null : text(cents))

function differenceRow(row: View['differences'][number]): Shown['differs'][number] {
  const { kind, receipt, reference, line, state, reason, paymentState } = row
  return {
    difference_id: row.id.toString(),
    ...{ kind, receipt, reference, line, state, reason },
    payment_id: row.payment?.toString() ?? null,
    payment_state: paymentState,
    ours: amountText(row.ours),
    theirs: amountText(row.theirs),
    at: row.at?.toISOString() ?? null,
    by: row.operator,
    acted_at: row.actedAt?.toISOString() ?? null,
  }
}
