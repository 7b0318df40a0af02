import { valueOf, type LegValue, type Valued } from '@nare/bets/ticket/cash-out'
import type { CashOutReason } from '@nare/contract/cash-out'
import { expectedMultiplier } from '@nare/odds/expected'
import { silenceMax, type Catalog, type LegExpectation } from '#modules/catalog/catalog'
import type { Db, Tx } from '#platform/db'
import { mistimedLegs } from '../mistimed.ts'
import { marginOf, type CashOutRules } from './settings.ts'
import type { CashOutBet, CashOutLeg } from './store.ts'

export type ValueDeps = {
  readonly catalog: Pick<Catalog, 'expectations' | 'freshOf' | 'schedulesOf'>
  readonly cashOut: () => CashOutRules
}

/** The current value of the rest of a bet, or the reason why it cannot be cashed out. `live`: a match of an open leg is in play. */
export type Value =
  | (Valued & { readonly kind: 'value'; readonly live: boolean })
  | { readonly kind: 'none'; readonly reason: CashOutReason }

const none = (reason: CashOutReason): Value => ({ kind: 'none', reason })

/** The values of these bets, in the given order. Runs a few statements, whatever the number of bets. */
export async function valuesOf(deps: ValueDeps, on: Db | Tx, bets: readonly CashOutBet[]): Promise<Value[]> {
  const rules = deps.cashOut()
  const valued = bets.filter((bet) => !whyNot(bet))
  const open = valued.flatMap(openLegs)
  const matchIds = [...new Set(open.map((leg) => leg.matchId))]
  const [expected, ages, mistimed] = await Promise.all([
    deps.catalog.expectations(on, open),
    deps.catalog.freshOf(matchIds, on),
    mistimedLegs(deps.catalog, on, { betIds: valued.map(({ betId }) => betId), matchIds }),
  ])
  const byLeg = new Map(open.map((leg, at) => [leg, expected[at]]))
  return bets.map((bet) =>
    valueNow(rules, bet, { expectationOf: (leg) => byLeg.get(leg), ages, mistimed: mistimed.get(bet.betId) }),
  )
}

const openLegs = ({ legs }: CashOutBet): CashOutLeg[] => legs.filter(({ state }) => state === 'open')

/** The reason why a bet cannot be cashed out, independent of the current state of its matches. */
export function whyNot({ product, type, state, settling, editing, legs }: CashOutBet): CashOutReason | undefined {
  if (product !== 'sports' || type === 'jackpot') return 'product'
  if (state === 'cashed_out') return 'cashed_out'
  if (state !== 'open') return 'settled'
  if (editing) return 'editing'
  if (settling) return 'settling'
  return type !== 'system' && legs.some((leg) => leg.state === 'lost') ? 'lost' : undefined
}

function openValue({ price: taken }: CashOutLeg, { share, present }: Expected): LegValue {
  return { expected: expectedMultiplier(share, taken), now: present && { taken, present } }
}

/**
 * The value of an open leg that its match's time makes void, unless the match is moved again: at most the stake. At a price that has fallen
 * the bettor would otherwise choose between this price and the refund.
 */
function valueIfVoid({ price }: CashOutLeg, value: LegValue): LegValue {
  const isMore = 'expected' in value ? value.expected > 1 : value.state === 'won' || value.state === 'half_won'
  return isMore ? { state: 'void', price } : value
}

type Expected = Extract<LegExpectation, { kind: 'expected' }>

type Facts = {
  readonly expectationOf: (leg: CashOutLeg) => LegExpectation | undefined
  readonly ages: ReadonlyMap<number, number>
  /** The places of the legs that the time of their match makes void. */
  readonly mistimed: ReadonlySet<number> | undefined
}

function valueNow(rules: CashOutRules, bet: CashOutBet, facts: Facts): Value {
  const reason = whyNot(bet)
  if (reason || bet.type === 'jackpot') return none(reason ?? 'product')
  if (!rules.on) return none('off')
  const { type, system, left } = bet
  let live = false
  const legs: LegValue[] = []
  for (const leg of bet.legs) {
    if (leg.state !== 'open') {
      legs.push({ state: leg.state, price: leg.price })
      continue
    }
    const expected = facts.expectationOf(leg) ?? { kind: 'none', why: 'no_price' }
    const isLive = expected.kind !== 'none' && expected.live
    if ((facts.ages.get(leg.matchId) ?? 0) > (isLive ? silenceMax.live : silenceMax.before)) return none('silent_feed')
    if (expected.kind === 'none') return none(expected.why)
    live ||= isLive
    const value = expected.kind === 'decided' ? { state: expected.state, price: leg.price } : openValue(leg, expected)
    legs.push(facts.mistimed?.has(leg.n) ? valueIfVoid(leg, value) : value)
  }
  const marginBps = marginOf(rules, { markets: openLegs(bet).map(({ marketId }) => marketId), live })
  if (marginBps === undefined) return none('off')
  const worth = valueOf({ type, system, legs, ...left }, marginBps)
  if (worth.amount > 0n) return { kind: 'value', ...worth, live }
  return none(legs.some((leg) => 'state' in leg && leg.state === 'lost') ? 'lost' : 'worthless')
}
