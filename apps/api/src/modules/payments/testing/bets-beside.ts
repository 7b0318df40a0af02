import { betEdit as editContract } from '@nare/contract/bet-edit'
import { betting as bettingContract } from '@nare/contract/betting'
import { cashOut as cashOutContract } from '@nare/contract/cash-out'
import { jackpot as jackpotContract } from '@nare/contract/jackpot'
import { points as pointsContract } from '@nare/contract/points'
import { sandbox as sandboxContract } from '@nare/contract/sandbox'
import { cashOutRoutes, openBetting } from '#modules/betting/betting'
import { openBonus } from '#modules/bonus/bonus'
import { runAfterSettling, openCatalog } from '#modules/catalog/catalog'
import { openJackpots } from '#modules/jackpot/jackpot'
import { openPoints } from '#modules/points/points'
import { countedEvents, openTickets } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import { busInMemory } from '#platform/bus'
import { mount, type Mounting } from '#platform/calls'
import { oneAtATime } from '#platform/money-command'
import { openSealing } from '#platform/sealing'
import { turnsInMemory } from '#platform/turns'
import { atBetFaultPoints, type BetFaultPoint } from '#sandbox/bet-points'
import { sandboxFeed } from '#sandbox/feed'
import { sandboxJackpots } from '#sandbox/jackpot-routes'
import { unchangedSettings } from '#testing/settings'
import { noLevels } from '#modules/settings/settings'

type BetDeps = Pick<Parameters<typeof openBetting>[0], 'db' | 'clock' | 'live' | 'log' | 'ledger' | 'country'> & {
  readonly background: Background
}

/** Opens catalog, betting, jackpots and points for a payments test. They call `reach` at each step, which may throw to end the process there. */
export async function openBets({ reach, ...given }: BetDeps & { reach: (point: BetFaultPoint) => void }) {
  const deps = {
    ...given,
    settings: unchangedSettings(given.country),
    levels: { now: () => noLevels, changed: async () => undefined },
  }
  const points = atBetFaultPoints(reach)
  const catalog = openCatalog(deps)
  const turns = turnsInMemory()
  const tickets = openTickets({ ...deps, moneyDb: deps.db })
  const at = {
    tickets,
    ledger: points.ledger(deps.ledger),
    events: points.events(countedEvents(() => undefined)),
  }
  const betting = await openBetting({
    ...deps,
    ...at,
    moneyDb: deps.db,
    turns,
    bus: busInMemory(),
    revokedSessions: async () => new Set(),
    catalog,
    chunkLegs: 4000,
    wait: async () => undefined,
  })
  const sealing = openSealing({ key: Buffer.alloc(32, 7) })
  const jackpots = openJackpots({
    ...deps,
    ...at,
    moneyDb: deps.db,
    turns,
    catalog,
    sealing,
    queueMsMax: 60_000,
  })
  catalog.connectSettlement(runAfterSettling(points.settlement(betting), jackpots.matchChanged))
  const bonus = openBonus({ ...deps, moneyDb: deps.db, publish: async () => undefined })
  const bettorPoints = openPoints({ ...deps, moneyDb: deps.db, bonus, publish: async () => undefined })
  return { catalog, betting, jackpots, bettorPoints }
}

type Bets = Awaited<ReturnType<typeof openBets>> & { readonly clock: Parameters<typeof sandboxFeed>[0]['clock'] }

/** Mounts the calls that a scenario makes about bets, jackpots, matches and points. */
export function mountBets(mounting: Mounting, { clock, catalog, betting, jackpots, bettorPoints }: Bets): void {
  const { place } = bettingContract
  mount(mounting, { place }, { place: (input, { session }) => betting.place(input, session) })
  mount(mounting, editContract, { edit: (input, { session, readAtMs }) => betting.editBet(input, session, readAtMs) })
  mount(mounting, cashOutContract, cashOutRoutes(betting.cashOut, oneAtATime(turnsInMemory())))
  const { bet } = jackpotContract
  mount(mounting, { bet }, { bet: (input, { session }) => jackpots.place(input, session) })
  const { redeem } = pointsContract
  const inTurn = oneAtATime(turnsInMemory())
  mount(
    mounting,
    { redeem },
    {
      redeem: inTurn('redeem', ({ id, points }, { session: { bettor, verified } }) =>
        bettorPoints.redeem({ bettor, verified, id, points }),
      ),
    },
  )
  const { createMatch, driveMatch, resultMatch, replayUntil, createJackpot } = sandboxContract
  mount(mounting, { createMatch, driveMatch, resultMatch, replayUntil }, sandboxFeed({ catalog, clock }))
  mount(mounting, { createJackpot }, { createJackpot: sandboxJackpots(jackpots) })
}
