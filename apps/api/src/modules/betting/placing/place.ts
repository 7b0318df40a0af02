import { money } from '@nare/money/money'
import type { Catalog, LineName } from '#modules/catalog/catalog'
import { BatchConflict, type TicketRules } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { decide, type PlaceRules, type SlipFacts, type SlipRules } from './decide.ts'
import { decideEdited } from './edited.ts'
import { decideWithDelay, isBet, readDelay, writeDelay, type DelayFacts, type Entry, type LiveDelay } from './delay.ts'
import { exposureOf, outcomeKey, outcomesAtRisk, outcomesOf } from './exposure.ts'
import { lowest, shareOf } from './limits.ts'
import * as store from './place-store.ts'
import { linesOf, offerKey, type Offered, type Slip } from './slip.ts'

/**
 * What bets are placed on. `lockForBets` keeps prices and states of matches as they are until the transaction ends; `offers` reads them. A
 * product without `lockForBets` locks in `offers`.
 */
export type Offers = Partial<Pick<Catalog, 'lockForBets'>> & {
  readonly offers: (tx: Tx, lines: readonly LineName[]) => Promise<readonly Offered[]>
}

export type SlipDeps = SlipRules & {
  /** The rules now. A batch reads them once for each of its attempts, and all its slips are judged by them. */
  readonly rules: () => PlaceRules
  /** The matches and prices that the bets are placed on. */
  readonly offers: Offers
  /** Absent for a product without live bets. */
  readonly delay?: LiveDelay | undefined
  /** Inserts these bets with their legs; by default into `betting.leg`. It must start all its statements before it awaits one. */
  readonly insertBets?: (tx: Tx, bets: readonly store.NewBet[]) => Promise<void>
}

type Locked = Pick<SlipFacts, 'offers'>
type Read = Omit<SlipFacts, 'offers'> & {
  readonly delay: DelayFacts | undefined
  /** The lowest maximum of the outcomes that a bettor with a lowered share has bet on. */
  readonly lowered: Map<string, bigint>
}

/** The delay of a live slip in seconds: the longest of its matches, and the setting at least. */
const delayOf = ({ picks }: Slip, { offers, delay }: Locked & Pick<Read, 'delay'>): number =>
  Math.max(
    delay?.delayS ?? 0,
    ...picks.map(({ matchId, marketId, line }) => offers.get(offerKey(matchId, marketId, line ?? ''))?.liveDelayS ?? 0),
  )

const picksOf = (slips: readonly Slip[]) => slips.flatMap(({ picks }) => picks)

/**
 * How slips of picks are placed. Lock order: matches (shared, advisory) → cash accounts (by id) → exposure.
 * Prices are read after the match locks. Command ids and exclusions are read after the account locks. So no decision uses data that was
 * read before a wait for a lock. When another batch uses up the liability of an outcome between the read and the write of this batch, this
 * batch rolls back and is decided again. After four such conflicts on an outcome, the slips on it are refused as overloaded.
 */
export function slipPlacing(deps: SlipDeps): TicketRules<Slip, Entry, Locked, Read> {
  const { product, delay, insertBets = store.insertBets } = deps

  async function liabilities(tx: Tx, slips: readonly Slip[], above: bigint): Promise<Map<string, bigint>> {
    const risks = await store.liabilitiesOf(tx, outcomesOf(picksOf(slips)), above)
    return new Map(risks.map((risk) => [outcomeKey(risk), risk.liability]))
  }

  return {
    product,
    async lock(tx, { commands }) {
      const picks = picksOf(commands)
      const matchIds = picks.filter((pick) => pick.line !== undefined).map((pick) => pick.matchId)
      const [, offers] = await Promise.all([
        deps.offers.lockForBets?.(tx, matchIds),
        deps.offers.offers(tx, linesOf(picks)),
      ])
      return { offers: new Map(offers.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer])) }
    },
    async read(tx, { commands, conflicts }) {
      // A lower liability cannot reach the maximum, even if every slip of the batch is on this outcome.
      const rules = deps.rules()
      const least = lowest({ rules: rules.levels, kind: 'liability', base: rules.liabilityMax })
      const above = least - BigInt(commands.length) * rules.limits.maxPayout
      const [liability, delayed] = await Promise.all([
        liabilities(tx, commands, above),
        delay && readDelay(delay, tx, commands, rules),
      ])
      return { rules, liability, max: new Map(), conflicts, delay: delayed, lowered: new Map() }
    },
    // The limit of a match by hand is no level's, so that it does not lower the threshold of all.
    needsMore: ({ offers }) => [...offers.values()].some(({ isByHand }) => isByHand),
    // A lowered maximum can be reached by a liability below the threshold.
    async readMore(tx, { commands }, { liability }) {
      for (const [key, amount] of await liabilities(tx, commands, -1n)) liability.set(key, amount)
    },
    decide(facts, slip, by) {
      const decision = facts.delay
        ? (slip.edit ? decideEdited : decideWithDelay)(
            facts.delay,
            slip,
            { product, ...by, delayS: delayOf(slip, facts) },
            (step) => decide(deps, facts, slip, { ...by, ...(slip.edit && { bonus: money(0n) }), delay: step }),
          )
        : decide(deps, facts, slip, by)
      if (decision.kind === 'placed' && !decision.isProvisional && by.stakePercent !== 100)
        for (const key of slip.picks.flatMap(outcomesAtRisk).map(outcomeKey))
          facts.lowered.set(key, shareOf(money(facts.max.get(key) ?? facts.rules.liabilityMax), by.stakePercent))
      return decision
    },
    async write(tx, placed, facts) {
      const bets = placed.filter(isBet)
      await Promise.all([
        facts.delay && writeDelay(facts.delay, tx, placed),
        bets.length > 0 && writeBets(tx, bets, facts),
      ])
    },
  }

  /** The exposure of popular outcomes is locked last and so for the shortest time. */
  async function writeBets(tx: Tx, bets: readonly store.NewBet[], facts: Read): Promise<void> {
    const { rules, max: maxOf, lowered, liability } = facts
    const all = [...lowered.values(), ...maxOf.values()]
    const above = all.reduce((least, max) => (max < least ? max : least), rules.liabilityMax)
    const [, , risks] = await Promise.all([
      rules.store?.(tx),
      insertBets(tx, bets),
      store.addExposure(tx, exposureOf(bets), above),
    ])
    const over = risks.filter((risk) => {
      const max = lowered.get(outcomeKey(risk))
      // Other bettors of this batch may exceed a lowered maximum; a concurrent batch has read too little.
      const isRaced = max !== undefined && risk.liability > max && risk.liability !== liability.get(outcomeKey(risk))
      return isRaced || risk.liability > (maxOf.get(outcomeKey(risk)) ?? rules.liabilityMax)
    })
    if (over.length > 0) throw new BatchConflict(over.map(outcomeKey))
  }
}
