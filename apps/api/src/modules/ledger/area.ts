import { ledger as calls } from '@nare/contract/ledger'
import type { Area, AreaDeps } from '#area'
import type { Betting } from '#modules/betting/betting'
import type { Casino } from '#modules/casino/casino'
import type { Payments } from '#modules/payments/payments'
import { mount } from '#platform/calls'
import { openLedger } from './ledger.ts'
import { ledgerRoutes, serveStatementFile } from './statement-routes.ts'
import { openStatement } from './statement.ts'

export async function openLedgerArea({ db, country, log }: Pick<AreaDeps, 'db' | 'country' | 'log'>) {
  const ledger = await openLedger({ db, currency: country.currency, log })
  const area: Area = {
    topics: ledger.answerLive,
    jobs: [{ name: 'house checkpoints', everyMs: 3_600_000, run: () => ledger.checkpoint() }],
  }
  return { ledger, area }
}

type StatementSources = {
  readonly payments: Pick<Payments, 'withdrawalTaxes'>
  readonly betting: Pick<Betting, 'products'>
  readonly casino: Pick<Casino, 'paymentGames'>
}

/** The bettor's statement: the ledger's entries with the taxes of payments. */
export function openStatementArea({ db, country, payments, betting, casino }: AreaDeps & StatementSources) {
  const statement = openStatement({
    db,
    country,
    withdrawalTaxes: payments.withdrawalTaxes,
    products: betting.products,
    casinoGames: casino.paymentGames,
  })
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, ledgerRoutes(statement))
      serveStatementFile(mounting, statement)
    },
  }
  return { area }
}
