import { acceptSlip, type Accepted, type Limits, type Refused } from '@nare/bets/accept'
import type { BoostRules } from '@nare/bets/boost'
import { legIsOpen, slipFaults, type PricedLeg } from '@nare/bets/slip'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Catalog, Offer } from '#modules/catalog/catalog'
import type { HeldCash, HeldStake, Ledger } from '#modules/ledger/ledger'
import { refusalOf as gateRefusal, stakeGate, type StakeRefusal } from '#modules/protection/protection'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
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

type Deps = { db: Db; catalog: Catalog; ledger: Ledger; rules: PlaceRules; nextBetId: () => Promise<bigint> }

/** Thrown where an outcome would carry more than the house allows: the batch rolls back and each slip is judged alone. */
class OverExposed extends Error {}

/**
 * Places a batch of slips in one transaction. Lock order: matches (shared, advisory) → cash accounts (by id) → exposure.
 * Prices are read after the matches' locks, and command ids and exclusions after the payers', so that nothing is judged
 * by the state of before a wait. What an id already made is answered before anything else is judged. A refusal of one slip leaves its neighbours alone.
 */
export async function placeBets(deps: Deps, slips: readonly Slip[]): Promise<Placement[]> {
  try {
    return await transact(deps.db, (tx) => placeAll(deps, tx, slips))
  } catch (error) {
    if (!(error instanceof OverExposed) || slips.length > 1) throw error
    return [
      { kind: 'refused', refusal: refused('stake_too_large', undefined, 'We cannot take this much on this outcome') },
    ]
  }
}

async function placeAll(deps: Deps, tx: Tx, slips: readonly Slip[]): Promise<Placement[]> {
  const picks = slips.flatMap((slip) => slip.picks)
  await deps.catalog.lockForBets(
    tx,
    picks.filter((pick) => pick.line !== undefined).map((pick) => pick.matchId),
  )
  const found = await deps.catalog.offers(tx, wanted(picks))
  const offers = new Map(found.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
  const cash = await deps.ledger.lockCash(tx, [...new Set(slips.map((slip) => slip.bettor))])
  const before = await store.earlierBets(tx, slips)
  const gate = await stakeGate(
    tx,
    slips.map(({ bettor, verified, stake }) => ({ bettor, verified, amount: stake })),
  )
  const batch: Batch = { deps, offers, cash, now: gate.now, bets: [], spent: new Map() }
  const placements: Placement[] = []
  for (const [index, slip] of slips.entries()) {
    const placement = before.has(keyOf(slip)) ? repeated(slip, before) : await decide(batch, slip, gate.refusals[index])
    if (placement.kind === 'placed') before.set(keyOf(slip), { betId: placement.bet.betId, hash: slip.hash })
    placements.push(placement)
  }
  await write(batch, tx)
  return placements
}

type Batch = {
  deps: Deps
  offers: ReadonlyMap<string, Offer>
  cash: ReadonlyMap<bigint, HeldCash>
  now: Date
  bets: store.NewBet[]
  spent: Map<bigint, bigint>
}

const keyOf = (slip: Slip): string => `${slip.bettor}:${slip.id}`

function repeated(slip: Slip, before: ReadonlyMap<string, { betId: bigint; hash: string }>): Placement {
  const known = before.get(keyOf(slip))
  if (known?.hash === slip.hash) return { kind: 'repeated', betId: known.betId }
  return { kind: 'refused', refusal: refused('id_reused') }
}

async function decide(batch: Batch, slip: Slip, gated: StakeRefusal | undefined): Promise<Placement> {
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
  if (gated) return { kind: 'refused', refusal: gateRefusal(gated) }
  const held = batch.cash.get(slip.bettor)
  const balance = (held?.balance ?? 0n) - (batch.spent.get(slip.bettor) ?? 0n)
  if (balance < slip.stake) {
    const facts = { insufficient_balance: true, balance: formatMoney(money(balance)) }
    return { kind: 'refused', refusal: refused('insufficient_funds', facts) }
  }
  if (!slip.waited && found.some((offer) => offer?.matchState === 'live'))
    return { kind: 'live_delay', breaks: breaksOf(found) }
  const bet = newBet({ slip, decision, found, rules: deps.rules, betId: await deps.nextBetId(), now })
  batch.bets.push(bet)
  batch.spent.set(slip.bettor, (batch.spent.get(slip.bettor) ?? 0n) + slip.stake)
  return { kind: 'placed', bet, balance: money(balance - slip.stake) }
}

/** What a closed leg is refused for; it says more than that the match was broken into. */
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
  const stakes = bets.map((bet): HeldStake => {
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
  await deps.ledger.postHeld(tx, stakes)
  await store.insertBets(tx, bets)
  if ((await store.addExposure(tx, exposureOf(bets), deps.rules.liabilityMost)) > 0) throw new OverExposed()
}

/** What a batch adds to each outcome. The risk of an accumulator is spread evenly over its legs, rounded up. */
export function exposureOf(bets: readonly store.NewBet[]): store.Exposure[] {
  const rows = new Map<string, store.Exposure>()
  for (const bet of bets) {
    const count = BigInt(bet.legs.length)
    const liability = (bet.possibleWin - bet.stake + count - 1n) / count
    for (const { matchId, marketId, oddKey } of bet.legs) {
      const key = `${matchId} ${marketId} ${oddKey}`
      const row = rows.get(key) ?? { matchId, marketId, oddKey, bets: 0, stake: 0n, liability: 0n }
      rows.set(key, {
        ...row,
        bets: row.bets + 1,
        stake: row.stake + bet.stake / count,
        liability: row.liability + liability,
      })
    }
  }
  return [...rows.values()]
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
