import { catalog as calls } from '@nare/contract/catalog'
import { matchEvents } from '@nare/contract/match-events'
import { operatorMatches } from '@nare/contract/operator-trading'
import { operatorTradingHands } from '@nare/contract/operator-trading-hands'
import { operatorFixtures } from '@nare/contract/operator-trading-results'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import type { Owners } from '#platform/owners'
import { openCatalog, type Catalog } from './catalog.ts'
import { startFeed, type StartedFeed } from './feeds/start.ts'
import { handRoutes } from './hand-routes.ts'
import { fixtureRoutes, operatorMatchRoutes } from './operator-routes.ts'
import { catalogRoutes, matchEventRoutes, type SearchElsewhere } from './routes.ts'
import { catalogSettings } from './settings.ts'

/** Opens the catalogue. `searchElsewhere` returns the search results from other areas. */
export function openCatalogArea({
  searchElsewhere,
  ...deps
}: AreaDeps & { live: Live; searchElsewhere: SearchElsewhere }) {
  deps.settings.declare(catalogSettings)
  const aboveFairAlone = () => deps.settings.now()(catalogSettings.aboveFairAlone)
  const combinationsOn = () => deps.settings.now()(catalogSettings.combinationsOn)
  const catalog = openCatalog({ ...deps, aboveFairAlone, combinationsOn, band: deps.config.band })
  const area: Area = {
    gauges: [
      {
        name: 'nare_feed_dropped_parts',
        help: 'Parts of feed messages that could not be used',
        read: async () => catalog.droppedParts(),
      },
    ],
    routes(mounting) {
      mount(mounting, calls, catalogRoutes(catalog, searchElsewhere))
      mount(mounting, matchEvents, matchEventRoutes(catalog))
      mount(mounting, operatorMatches, operatorMatchRoutes(catalog))
      mount(mounting, operatorTradingHands, handRoutes(catalog.hands))
      mount(mounting, operatorFixtures, fixtureRoutes(catalog))
    },
    jobs: [{ name: 'boards with prices by hand', everyMs: 5_000, run: () => catalog.hands.judgeAgain() }],
    close: () => catalog.hands.close(),
  }
  return { catalog, area }
}

/** Opens the configured feed. `replayUntil` is defined once a replay runs. */
export function openFeedArea(deps: AreaDeps & { catalog: Catalog; owners: Owners }) {
  let running: StartedFeed | undefined
  const area: Area = {
    start: { role: 'feed', run: () => void (running = startFeed(deps)) },
    drain: () => running?.stop(),
  }
  return {
    replayUntil: () => running?.replayUntil,
    /** Whether the feed of this process can read its source, if it has one. */
    isFeedReadable: () => running?.isUnreadable() !== true,
    area,
  }
}
