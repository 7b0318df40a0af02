import { money } from '@nare/money/money'
import type { Catalog, LineName } from '#modules/catalog/catalog'
import { BatchConflict, type TicketRules } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { decide, type PlaceRules, type SlipFacts, type SlipRules } from './decide.ts'
import { decideEdited } from './edited.ts'
import { decideWithDelay, isBet, readDelay, writeDelay, type DelayFacts, type Entry, type LiveDelay } from './delay.ts'
import { sportsRiskLegs, type RiskLegs } from '../same-matches.ts'
import { exposureOf, outcomeKey, outcomesAtRisk, outcomesOf } from './exposure.ts'
import { lowest, shareOf } from './limits.ts'
import { longOddsOf, mayBeLong } from './long-odds.ts'
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
  /** The legs of the product's bets; by default those of `betting.leg`. */
  readonly legs?: RiskLegs
}

type Locked = Pick<SlipFacts, 'offers'>
type Read = Omit<SlipFacts, 'offers'> & {
  readonly delay: DelayFacts | undefined
  /** The lowest maximum of the outcomes that a bettor with a lowered share has bet on. */
  readonly lowered: Map<string, bigint>
  readonly slips: readonly Slip[]
}

/** The delay of a live slip in seconds: the longest of its matches, and the setting at least. */
const delayOf = ({ picks }: Slip, { offers, delay }: Locked & Pick<Read, 'delay'>): number =>
  Math.max(
    delay?.delayS ?? 0,
    ...picks.map(({ matchId, marketId, line }) => offers.get(offerKey(matchId, marketId, line ?? ''))?.liveDelayS ?? 0),
  )

const picksOf = (slips: readonly Slip[]) => slips.flatMap(({ picks }) => picks)

/** The slips at odds so long that what their bettors have at such odds must be known before they are decided. */
const longSlips = ({
  slips,
  offers,
  liability,
  rules,
}: Locked & Pick<Read, 'slips' | 'liability' | 'rules'>): Slip[] => {
  const { handLiabilityMax, liabilityMax, levels } = rules
  const isByHand = [...offers.values()].some((offer) => offer.isByHand)
  const base =
    isByHand && handLiabilityMax !== undefined && handLiabilityMax < liabilityMax ? handLiabilityMax : liabilityMax
  const most = lowest({ rules: levels, kind: 'liability', base })
  return slips.filter((slip) => {
    const { stake, picks } = slip
    const prices = picks.map(({ matchId, marketId, line, oddKey }) => {
      const offer = offers.get(offerKey(matchId, marketId, line ?? ''))
      return BigInt(offer?.prices[offer.keys.indexOf(oddKey)] ?? 1000)
    })
    const used = outcomesOf(picks).map((outcome) => liability.get(outcomeKey(outcome)) ?? 0n)
    return mayBeLong({ stake, prices }, { most, used: used.reduce((high, one) => (one > high ? one : high), 0n) })
  })
}

/**
 * How slips of picks are placed. Lock order: matches (shared, advisory) → cash accounts (by id) → exposure.
 * Prices are read after the match locks. Command ids and exclusions are read after the account locks. So no decision uses data that was
 * read before a wait for a lock. When another batch uses up the liability of an outcome between the read and the write of this batch, this
 * batch rolls back and is decided again. After four such conflicts on an outcome, the slips on it are refused as overloaded.
 */
export function slipPlacing(deps: SlipDeps): TicketRules<Slip, Entry, Locked, Read> {
  const { product, delay, insertBets = store.insertBets, legs = sportsRiskLegs } = deps

  async function liabilities(tx: Tx, slips: readonly Slip[]): Promise<Map<string, bigint>> {
    const risks = await store.liabilitiesOf(tx, outcomesOf(picksOf(slips)))
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
      const rules = deps.rules()
      const [liability, delayed] = await Promise.all([
        liabilities(tx, commands),
        delay && readDelay(delay, tx, commands, rules),
      ])
      return {
        ...{ rules, liability, max: new Map(), conflicts, delay: delayed, lowered: new Map() },
        ...{ long: new Map(), slips: commands },
      }
    },
    async readMore(tx, facts) {
      const asked = longSlips(facts).flatMap(({ bettor, picks }) => picks.map(({ matchId }) => ({ bettor, matchId })))
      if (asked.length === 0) return
      for (const [key, amount] of await longOddsOf(tx, asked, legs)) facts.long.set(key, amount)
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
