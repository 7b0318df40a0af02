import type { Area, AreaDeps } from '#area'
import { openLedger } from './ledger.ts'
import { taxSettings } from './taxes.ts'

type Deps = Pick<AreaDeps, 'db' | 'country' | 'log' | 'settings'>

export async function openLedgerArea({ db, country, log, settings }: Deps) {
  settings.declare(taxSettings)
  const ledger = await openLedger({ db, currency: country.currency, log })
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
