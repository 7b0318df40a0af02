import {
  combinationId,
  combinationParts,
  combinedState,
  readCombination,
  type NamedPart,
  type Part,
} from '@nare/bets/markets/combination'
import { lineOf } from '@nare/bets/markets/markets'
import { partStates } from '@nare/bets/grading/outcome'
import type { LegState } from '@nare/bets/result'
import { price, type Price } from '@nare/money/money'
import { combine, isNearGrid, type Combined } from '@nare/odds/combination'
import type { Margins } from '@nare/odds/margins'
import { noLevels, type Levels } from '#modules/settings/settings'
import type { Db, Tx } from '#platform/db'
import { combinationStops, gridsNow, type CombinationStops, type GridNow } from './combination-grids.ts'
import {
  closedReason,
  expectations,
  none,
  resultSoFar,
  type LegExpectation,
  type LineRow,
  type PlacedLeg,
} from './expectations.ts'
import { marginsOn } from './margins.ts'
import { offers, type LineName, type Offer } from './offers.ts'
import { isVoided } from './voids.ts'

/** The rules of combinations. */
export type CombinationRules = {
  readonly levels?: Pick<Levels, 'now'> | undefined
  /** Whether combinations are offered; without it they are. */
  readonly combinationsOn?: (() => boolean) | undefined
}

/** What is known of picks of one match together; see `combine`. */
export type CombinedNow = Combined & {
  /** The single prices of the parts, in their order; null where a part has none. */
  readonly singles: readonly (Price | null)[]
}

const nameOf = ({ matchId, marketId, line }: LineName): string => `${matchId} ${marketId} ${line}`

/** The line that a part is a pick of. */
const lineOfPart = (matchId: number, { marketId, oddKey }: NamedPart): LineName => ({
  ...{ matchId, marketId },
  line: lineOf(marketId, oddKey) ?? '',
})

/** The parts of an outcome of market 900 that exist and combine before play; undefined if one does not. */
const namedParts = (oddKey: string): readonly NamedPart[] | undefined =>
  combinationParts(oddKey) && readCombination(oddKey)

/**
 * The price of a combination at any moment, from the one grid that its match is priced from, and what a placed one is worth. All that quotes,
 * places or values combinations asks here, so that all have one price.
 */
