import { openBetting } from '#modules/betting/betting'
import { openCatalog } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'

/** Where the platform can end in a bet's life: with its money moved and before the commit ("not"), or right after the commit. */
export const betPoints = [
  'bet not stored',
  'bet stored',
  'result not stored',
  'result stored',
  'bets not settled',
  'bets settled',
] as const
export type BetPoint = (typeof betPoints)[number]

type BetDeps = Pick<Parameters<typeof openBetting>[0], 'db' | 'clock' | 'live' | 'log' | 'ledger' | 'country'>

/** Catalog and betting beside payments, which tell of each step at which they may end; `reach` throws to end them there. */
export async function openBets({ reach, ...deps }: BetDeps & { reach: (point: BetPoint) => void }) {
  const catalog = openCatalog(deps)
  const ledger: Ledger = {
    ...deps.ledger,
    async postHeld(tx, stakes) {
      await deps.ledger.postHeld(tx, stakes)
      if (stakes.length > 0) reach('bet not stored')
    },
    async credit(tx, credits) {
      await deps.ledger.credit(tx, credits)
      reach('bets not settled')
    },
  }
  const betting = await openBetting({
    ...deps,
    ledger,
    catalog,
    count(event) {
      if (event === 'bet_placed') reach('bet stored')
      if (event === 'bet_settled') reach('bets settled')
    },
    wait: async () => undefined,
  })
  catalog.connect({
    async onResult(tx, changed) {
      await betting.onResult(tx, changed)
      reach('result not stored')
    },
    async settle(matchId) {
      reach('result stored')
      return betting.settle(matchId)
    },
  })
  return { catalog, betting }
}
