import { refused, type Refusal } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import { formatMoney, money, type Money } from '@nare/money/money'
import { depositedSince, playTotalsSince, type PlayTotals } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import type { LimitKind } from './limits.ts'
import * as store from './store.ts'

/** A stake to check. The caller has locked the bettor's cash account. */
export type StakeRequest = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly product: Product
  readonly amount: Money
  /** The earlier stakes on the same ticket; a limit per bet includes them. */
  readonly before?: Money
  /** Whether the stake passed the gate when it was reserved. It already counts towards limits, so limits no longer refuse it; exclusions and pauses do. */
  readonly reserved?: boolean
}

/**
 * The limit that the request would exceed: its name such as "stake.day", its value, the amount used, and when its next period begins. The limit
 * "change" is that no bet is taken after a change of a limit, until the moment at which one is again.
 */
export type LimitReached = {
  readonly code: 'limit_reached'
  readonly limit: string
  readonly value: Money
  readonly used: Money
  readonly resetsAt: Date | null
}

export type GateRefusal =
  | { readonly code: 'account_locked' }
  | { readonly code: 'self_excluded'; readonly until: Date }
  | { readonly code: 'identity_required' }
  | LimitReached
type PersonalRefusal = { readonly code: 'not_verified' } | GateRefusal
export type StakeRefusal = { readonly code: 'product_paused'; readonly product: Product } | PersonalRefusal

/** The gate's decision on each request, and the database's time of the decision, after the locks. */
export type Gate = {
  readonly now: Date
  readonly refusals: readonly (StakeRefusal | undefined)[]
  /** The share, in percent, of the highest stake and liability, for bettors with less than 100. */
  readonly stakePercents: ReadonlyMap<bigint, number>
}

/** The gate for some bettors, read under the locks of their cash accounts. */
export type OpenGate = {
  /** The database's time when the gate was read. */
  readonly now: Date
  readonly stakePercents: ReadonlyMap<bigint, number>
  /** Checks a stake of one of the bettors. A stake that passes counts towards the limits of later ones. */
  readonly check: (request: StakeRequest) => StakeRefusal | undefined
  /** Counts a return to a bettor after the gate was read; negative for a reversal. */
  readonly returned: (bettor: bigint, amount: bigint) => void
}

/**
 * Checks every stake, in the transaction that debits it and under the payer's lock. Exclusions and limits are written under the
 * same lock, so no stake is accepted after their commit. Wins, refunds and withdrawals are never checked.
 *
 * A bettor's limits count all products together, with the earlier requests of the list. Example: 100 of a day's limit are left, and the list
 * has stakes of 80 and 50. The first passes and the second is refused, even if the caller then refuses the first because its price moved.
 */
export async function stakeGate(tx: Tx, requests: readonly StakeRequest[]): Promise<Gate> {
  const products = [...new Set(requests.map((request) => request.product))]
  const { now, stakePercents, check } = await openGate(tx, {
    bettors: requests.map((request) => request.bettor),
    products,
  })
  return { now, refusals: requests.map(check), stakePercents }
}

/**
 * Reads the gate for stakes of these bettors on these products, for a caller who decides the stakes one by one, with returns in between. See
 * `stakeGate`.
 */
export async function openGate(
  tx: Tx,
  { bettors, products }: { readonly bettors: readonly bigint[]; readonly products: readonly Product[] },
): Promise<OpenGate> {
  const found = await store.activeRestrictions(tx, { bettors, kinds: ['stake', 'loss'], products })
  const used = found.limits.size === 0 ? undefined : await usedOf(tx, found.limits)
  const played = new Map<bigint, { staked: bigint; returned: bigint }>()
  const playOf = (bettor: bigint) => played.get(bettor) ?? { staked: 0n, returned: 0n }
  return {
    now: found.now,
    stakePercents: found.stakePercents,
    returned(bettor, amount) {
      const { staked, returned } = playOf(bettor)
      played.set(bettor, { staked, returned: returned + amount })
    },
    check({ bettor, verified, product, amount, before: onTicket = 0n, reserved = false }) {
      if (!verified) return { code: 'not_verified' }
      if (found.locked.has(bettor)) return { code: 'account_locked' }
      const until = found.excluded.get(bettor)
      if (until) return { code: 'self_excluded', until }
      if (found.unproven.has(bettor)) return { code: 'identity_required' }
      if (found.paused.has(product)) return { code: 'product_paused', product }
      if (reserved) return undefined
      const stopped = found.stopped.get(bettor)
      if (stopped) return { code: 'limit_reached', limit: 'change', value: none, used: none, resetsAt: stopped }
      const { staked, returned } = playOf(bettor)
      for (const limit of found.limits.get(bettor) ?? []) {
        const since = limit.kind === 'loss' ? staked - returned : staked
        const spent = limit.period === 'bet' ? onTicket : (used?.(bettor, limit) ?? 0n) + since
        if (spent + amount > limit.value) return reached(limit, spent)
      }
      played.set(bettor, { staked: staked + amount, returned })
      return undefined
    },
  }
}

/** A deposit to check. `identified`: whether the rule of the day lets this bettor deposit. */
export type DepositRequest = {
  readonly bettor: bigint
  readonly amount: Money
  readonly pending?: Money
  readonly identified?: boolean
}

/**
 * Checks whether this bettor may deposit this amount, in the transaction that stores the deposit and under the lock of the
 * bettor's cash account. `pending` is the sum of the bettor's earlier deposits that are not in the ledger yet.
 * Amounts are before tax. The caller checks verification.
 */
