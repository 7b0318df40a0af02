import type { Area, AreaDeps } from '#area'
import type { Ledger } from '#modules/ledger/ledger'
import type { Live } from '#platform/live'
import { openBonus } from './bonus.ts'

type Deps = AreaDeps & { readonly ledger: Ledger; readonly live: Live }

/** Bonus money. Opened before betting, which spends it. */
export function openBonusArea(deps: Deps) {
  const bonus = openBonus(deps)
  const area: Area = {
    jobs: [{ name: 'bonus expiry', everyMs: 30_000, run: () => bonus.expire() }],
  }
  return { bonus, area }
}
