import { money } from '@nare/money/money'
import type { Money, Price } from '@nare/money/money'
import { boostFor, noBoost } from './boost.ts'
import type { Boost, BoostRules } from './boost.ts'
import { floorOf, fraction } from '../fraction.ts'
import type { Fraction } from '../fraction.ts'
import type { DecidedState, LegState } from '../result.ts'
import { systemMean } from './systems.ts'

export type BetType = 'single' | 'multi' | 'system'
export type BetLeg = { readonly price: Price; readonly state: LegState }

/** A bet as it was placed. `system` lists the sizes of its lines; `boost` applies to a multi only; `cap` is the maximum payout. */
export type Bet = {
  readonly type: BetType
  readonly stake: Money
  readonly system?: readonly number[] | undefined
  readonly legs: readonly BetLeg[]
  readonly boost?: BoostRules | undefined
  readonly cap?: Money | undefined
}

/** The settlement of a bet. `returned` is stake plus winnings, 0 until decided; `boost` is the part of it that the boost adds. */
export type Settlement = {
  readonly decided: boolean
  readonly state: 'open' | 'won' | 'lost' | 'void'
  readonly returned: Money
  readonly boost: Boost
}

const nothing = money(0n)
const open: Settlement = { decided: false, state: 'open', returned: nothing, boost: noBoost }
const lost: Settlement = { decided: true, state: 'lost', returned: nothing, boost: noBoost }

/** In units of half a thousandth every factor is an integer: won 2p, half won p + 1000, half lost 1000, void 2000. */
const factorUnit = 2000n

function factorOf(state: DecidedState, price: Price): bigint {
  if (state === 'won') return price * 2n
  if (state === 'lost') return 0n
  if (state === 'void') return factorUnit
  return state === 'half_won' ? price + 1000n : 1000n
}

/** The multiplier of a decided leg: o, 0, 1, (o + 1) / 2 or 1/2. */
export function legFactor(state: DecidedState, price: Price): Fraction {
  return fraction(factorOf(state, price), factorUnit)
}

/**
 * Settles a bet from its legs: the exact product, or the mean over a system's lines, rounded down once. The bet is lost as soon as nothing
 * can be returned; void, with the stake refunded, if every leg is void; otherwise won, even if it returns less than the stake.
 */
export function settleBet(bet: Bet): Settlement {
  const { legs } = bet
  if (hasLost(bet)) return lost
  if (legs.some((leg) => leg.state === 'open')) return open
  if (legs.every((leg) => leg.state === 'void')) return { ...open, decided: true, state: 'void', returned: bet.stake }
  const gross = grossReturn(bet)
  const boost = bet.type === 'multi' && bet.boost ? earnedBoost(bet, bet.boost, gross) : noBoost
  return paid(floorOf(gross), boost, bet.cap)
}

/** The exact return of a bet whose legs are all decided, before boost and rounding. */
function grossReturn({ type, stake, legs, system = [] }: Bet): Fraction {
  if (type === 'system') {
    const mean = systemMean(
      legs.map((leg) => decidedFactor(leg)),
      factorUnit,
      system,
    )
    return fraction(mean.numerator * stake, mean.denominator)
  }
  let numerator: bigint = stake
  let denominator = 1n
  for (const leg of legs) {
    numerator *= decidedFactor(leg)
    denominator *= factorUnit
  }
  return fraction(numerator, denominator)
}

function decidedFactor({ state, price }: BetLeg): bigint {
  if (state === 'open') throw new Error('an open leg has no factor')
  return factorOf(state, price)
}

/** Whether a bet is lost: a system if fewer legs are left than its shortest line needs, any other bet with its first lost leg. */
function hasLost({ type, legs, system = [] }: Bet): boolean {
  const fallen = legs.filter((leg) => leg.state === 'lost').length
  if (type === 'system' && system.length === 0) throw new Error('a system names at least one size')
  return type === 'system' ? legs.length - fallen < Math.min(...system) : fallen > 0
}

function earnedBoost(bet: Bet, rules: BoostRules, gross: Fraction): Boost {
  const earns = ({ price, state }: BetLeg) => price >= rules.minLeg && (state === 'won' || state === 'half_won')
  return boostFor(rules, bet.legs.filter(earns).length, bet.stake, gross)
}

function paid(plain: bigint, boost: Boost, cap: Money | undefined): Settlement {
  const whole = plain + boost.amount
  const returned = cap !== undefined && whole > cap ? cap : money(whole)
  if (returned === 0n) return lost
  const added = returned > plain ? money(returned - plain) : nothing
  return { decided: true, state: 'won', returned, boost: { percent: boost.percent, amount: added } }
}
