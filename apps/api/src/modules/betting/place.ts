import { acceptSlip, type Accepted, type Limits, type Refused } from '@nare/bets/accept'
import type { BoostRules } from '@nare/bets/boost'
import { legIsOpen, slipFaults, type PricedLeg } from '@nare/bets/slip'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Catalog, Offer } from '#modules/catalog/catalog'
import type { LockedCash, StakeTransfer, Ledger } from '#modules/ledger/ledger'
import { refusalOf as gateRefusal, stakeGate, type StakeRefusal } from '#modules/protection/protection'
import { monotonicMs } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { BetIds } from './bet-ids.ts'
import { exposureOf, liabilityOfLeg, outcomeKey, outcomesOf } from './exposure.ts'
import * as store from './place-store.ts'
import { checkedPick, offerKey, priced, wanted, type Slip } from './slip.ts'

/** What became of a slip. 'live_delay' asks to come again when the delay of live bets has passed, with what was seen before it. */
export type Placement =
  | { readonly kind: 'placed'; readonly bet: store.NewBet; readonly balance: Money }
  | { readonly kind: 'repeated'; readonly betId: bigint }
  | { readonly kind: 'live_delay'; readonly breaks: ReadonlyMap<number, number> }
  | { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

export type PlaceRules = {
  readonly version: string
  readonly limits: Limits
  readonly boost: BoostRules
  readonly liabilityMost: Money
}

export type PlaceDeps = {
  readonly db: Db
  readonly catalog: Catalog
  readonly ledger: Ledger
  readonly rules: PlaceRules
  readonly ids: BetIds
  /** Which of these sessions exist now, by signing key; asked in the transaction that takes the money. */
  readonly liveSessions: (tx: Tx, sessions: readonly { bettor: bigint; signingKey: string }[]) => Promise<Set<string>>
  readonly count: (event: string) => void
}

/** Thrown where outcomes would carry more than the house allows, because others used the room meanwhile: the batch rolls back. */
class OverExposed extends Error {
  readonly outcomes: readonly string[]
  constructor(outcomes: readonly string[]) {
    super('the room on an outcome was used meanwhile')
    this.outcomes = outcomes
  }
}

const racesMost = 4

/**
 * Places a batch of slips in one transaction. Lock order: matches (shared, advisory) → cash accounts (by id) → exposure.
 * Prices are read after the matches' locks, and command ids and exclusions after the payers', so that nothing is judged
 * by the state of before a wait. What an id already made is answered before anything else is judged. A refusal of one slip leaves
 * its neighbours alone. Where another batch used the room on an outcome between our look at it and our write, the batch is judged
 * again by what is left; where that happens over and over, only the slips on such outcomes are refused.
 */
export async function placeBets(deps: PlaceDeps, slips: readonly Slip[]): Promise<Placement[]> {
  const nowMs = monotonicMs()
  const inTime = slips.filter((slip) => slip.untilMs > nowMs)
  const placements = inTime.length > 0 ? await placeInTime(deps, inTime) : []
  const bySlip = new Map(inTime.map((slip, index) => [slip, placements[index]]))
  return slips.map((slip) => bySlip.get(slip) ?? busy)
}

const busy: Placement = { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }

async function placeInTime(deps: PlaceDeps, slips: readonly Slip[]): Promise<Placement[]> {
  const untilMs = Math.min(...slips.map((slip) => slip.untilMs))
  const ids = await deps.ids.take(slips.length)
  const contested = new Map<string, number>()
  for (;;) {
    try {
      const given = { slips, ids, contested }
      const placements = await transact(deps.db, (tx) => placeAll(deps, tx, given), { untilMs })
      const used = new Set(placements.map((one) => (one.kind === 'placed' ? one.bet.betId : 0n)))
      deps.ids.giveBack(ids.filter((id) => !used.has(id)))
      return placements
    } catch (error) {
      if (!(error instanceof OverExposed)) throw error
      for (const key of error.outcomes) contested.set(key, (contested.get(key) ?? 0) + 1)
    }
  }
}

type Given = {
  readonly slips: readonly Slip[]
  /** One for each slip. */
  readonly ids: readonly bigint[]
  /** How often others used the room on an outcome before we wrote. */
  readonly contested: ReadonlyMap<string, number>
}

async function placeAll(deps: PlaceDeps, tx: Tx, { slips, ids, contested }: Given): Promise<Placement[]> {
  deps.count('bet_transaction')
  const picks = slips.flatMap((slip) => slip.picks)
  await deps.catalog.lockForBets(
    tx,
    picks.filter((pick) => pick.line !== undefined).map((pick) => pick.matchId),
  )
  const found = await deps.catalog.offers(tx, wanted(picks))
  const offers = new Map(found.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
  const cash = await deps.ledger.lockCash(tx, [...new Set(slips.map((slip) => slip.bettor))])
  const { liabilityMost, limits } = deps.rules
  const above = liabilityMost - BigInt(slips.length) * limits.maxPayout
  const before = await store.readBefore(tx, { commands: slips, outcomes: outcomesOf(picks), above })
  const waited = slips.filter((slip) => slip.waited)
  const alive = waited.length > 0 ? await deps.liveSessions(tx, waited) : undefined
  const gate = await stakeGate(
    tx,
    slips.map(({ bettor, verified, stake }) => ({ bettor, verified, amount: stake })),
  )
  const atRisk = new Map(before.risks.map((risk) => [outcomeKey(risk), risk.liability]))
  const batch: Batch = { deps, offers, cash, now: gate.now, bets: [], spent: new Map(), atRisk, contested }
  const placements = slips.map((slip, index): Placement => {
    if (slip.waited && !alive?.has(slip.signingKey)) return { kind: 'refused', refusal: refused('session_expired') }
    const known = before.bets.get(keyOf(slip))
    if (known) return repeated(slip, known)
    const betId = ids[index]
    invariant(betId !== undefined, 'a slip has no bet id')
    const placement = decide(batch, slip, { betId, gated: gate.refusals[index] })
    if (placement.kind === 'placed') before.bets.set(keyOf(slip), { betId: placement.bet.betId, hash: slip.hash })
    return placement
  })
  await write(batch, tx)
  return placements
}

type Batch = {
  deps: PlaceDeps
  offers: ReadonlyMap<string, Offer>
  cash: ReadonlyMap<bigint, LockedCash>
  now: Date
  bets: store.NewBet[]
  spent: Map<bigint, bigint>
  /** What is at risk on an outcome with the bets of this batch; an outcome that is not here has room for the whole batch. */
  atRisk: Map<string, bigint>
  contested: ReadonlyMap<string, number>
}

const keyOf = (slip: Slip): string => `${slip.bettor}:${slip.id}`

function repeated(slip: Slip, known: store.Earlier): Placement {
  if (known.hash === slip.hash) return { kind: 'repeated', betId: known.betId }
  return { kind: 'refused', refusal: refused('id_reused') }
}

type Judging = { readonly betId: bigint; readonly gated: StakeRefusal | undefined }

function decide(batch: Batch, slip: Slip, { betId, gated }: Judging): Placement {
  const { deps, now } = batch
  const nowMs = now.getTime()
  const found = slip.picks.map((pick) => offerOf(batch, pick))
  const legs = slip.picks.map((pick, index) => priced(pick, found[index]))
  const asked = { legs, stake: slip.stake, type: slip.type, system: slip.system, accept: slip.accept }
  const faults = slipFaults(asked)
  if (faults) return { kind: 'refused', refusal: refused('invalid_input', { fields: faults }) }
  if (gated && gated.code !== 'limit_reached') return { kind: 'refused', refusal: gateRefusal(gated) }
  const decision = acceptSlip(asked, { nowMs, limits: deps.rules.limits, boost: deps.rules.boost })
  const broken = brokenWhileWaiting(slip, found)
  if (broken.length > 0 && (decision.ok || !stateCodes.has(decision.code))) {
    return { kind: 'refused', refusal: brokenRefusal(legs, broken, nowMs) }
  }
  if (!decision.ok) return { kind: 'refused', refusal: refusalOf(decision, legs, nowMs) }
  const risk = liabilityOfLeg({ possibleWin: decision.possibleWin, stake: slip.stake, legs: slip.picks.length })
  const full = withoutRoom(batch, slip, risk)
  if (full) return { kind: 'refused', refusal: full }
  if (gated) return { kind: 'refused', refusal: gateRefusal(gated) }
  const held = batch.cash.get(slip.bettor)
  const balance = (held?.balance ?? 0n) - (batch.spent.get(slip.bettor) ?? 0n)
  if (balance < slip.stake) {
    const facts = { insufficient_balance: true, balance: formatMoney(money(balance)) }
    return { kind: 'refused', refusal: refused('insufficient_funds', facts) }
  }
  if (!slip.waited && found.some((offer) => offer?.matchState === 'live'))
    return { kind: 'live_delay', breaks: breaksOf(found) }
  const bet = newBet({ slip, decision, found, rules: deps.rules, betId, now })
  batch.bets.push(bet)
  for (const key of slip.picks.map(outcomeKey)) batch.atRisk.set(key, (batch.atRisk.get(key) ?? 0n) + risk)
  batch.spent.set(slip.bettor, (batch.spent.get(slip.bettor) ?? 0n) + slip.stake)
  return { kind: 'placed', bet, balance: money(balance - slip.stake) }
}

/** Refuses a slip that would put more at risk on one of its outcomes than the house allows, or whose outcome all want at once. */
function withoutRoom(
  { deps, atRisk, contested }: Batch,
  { picks }: Slip,
  risk: bigint,
): Refusal<FailureCode> | undefined {
  const keys = picks.map(outcomeKey)
  if (keys.some((key) => (atRisk.get(key) ?? 0n) + risk > deps.rules.liabilityMost))
    return refused('stake_too_large', undefined, 'We cannot take this much on this outcome')
  const wanted = keys.some((key) => (contested.get(key) ?? 0) >= racesMost)
  return wanted ? refused('overloaded', { retry_after_s: 1 }) : undefined
}

/** What a closed leg is refused for; it says more than that the match was interrupted. */
const stateCodes: ReadonlySet<string> = new Set(['bad_slip', 'match_started', 'market_suspended'])

function brokenRefusal(legs: readonly PricedLeg[], broken: readonly number[], nowMs: number): Refusal<FailureCode> {
  const data = legs.map((leg) => checkedPick(leg, nowMs))
  const facts = { data, picks: broken.map((index) => data[index]?.ucn) }
  return refused('market_suspended', facts, 'Something happened in the match while the bet was checked')
}

function breaksOf(found: readonly (Offer | undefined)[]): Map<number, number> {
  return new Map(found.flatMap((offer) => (offer ? [[offer.matchId, offer.breaks] as const] : [])))
}

/** The picks whose match was stopped or changed during the delay of live bets, reopened or not. */
function brokenWhileWaiting({ waited }: Slip, found: readonly (Offer | undefined)[]): number[] {
  if (!waited) return []
  return found.flatMap((offer, index) => (offer && waited.get(offer.matchId) !== offer.breaks ? [index] : []))
}

function offerOf(batch: Batch, pick: Slip['picks'][number]): Offer | undefined {
  return pick.line === undefined ? undefined : batch.offers.get(offerKey(pick.matchId, pick.marketId, pick.line))
}

type Making = {
  slip: Slip
  decision: Accepted
  found: readonly (Offer | undefined)[]
  rules: PlaceRules
  betId: bigint
  now: Date
}

function newBet({ slip, decision, found, rules, betId, now }: Making): store.NewBet {
  return {
    betId,
    bettor: slip.bettor,
    clientId: slip.id,
    hash: slip.hash,
    type: decision.type,
    system: decision.type === 'system' ? slip.system : undefined,
    accept: slip.accept,
    stake: slip.stake,
    totalOdds: decision.totalOdds,
    possibleWin: decision.possibleWin,
    boostPercent: decision.boost.percent,
    boostAmount: decision.boost.amount,
    rulesVersion: rules.version,
    placedAt: now,
    attribution: slip.attribution,
    legs: slip.picks.map((pick, index) => {
      const offer = found[index]
      const score = offer?.matchState === 'live' ? offer.score : null
      return {
        matchId: pick.matchId,
        marketId: pick.marketId,
        oddKey: pick.oddKey,
        price: decision.prices[index] ?? pick.expected,
        homeAtBet: score?.home ?? null,
        awayAtBet: score?.away ?? null,
        startTime: offer?.startTime ?? now,
      }
    }),
  }
}

async function write({ deps, bets, cash }: Batch, tx: Tx): Promise<void> {
  if (bets.length === 0) return
  const to = deps.ledger.house('house:sports')
  const stakes = bets.map((bet): StakeTransfer => {
    const from = cash.get(bet.bettor)
    invariant(from, `bettor ${bet.bettor} has no cash account`)
    return {
      id: `bet/${bet.betId}/stake`,
      kind: 'stake',
      about: `bet/${bet.betId}`,
      from,
      to,
      amount: money(bet.stake),
    }
  })
  await deps.ledger.postStakes(tx, stakes)
  await store.insertBets(tx, bets)
  const over = await store.addExposure(tx, exposureOf(bets), deps.rules.liabilityMost)
  if (over.length > 0) throw new OverExposed(over.map(outcomeKey))
}

function refusalOf(decision: Refused, legs: readonly PricedLeg[], nowMs: number): Refusal<FailureCode> {
  if (decision.code === 'bad_slip') return refused('invalid_input', { fields: decision.fields })
  if ('limit' in decision) {
    return refused(decision.code, {
      limit: typeof decision.limit === 'bigint' ? formatMoney(decision.limit) : decision.limit,
    })
  }
  const data = legs.map((leg) => checkedPick(leg, nowMs))
  const picks = decision.legs.map((index) => data[index]?.ucn)
  return refused(decision.code, {
    data,
    picks,
    ...(decision.code === 'market_suspended' && { open: legs.filter((leg) => legIsOpen(leg, nowMs)).length }),
  })
}
