import { noLevels, type Levels } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { PricedMatch } from './feeds/port.ts'
import { openHandBoards } from './hand-boards.ts'
import { openHandPrices } from './hand-prices.ts'
import type { Publish } from './ingest-types.ts'
import { marginsBy, openMargins } from './margins.ts'
import { openStops } from './stops.ts'
import { handsOn } from './store-hands.ts'
import { aboveFairAlone as usualAboveFair } from './settings.ts'
import { voidsOn } from './store-house.ts'
import { ruledParts } from './store-parts.ts'
import { highStops, stopsOn } from './store-stops.ts'
import { openJudge } from './sure-return/sure-return.ts'

/** The rules that bind traders. */
export type HandRules = {
  /** The margins by level; without them the usual ones hold. */
  readonly levels?: Pick<Levels, 'now' | 'changed'>
  /** How far one person alone prices above fair, in hundredths of a percent. */
  readonly aboveFairAlone?: () => number
}

const usualMargins: Pick<Levels, 'now' | 'changed'> = { now: () => noLevels, changed: async () => undefined }

type Deps = HandRules & {
  readonly db: Db
  readonly clock: Clock
  readonly publish: Publish
}

/** What traders do to the catalogue: stops, prices by hand, margins. */
export function openHands({ db, clock, publish, levels = usualMargins, aboveFairAlone = () => usualAboveFair }: Deps) {
  const judge = openJudge()
  return {
    /** Stops betting below and above a match; see stops.ts. */
    stops: openStops({ db, clock, publish }),
    /** How operators set prices by hand, and margins. */
    setPrice: openHandPrices({ clock, publish, judge, aboveFairAlone }),
    /** Ends prices by hand with which the feed's later prices make a board lose surely; see hand-boards.ts. */
    judgeAgain: openHandBoards({ db, clock, publish, judge }),
    setMargin: openMargins(levels),
    /** The margins of new prices of a match. */
    marginsOf: (priced: PricedMatch) => marginsBy(levels.now(), priced),
    /** What is stopped and set by hand that concerns a match, and where it is played; undefined if it does not exist. */
    async on(matchId: string) {
      const [part] = /^\d{8}$/.test(matchId) ? ((await ruledParts(db, { level: 'match', ids: [matchId] })) ?? []) : []
      if (!part) return undefined
      const id = Number(matchId)
      const [stops, prices, voids] = await Promise.all([stopsOn(db, id), handsOn(db, id), voidsOn(db, id)])
      return { part, stops, prices, voids }
    },
    /** What the ids of a level name; undefined if one names nothing. */
    ruledParts,
    /** What is stopped above matches. */
    highStops: () => highStops(db),
    close: () => judge.close(),
  }
}