export function openCombinations({ levels = { now: () => noLevels }, combinationsOn = () => true }: CombinationRules) {
  type Facts = { readonly grid: GridNow | undefined; readonly stops: CombinationStops | undefined }

  const marginsOf = ({ id, sport_id: sport, competition_id: competition }: GridNow['row']): Margins | undefined =>
    marginsOn(levels.now(), 'soccer', { sport, competition, match: String(id) })

  /** The parts of a match together, from the lines of its parts. */
  function combined(
    { matchId, parts, key }: { matchId: number; parts: readonly NamedPart[]; key: string },
    offered: ReadonlyMap<string, Offer>,
    { grid, stops }: Facts,
  ): CombinedNow {
    const linesOf = new Map(parts.map((part) => [part, offered.get(nameOf(lineOfPart(matchId, part)))]))
    const priceOf = (part: NamedPart) => priceIn(linesOf.get(part), part)
    const singles = parts.map((part) => priceOf(part) ?? null)
    const isStopped =
      !combinationsOn() || stops?.isStopped(key) || isVoided(grid?.row.voids, { marketId: combinationId, oddKey: key })
    if (!grid?.model || isStopped || closedReason(grid.row))
      return { singles, conflicts: parts.map((part) => ({ parts: [part], why: 'suspended' as const })) }
    const { model } = grid
    const margins = marginsOf(grid.row)
    const wish = {
      ...{ parts, inPlay: grid.row.state === 'live', margins },
      priceOf,
      isSuspended(part: NamedPart): boolean {
        const offer = linesOf.get(part)
        const now = priceOf(part)
        if (!offer || offer.suspended || offer.marketState !== 'open' || now === undefined) return true
        return isByHand(grid, lineOfPart(matchId, part)) || !isNearGrid(model, part, { price: now, margins })
      },
    }
    return { ...combine(model, wish), singles }
  }

  function offerOf(line: LineName, offered: ReadonlyMap<string, Offer>, facts: Facts): Offer[] {
    const { matchId, line: key } = line
    const parts = namedParts(key) ?? []
    const lines = parts.map((part) => offered.get(nameOf(lineOfPart(matchId, part))))
    const known = lines.flatMap((offer) => offer ?? [])
    const [any] = known
    if (!any) return []
    const { conflicts, price: at } = combined({ matchId, parts, key }, offered, facts)
    const isOpen = known.length === parts.length && known.every(({ marketState }) => marketState !== 'closed')
    const isSuspended = conflicts.some(({ why }) => why === 'suspended')
    return [
      {
        ...any,
        marketId: combinationId,
        line: key,
        suspended: known.some(({ suspended }) => suspended),
        breaks: known.reduce((sum, { breaks }) => sum + breaks, facts.stops?.version ?? 0),
        marketState: !isOpen ? 'closed' : isSuspended ? 'suspended' : 'open',
        keys: [key],
        prices: [at ?? null],
      },
    ]
  }

  async function factsOf(on: Db | Tx, parts: readonly (NamedPart & { readonly matchId: number })[]) {
    const matchIds = [...new Set(parts.map(({ matchId }) => matchId))]
    const [grids, stops] = await Promise.all([gridsNow(on, parts), combinationStops(on, matchIds)])
    return (matchId: number): Facts => ({ grid: grids.get(matchId), stops: stops.get(matchId) })
  }

  return {
    /** The offers of these lines, see `offers`; a combination is a line of its own. Lock the matches first. */
    async offers(on: Db | Tx, lines: readonly LineName[]): Promise<Offer[]> {
      const asked = lines.filter(({ marketId }) => marketId === combinationId)
      if (asked.length === 0) return offers(on, lines)
      const parts = asked.flatMap(({ matchId, line }) => (namedParts(line) ?? []).map((part) => ({ matchId, ...part })))
      const others = lines.filter(({ marketId }) => marketId !== combinationId)
      const [found, facts] = await Promise.all([
        offers(on, [...others, ...parts.map((part) => lineOfPart(part.matchId, part))]),
        factsOf(on, parts),
      ])
      const byName = new Map(found.map((offer) => [nameOf(offer), offer]))
      const wanted = new Set(others.map(nameOf))
      return [
        ...found.filter((offer) => wanted.has(nameOf(offer))),
        ...asked.flatMap((line) => offerOf(line, byName, facts(line.matchId))),
      ]
    },

    /** Picks of one match together, in any order, as they would be priced now; undefined if there is no such soccer match. */
    async combined(on: Db | Tx, matchId: number, parts: readonly NamedPart[], key: string) {
      const ofMatch = parts.map((part) => ({ matchId, ...part }))
      const [found, facts] = await Promise.all([
        offers(
          on,
          parts.map((part) => lineOfPart(matchId, part)),
        ),
        factsOf(on, ofMatch),
      ])
      const now = facts(matchId)
      return now.grid && combined({ matchId, parts, key }, new Map(found.map((offer) => [nameOf(offer), offer])), now)
    },

    /** The expected results of placed legs, see `expectations`: of a combination the chance of all its parts together that are not won yet. */
    async expectations(on: Db | Tx, legs: readonly PlacedLeg[]): Promise<LegExpectation[]> {
      const ofCombination = legs.map((leg) =>
        leg.marketId === combinationId ? combinationParts(leg.oddKey) : undefined,
      )
      const parts = legs.flatMap((leg, n) =>
        (ofCombination[n] ?? []).map((part) => ({ ...named(part), matchId: leg.matchId })),
      )
      if (parts.length === 0) return expectations(on, legs)
      // A combination with one part left is worth what that is worth as a pick of its own.
      const plain = legs.filter((_, n) => !ofCombination[n])
      const [others, alone, facts] = await Promise.all([
        expectations(on, plain),
        expectations(on, parts),
        factsOf(on, parts),
      ])
      const partName = (matchId: number, { marketId, oddKey }: NamedPart) => `${matchId} ${marketId} ${oddKey}`
      const byPart = new Map(parts.map((part, n) => [partName(part.matchId, part), alone[n]]))
      let next = 0
      return legs.map((leg, n) => {
        const own = ofCombination[n]
        if (!own) return others[next++] ?? none('no_price')
        const { grid, stops } = facts(leg.matchId)
        if (!grid) return none('no_price')
        const expected = stops?.isStopped(leg.oddKey) ? none('suspended') : expectationOf(grid, own)
        return 'only' in expected ? (byPart.get(partName(leg.matchId, expected.only)) ?? none('no_price')) : expected
      })
    },
  }

  /** What a placed combination is worth; `only` is the one part that is left to decide it. */
  function expectationOf(grid: GridNow, parts: readonly Part[]): LegExpectation | { readonly only: NamedPart } {
    const { row, model } = grid
    const closed = closedReason(row)
    if (closed) return none(closed)
    const live = row.state === 'live'
    const states = (live ? partStates(parts, resultSoFar(row)) : parts.map((): LegState => 'open')).map((state, n) => {
      const part = parts[n]
      return part && isVoided(row.voids, named(part)) ? 'void' : state
    })
    const state = combinedState(states)
    if (state !== 'open') return { kind: 'decided', state, live }
    // With a void part a combination can only give its stake back.
    if (!model || !combinationsOn() || states.includes('void')) return none('no_price')
    let left = parts.filter((_, n) => states[n] === 'open').map(named)
    const margins = marginsOf(row)
    const lineNow = (part: NamedPart) => grid.lines.get(presentName(part, { live }))
    const priceOf = (part: NamedPart) => priceIn(lineNow(part), part)
    const isSuspended = (part: NamedPart): boolean => {
      const line = lineNow(part)
      if (line?.state !== 'open' || line.by_hand || line.stopped_keys.includes(part.oddKey)) return true
      const now = priceOf(part)
      if (presentName(part, { live }) !== presentName(part, { live: false })) return false
      return now === undefined || !isNearGrid(model, part, { price: now, margins })
    }
    while (left.length > 1) {
      const {
        chance,
        price: present,
        conflicts,
      } = combine(model, {
        ...{ parts: left, inPlay: false, isSuspended, priceOf, margins },
      })
      if (conflicts.some(({ why }) => why === 'suspended')) return none('suspended')
      if (conflicts.some(({ why }) => why === 'impossible'))
        return { kind: 'expected', share: { win: 0, refund: 0 }, live }
      const implied = conflicts.flatMap(({ why, parts: [first] }) => (why === 'implied' && first ? [first] : []))[0]
      if (!implied) {
        if (chance === undefined || present === undefined) return none('no_price')
        return { kind: 'expected', share: { win: chance, refund: 0 }, present, live }
      }
      // In play a part may become certain with the others; what is left has the same chance.
      left = left.filter((part) => part !== implied)
    }
    const [only] = left
    return only ? { only } : none('no_price')
  }
}

export type Combinations = ReturnType<typeof openCombinations>

const named = ({ market, outcome }: Part): NamedPart => ({ marketId: market.id, oddKey: outcome.key })

/** Handicaps count from the start in a combination, but in play from now: then their match's winner says whether they may be valued. */
function presentName({ marketId, oddKey }: NamedPart, { live }: { live: boolean }): string {
  const winner = live ? { '16': '1', '66': '60' }[marketId] : undefined
  return winner === undefined ? `${marketId} ${lineOf(marketId, oddKey) ?? ''}` : `${winner} `
}

/** The price of a part on its line; undefined without one. */
function priceIn(line: Pick<Offer | LineRow, 'keys' | 'prices'> | undefined, { oddKey }: NamedPart): Price | undefined {
  const at = line?.prices[line.keys.indexOf(oddKey)] ?? undefined
  return at === undefined ? undefined : price(BigInt(at))
}

/** Whether a person has set a price of a line. */
const isByHand = ({ lines }: GridNow, { marketId, line }: LineName): boolean =>
  lines.get(`${marketId} ${line}`)?.by_hand === true
