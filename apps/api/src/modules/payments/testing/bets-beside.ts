import { countedEvents, openBetting } from '#modules/betting/betting'
import { openCatalog } from '#modules/catalog/catalog'
import { turnsInMemory } from '#platform/turns'
import { atBetPoints, type BetPoint } from '#sandbox/bet-points'

type BetDeps = Pick<Parameters<typeof openBetting>[0], 'db' | 'clock' | 'live' | 'log' | 'ledger' | 'country'>

/** Catalog and betting beside payments, which call `reach` at each step; it throws to end them there. */
export async function openBets({ reach, ...deps }: BetDeps & { reach: (point: BetPoint) => void }) {
  const points = atBetPoints(reach)
  const catalog = openCatalog(deps)
  const betting = await openBetting({
    ...deps,
    money: deps.db,
    turns: turnsInMemory(),
    liveSessions: async (_tx, sessions) => new Set(sessions.map((one) => one.signingKey)),
    ledger: points.ledger(deps.ledger),
    catalog,
    events: points.events(countedEvents(() => undefined)),
    wait: async () => undefined,
  })
  catalog.connectSettlement(points.settlement(betting))
  return { catalog, betting }
}
