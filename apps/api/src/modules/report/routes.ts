import { consoleReports as contract } from '@nare/contract/console-reports'
import { consoleTaxes } from '@nare/contract/console-taxes'
import { done } from '@nare/contract/outcome'
import type { Country } from '#country/country'
import type { Betting } from '#modules/betting/betting'
import type { Ledger } from '#modules/ledger/ledger'
import type { Payments } from '#modules/payments/payments'
import type { Handlers, Mounting } from '#platform/calls'
import type { Clock } from '#platform/clock'
import { inBatches, serveOperatorCsv } from '#platform/csv'
import type { Db } from '#platform/db'
import { bettorsReport } from './bettor-days.ts'
import { fundsReport } from './funds.ts'
import { grossReport } from './gross.ts'
import { paymentsReport } from './payments-days.ts'
import type { AccountSources } from './places.ts'
import { remittance } from './remit.ts'
import { allTransfersOf, grossReturn, taxLines, transfersOf } from './tax-lines.ts'
import { taxReport } from './tax.ts'

export type ReportDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly country: Pick<Country, 'grossTaxes' | 'timeZone'>
  readonly ledger: Ledger
  readonly payments: { readonly operator: Pick<Payments['operator'], 'waiting' | 'sentPayouts' | 'floats'> }
  readonly betting: Pick<Betting, 'waitingSettlements'>
  readonly accountSources: AccountSources
}

/** The console's calls about figures and taxes. */
export function reportRoutes(deps: ReportDeps): Handlers<typeof contract> {
  const { db, country } = deps
  const of = { ...deps, zone: country.timeZone }
  return {
    grossReport: (filter) => grossReport(db, of.zone, filter),
    paymentsReport: (days) => paymentsReport(of, days),
    fundsReport: () => fundsReport(of),
    bettorsReport: (days) => bettorsReport(of, days),
    taxReport: (filter) => taxReport(deps, filter),
    remitTax: remittance(deps),
  }
}

/** The console's calls about what each tax consists of. */
export const taxRoutes = (deps: Pick<ReportDeps, 'db' | 'country'>): Handlers<typeof consoleTaxes> => ({
  taxLines: (filter) => taxLines(deps, filter),
  taxTransfers: async (filter) => done(await transfersOf(deps, filter)),
  grossReturn: (month) => grossReturn(deps, month),
})

/** The figures as CSV files, with the filters of their calls. */
export function serveReportFiles(mounting: Mounting, deps: ReportDeps): void {
  const { db, country } = deps
  const of = { ...deps, zone: country.timeZone }
  const sums = [
    'bets',
    'bettors',
    'stakes',
    'returns',
    'cash_outs',
    'bonus',
    'gross',
    'margin_percent',
    'gross_before',
    'gross_year_before',
  ] as const
  serveOperatorCsv(mounting, contract.grossReport, {
    columns: ['key', 'name', ...sums],
    rows: async (filter) => rowsOf(await grossReport(db, of.zone, filter)),
  })
  serveOperatorCsv(mounting, contract.paymentsReport, {
    columns: ['day', 'provider', 'deposits', 'deposited', 'withdrawals', 'withdrawn', 'sent_back', 'net'],
    rows: async (days) => rowsOf(await paymentsReport(of, days)),
  })
  serveOperatorCsv(mounting, contract.fundsReport, {
    columns: ['name', 'amount', 'said', 'said_at'],
    async rows() {
      const report = await fundsReport(of)
      return report.ok ? done(inBatches(report.value.lines)) : report
    },
  })
  serveOperatorCsv(mounting, contract.bettorsReport, {
    columns: ['day', 'signed_up', 'active', 'depositors', 'deposited', 'stakes', 'gross'],
    rows: async (days) => rowsOf(await bettorsReport(of, days)),
  })
  serveOperatorCsv(mounting, contract.taxReport, {
    columns: ['tax', 'day', 'due', 'declared', 'remitted', 'open', 'percent', 'basis'],
    rows: async (filter) => rowsOf(await taxReport(deps, filter)),
  })
  serveOperatorCsv(mounting, consoleTaxes.taxLines, {
    columns: ['day', 'tax', 'kind', 'transfers', 'amount'],
    rows: async (filter) => rowsOf(await taxLines(deps, filter)),
  })
  serveOperatorCsv(mounting, consoleTaxes.taxTransfers, {
    columns: ['transfer', 'at', 'kind', 'about', 'bettor_id', 'amount'],
    rows: async (filter) => done(allTransfersOf(deps, filter)),
  })
  serveOperatorCsv(mounting, consoleTaxes.grossReturn, {
    columns: ['product', 'bets', 'stakes', 'returns', 'gross', 'percent'],
    async rows(filter) {
      const report = await grossReturn(deps, filter)
      if (!report.ok) return report
      const { data, total, percent } = report.value
      return done(inBatches([...data, { product: 'total', ...total, percent: percent ?? '' }]))
    },
  })
}

/** The rows of a report in batches. */
function rowsOf<R extends object, F>(report: { ok: true; value: { data: readonly R[] } } | F) {
  return isDone(report) ? done(inBatches(report.value.data)) : report
}
const isDone = <R extends object, F>(
  report: { ok: true; value: { data: readonly R[] } } | F,
): report is { ok: true; value: { data: readonly R[] } } => (report as { ok: boolean }).ok
