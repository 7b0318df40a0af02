import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { Failed } from '@nare/client/call'
import type { Accept, Placement } from '../state/betting.ts'
import { depositFor, type DepositTerms } from './deposit-sum.ts'
import { totalOf } from './stakes.ts'

/** The current price and state of a leg. */
export type LegNow = { odd_value: string | null; state: 'open' | 'suspended' | 'closed' | 'started' }

/** The state of a bet button. */
export type BetCta =
  | { state: 'stake'; min: string }
  /** The stake as typed is not one amount, such as "1.000". */
  | { state: 'unreadable' }
  | { state: 'too_large'; max: string }
  | { state: 'login' }
  | { state: 'ok'; total: string }
  /** `amount` is the deposit that covers `missing` after its tax. */
  | { state: 'deposit'; missing: string; amount: string }
  | { state: 'sending' }
  | { state: 'checking' }
  | { state: 'offline' }
  /** The outcome of the last attempt is unknown. */
  | { state: 'retry' }
  | { state: 'limit' }
  /** On a break or self-excluded; `until` is null when the account is closed or the end is not known yet. */
  | { state: 'break'; until: string | null }
  | { state: 'verify' }

/** The state of the button of the sports slip, whose prices and markets change. */
export type Cta =
  | BetCta
  | { state: 'empty' }
  | { state: 'moved'; total: string }
  | { state: 'remove'; count: number }
  /** Every pick is suspended: without them the slip would be empty. */
  | { state: 'waiting' }
  | { state: 'live_check'; seconds: number }

export type BetFacts = {
  stake: string
  /** The stakes of several singles, in place of `stake`. */
  stakes?: readonly string[]
  minStake: string
  maxStake: string
  /** Null for a guest; undefined until loaded, when no deposit is requested. */
  balance: string | null | undefined
  /** The bonus that may be spent on this bet after the balance; absent for products without bonus bets. */
  bonus?: string | undefined
  placing: Placement['stage']
  refusal: Pick<Failed, 'code'> | null
  online: boolean
  /** The minimum deposit and its tax; without them a deposit is the missing amount. */
  deposit?: DepositTerms
  /** The bettor's break or self-exclusion. */
  pause?: { until: string | null } | null
}

export type SlipFacts = BetFacts & {
  legs: readonly { seen: string; now: LegNow }[]
  accept: Accept
  liveSeconds: number
}

/** Returns the button state: the first one that applies, in the order in which a bettor can act on them. */
export function betCtaOf(facts: BetFacts): BetCta {
  if (facts.placing === 'sending') return { state: 'sending' }
  if (facts.placing !== 'idle') return { state: 'checking' }
  if (facts.balance !== null && (facts.pause || facts.refusal?.code === 'self_excluded'))
    return { state: 'break', until: facts.pause?.until ?? null }
  const stakes = facts.stakes ?? [facts.stake]
  const wrong = stakes.map((stake) => wrongStake(stake, facts)).find((each) => each !== undefined)
  if (wrong) return wrong
  if (facts.refusal?.code === 'no_answer') return { state: 'retry' }
  if (!facts.online) return { state: 'offline' }
  if (facts.balance === null) return { state: 'login' }
  if (facts.refusal?.code === 'limit_reached') return { state: 'limit' }
  if (facts.refusal?.code === 'not_verified') return { state: 'verify' }
  const total = totalOf(stakes) ?? 0n
  const balance = parseMoney(facts.balance ?? '')
  const spendable = balance === undefined ? undefined : balance + (parseMoney(facts.bonus ?? '') ?? 0n)
  if (spendable === undefined || total <= spendable) return { state: 'ok', total: formatMoney(money(total)) }
  const missing = money(total - spendable)
  return { state: 'deposit', missing: formatMoney(missing), amount: depositFor(missing, facts.deposit ?? untaxed) }
}

/** Why a stake as typed cannot be placed. */
function wrongStake(text: string, { minStake, maxStake }: BetFacts): BetCta | undefined {
  const stake = parseMoney(text)
  const min = parseMoney(minStake) ?? money(0n)
  const max = parseMoney(maxStake)
  if (stake === undefined && /[.,].|\d{13}/.test(text)) return { state: 'unreadable' }
  if (stake === undefined || stake < min || stake === 0n) return { state: 'stake', min: minStake }
  return max !== undefined && stake > max ? { state: 'too_large', max: maxStake } : undefined
}

/** Returns the button state of a sports slip. */
export function ctaOf({ legs, accept, liveSeconds, ...facts }: SlipFacts): Cta {
  const cta = betCtaOf(facts)
  if (cta.state === 'sending' && liveSeconds > 0) return { state: 'live_check', seconds: liveSeconds }
  if (cta.state === 'sending' || cta.state === 'checking') return cta
  if (legs.length === 0) return { state: 'empty' }
  if (cta.state === 'break') return cta
  const goneCount = legs.filter(({ now }) => now.state !== 'open' || now.odd_value === null).length
  if (legs.every(({ now }) => now.state === 'suspended')) return { state: 'waiting' }
  if (goneCount > 0) return { state: 'remove', count: goneCount }
  const isMoved = legs.some(({ seen, now }) => needsConfirmation(accept, seen, now.odd_value))
  return cta.state === 'ok' && isMoved ? { state: 'moved', total: cta.total } : cta
}

/** True if the payout needs no line of its own: the button names it, or will once a bettor has entered a stake, and nothing moves then. */
export const isNamedBy = (cta: Cta, balance: BetFacts['balance']): boolean =>
  cta.state === 'ok' || (cta.state === 'stake' && balance !== null)

const untaxed: DepositTerms = { min: '0.00', percent: '0' }

/** True if a changed price needs confirmation: any change for 'none', a lower price for 'higher', no change for 'any'. */
export function needsConfirmation(accept: Accept, seen: string, now: string | null): boolean {
  if (now === null || accept === 'any') return false
  const [before, after] = [parseMoney(seen) ?? 0n, parseMoney(now) ?? 0n]
  return accept === 'none' ? before !== after : after < before
}
