import type { Area, AreaDeps } from '#area'
import { openLedger } from './ledger.ts'
import { taxSettings, winTaxAt } from './taxes.ts'

type Deps = Pick<AreaDeps, 'db' | 'clock' | 'country' | 'log' | 'settings'>

export async function openLedgerArea({ db, clock, country, log, settings }: Deps) {
  settings.declare(taxSettings)
  const ledger = await openLedger({
    ...{ db, currency: country.currency, log },
    winTax: (product) => winTaxAt(settings.now(), country, { at: clock.date(), product }),
  })
  const area: Area = {
    topics: ledger.answerLive,
    jobs: [
      { name: 'house checkpoints', everyMs: 3_600_000, run: () => ledger.checkpoint() },
      { name: 'house flow', everyMs: 1_000, run: () => ledger.sumHouseFlow() },
      { name: 'house flow of old minutes', everyMs: 600_000, run: () => ledger.dropOldMinutes() },
    ],
  }
  return { ledger, area }
}
