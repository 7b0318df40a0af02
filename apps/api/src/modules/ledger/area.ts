import { ledger as calls } from '@nare/contract/ledger'
import type { Area, AreaDeps } from '#area'
import type { Payments } from '#modules/payments/payments'
import { mount } from '#platform/calls'
import { openLedger } from './ledger.ts'
import { ledgerRoutes, serveStatementFile } from './statement-routes.ts'
import { openStatement } from './statement.ts'

export async function openLedgerArea({ db, country }: Pick<AreaDeps, 'db' | 'country'>) {
  const ledger = await openLedger({ db, currency: country.currency })
  const area: Area = {
    topics: ledger.answerLive,
    jobs: [{ name: 'house checkpoints', everyMs: 3_600_000, run: () => ledger.checkpoint() }],
  }
  return { ledger, area }
}

/** The bettor's statement: the ledger's entries with the taxes of payments. */
export function openStatementArea({ db, country, payments }: AreaDeps & { payments: Payments }) {
  const statement = openStatement({ db, country, withdrawalTaxes: payments.withdrawalTaxes })
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, ledgerRoutes(statement))
      serveStatementFile(mounting, statement)
    },
  }
  return { area }
}
