import { consoleReports } from '@nare/contract/console-reports'
import { consoleTaxes } from '@nare/contract/console-taxes'
import type { Area, AreaDeps } from '#area'
import type { Identity } from '#modules/identity/identity'
import { grossTaxesOf, type Ledger } from '#modules/ledger/ledger'
import { mount } from '#platform/calls'
import { declareTaxes } from './declare.ts'
import { openRollUps, unpaidTaxes } from './report.ts'
import { taxTimeSettings, taxTimesOf } from './tax-times.ts'
import { reportRoutes, serveReportFiles, taxRoutes, type ReportDeps } from './routes.ts'

type Deps = Pick<AreaDeps, 'db' | 'clock' | 'country' | 'settings'> &
  Pick<ReportDeps, 'payments' | 'betting'> & {
    readonly ledger: Ledger
    readonly identity: Pick<Identity, 'accountSources'>
  }

/** The figures of the house: sums that follow the ledger, reports, taxes. */
export function openReportArea({ identity, ...given }: Deps) {
  given.settings.declare(taxTimeSettings)
  const times = () => taxTimesOf(given.settings.now())
  const country = {
    timeZone: given.country.timeZone,
    get grossTaxes() {
      return grossTaxesOf(given.settings.now())
    },
  }
  const deps = { ...given, country, times, accountSources: identity.accountSources }
  const rollUps = openRollUps(deps)
  const area: Area = {
    jobs: [
      { name: 'figures', everyMs: 1_000, run: rollUps.follow },
      { name: 'figures of sources', everyMs: 5_000, run: rollUps.followSources },
      { name: 'tax declarations', everyMs: 60_000, run: () => declareTaxes(deps) },
    ],
    routes(mounting) {
      mount(mounting, consoleReports, reportRoutes(deps))
      mount(mounting, consoleTaxes, taxRoutes(deps))
      serveReportFiles(mounting, deps)
    },
  }
  /** The declared taxes that should be paid by now. */
  const unpaid = () => unpaidTaxes(given.db, { zone: country.timeZone, times: times() })
  return { rollUps, taxes: { unpaid }, area }
}