export async function depositGate(
  tx: Tx,
  { bettor, amount, pending = money(0n), identified = true }: DepositRequest,
): Promise<GateRefusal | undefined> {
  const { excluded, limits, unproven, locked } = await store.activeRestrictions(tx, {
    bettors: [bettor],
    kinds: ['deposit'],
  })
  if (locked.has(bettor)) return { code: 'account_locked' }
  const until = excluded.get(bettor)
  if (until) return { code: 'self_excluded', until }
  if (unproven.has(bettor) || !identified) return { code: 'identity_required' }
  const mine = limits.get(bettor) ?? []
  const deposited = await depositedSince(tx, { bettor, since: mine.map((limit) => limit.since ?? new Date(0)) })
  for (const [index, limit] of mine.entries()) {
    const used = (deposited[index] ?? 0n) + pending
    if (used + amount > limit.value) return reached(limit, used)
  }
  return undefined
}

/** A received payment: its bettor and its amount before tax. */
export type CreditRequest = { readonly bettor: bigint; readonly amount: Money; readonly identified?: boolean }

/**
 * Checks whether each of these amounts may be credited as cash, in the transaction that credits them and under the locks of the
 * bettors' cash accounts. It may not while the bettor is excluded, the account locked or closed or its identity to be proven, or when it exceeds a deposit limit
 * together with the deposits in the ledger and the earlier amounts of this list that passed.
 */
export async function creditGate(tx: Tx, requests: readonly CreditRequest[]): Promise<boolean[]> {
  const bettors = [...new Set(requests.map((request) => request.bettor))]
  const { excluded, limits, unproven, locked } = await store.activeRestrictions(tx, { bettors, kinds: ['deposit'] })
  const deposited = new Map<bigint, Money[]>()
  for (const [bettor, mine] of limits)
    deposited.set(bettor, await depositedSince(tx, { bettor, since: mine.map((limit) => limit.since ?? new Date(0)) }))
  const passed = new Map<bigint, bigint>()
  return requests.map(({ bettor, amount, identified = true }) => {
    if (!identified) return false
    if (excluded.has(bettor) || unproven.has(bettor) || locked.has(bettor)) return false
    const more = (passed.get(bettor) ?? 0n) + amount
    const over = (limits.get(bettor) ?? []).some(
      (limit, at) => (deposited.get(bettor)?.[at] ?? 0n) + more > limit.value,
    )
    if (!over) passed.set(bettor, more)
    return !over
  })
}

const none = money(0n)
const changedText = 'You have changed a limit, and until that is in force you cannot bet'

/** The view that the gates read shows a closed account as excluded until this year. */
const closedYear = 9999

/** A gate's refusal in the contract's shape. */
export function refusalOf(gated: { readonly code: 'self_excluded'; readonly until: Date }): Refusal<'self_excluded'>
export function refusalOf(gated: PersonalRefusal): Refusal<PersonalRefusal['code']>
export function refusalOf(gated: StakeRefusal): Refusal<PersonalRefusal['code'] | 'not_available'>
export function refusalOf(gated: StakeRefusal): Refusal<PersonalRefusal['code'] | 'not_available'> {
  if (gated.code === 'not_verified') return refused('not_verified')
  if (gated.code === 'account_locked') return refused('account_locked')
  if (gated.code === 'identity_required')
    return refused('identity_required', { wanted: true }, 'Please confirm your identity before you deposit or bet')
  if (gated.code === 'product_paused')
    return refused('not_available', { product: gated.product }, 'This is paused for new bets at the moment')
  if (gated.code === 'self_excluded' && gated.until.getUTCFullYear() === closedYear)
    return refused('self_excluded', { closed: true }, 'This account is closed')
  if (gated.code === 'self_excluded') return refused('self_excluded', { until: gated.until.toISOString() })
  const facts = {
    limit: gated.limit,
    value: formatMoney(gated.value),
    used: formatMoney(gated.used),
    resets_at: gated.resetsAt?.toISOString() ?? null,
  }
  return gated.limit === 'change' ? refused('limit_reached', facts, changedText) : refused('limit_reached', facts)
}

function reached({ kind, period, value, resets }: store.ActiveLimit, used: bigint): LimitReached {
  const shown = money(used > 0n ? used : 0n)
  return { code: 'limit_reached', limit: `${kind}.${period}`, value: money(value), used: shown, resetsAt: resets }
}

type Used = (bettor: bigint, limit: store.ActiveLimit) => bigint

/**
 * The amounts used of these bettors' limits, by the ledger; each period's beginning is read once. A bet that is being edited in play will be
 * staked again, so a stake limit counts that too; a loss limit does not, because the same amount comes back.
 */
export async function usedOf(tx: Db | Tx, limits: store.ActiveRestrictions['limits']): Promise<Used> {
  const starts = new Map<number, Date>()
  for (const { since } of [...limits.values()].flat()) if (since) starts.set(since.getTime(), since)
  const order = [...starts.keys()]
  const bettors = [...limits.keys()]
  const [played, edited] = await Promise.all([
    playTotalsSince(tx, { bettors, since: [...starts.values()], midnights: true }),
    store.waitingEdits(tx, bettors),
  ])
  return (bettor, { kind, since }) => {
    const play = since ? played.get(bettor)?.[order.indexOf(since.getTime())] : undefined
    const waiting = kind === 'stake' ? (edited.get(bettor) ?? 0n) : 0n
    return (play ? usedOn(kind, play) : 0n) + waiting
  }
}

/** The amount that counts against a limit of this kind: the stakes, or for a loss limit the stakes less the returns (negative after a net win). */
export const usedOn = (kind: LimitKind, { staked, returned }: PlayTotals): bigint =>
  kind === 'loss' ? staked - returned : staked
