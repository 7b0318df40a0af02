import { ledger as calls } from '@nare/contract/ledger'
import type { Area, AreaDeps } from '#area'
import type { Casino } from '#modules/casino/casino'
import type { Payments } from '#modules/payments/payments'
import type { Tickets } from '#modules/tickets/tickets'
import { mount } from '#platform/calls'
import { serveStatementFile, statementRoutes } from './routes.ts'
import { openStatement } from './statement.ts'

type Deps = Pick<AreaDeps, 'db' | 'country'> & {
  readonly payments: Pick<Payments, 'withdrawalTaxes'>
  readonly tickets: Pick<Tickets, 'products'>
  readonly casino: Pick<Casino, 'paymentGames'>
}

/** The bettor's statement: the ledger's entries with the taxes of payments. */
export function openStatementArea({ db, country, payments, tickets, casino }: Deps) {
  const statement = openStatement({
    db,
    country,
    withdrawalTaxes: payments.withdrawalTaxes,
    products: tickets.products,
    casinoGames: casino.paymentGames,
  })
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, statementRoutes(statement))
      serveStatementFile(mounting, statement)
    },
  }
  return { area }
}
