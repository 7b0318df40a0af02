import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Product } from '@nare/contract/products'
import { formatMoney, money, type Money } from '@nare/money/money'
import { bonusProducts, paymentOf, spendableGrants, type NewUse, type Spendable } from '#modules/bonus/bonus'
import type { Funds, Ledger, StakeTransfer } from '#modules/ledger/ledger'
import { refusalOf, type StakeRefusal } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { NewTicket } from './store.ts'

/** A stake that is moved to the house account of its product, for the ticket with this id. */
export type Stake = Pick<NewTicket, 'betId' | 'product' | 'bettor' | 'stake' | 'bonusStake'>

export type RefusedTicket = { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

type StakeFacts = {
  readonly gated: StakeRefusal | undefined
  readonly balance: Money
  readonly bonus?: Money
  /** Whether the stake is reserved, and so no longer part of the balance. */
  readonly reserved?: boolean
}

/** The refusal of a stake by the gate or for insufficient funds. A product checks its other refusals first. */
export function stakeRefusal(
  { gated, balance, bonus = money(0n), reserved = false }: StakeFacts,
  stake: Money,
): Refusal<FailureCode> | undefined {
  if (gated) return refusalOf(gated)
  if (reserved || balance + bonus >= stake) return undefined
  const facts = { insufficient_balance: true, balance: formatMoney(balance) }
  return refused('insufficient_funds', bonus > 0n ? { ...facts, bonus: formatMoney(bonus) } : facts)
}

/** Locks the cash of these bettors, by id, and their bonus money if the product accepts it. */
export async function lockFunds(
  ledger: Ledger,
  tx: Tx,
  { bettors, product }: { bettors: readonly bigint[]; product: Product },
): Promise<ReadonlyMap<bigint, Funds>> {
  if (bonusProducts.includes(product)) return ledger.lockFunds(tx, bettors)
  return new Map([...(await ledger.lockCash(tx, bettors))].map(([bettor, cash]) => [bettor, { cash }]))
}

/** A bettor's remaining funds while a batch is decided. */
type Purse = { cash: bigint; grants: Spendable[] }
type Payer = { readonly bettor: bigint; readonly stake: bigint }

/**
 * The purses of a batch's payers. Each stake is debited in memory: cash first, then bonus money. Grants are read only for the bettors whose
 * cash does not cover their stakes.
 */
export async function openPurses(
  tx: Tx,
  { product, stakes, funds }: { product: Product; stakes: readonly Payer[]; funds: ReadonlyMap<bigint, Funds> },
) {
  const bettors = bettorsWithTooLittleCash(stakes, funds)
  const grants = bettors.length > 0 ? await spendableGrants(tx, { bettors, product }) : undefined
  const purses = new Map(
    [...funds].map(([bettor, { cash }]): [bigint, Purse] => [
      bettor,
      { cash: cash.balance, grants: [...(grants?.get(bettor) ?? [])] },
    ]),
  )
  const uses: NewUse[] = []
  const purseOf = (bettor: bigint): Purse => purses.get(bettor) ?? { cash: 0n, grants: [] }
  return {
    /** The uses of grants by the debited stakes. */
    uses: uses as readonly NewUse[],
    /** The rest of a bettor's cash and bonus money. */
    left(bettor: bigint): { balance: Money; bonus: Money } {
      const { cash, grants: own } = purseOf(bettor)
      return { balance: money(cash), bonus: money(own.reduce((sum, { left }) => sum + left, 0n)) }
    },
    /** Debits a stake. Returns the part that is bonus money. */
    debit({ betId, bettor, stake }: Stake): bigint {
      const purse = purseOf(bettor)
      const payment = paymentOf(stake, purse)
      invariant(payment, `the stake of bet ${betId} exceeds its bettor's funds`)
      const used = new Map(payment.uses.map((use) => [use.grantId, use.stake]))
      purse.cash -= payment.cash
      purse.grants = purse.grants.map(({ grantId, left }) => ({ grantId, left: left - (used.get(grantId) ?? 0n) }))
      uses.push(...payment.uses.map((use) => ({ ...use, betId })))
      return payment.uses.reduce((sum, use) => sum + use.stake, 0n)
    },
  }
}

/** The bettors with bonus money whose cash does not cover these stakes. */
function bettorsWithTooLittleCash(stakes: readonly Payer[], funds: ReadonlyMap<bigint, Funds>): bigint[] {
  return [...funds].flatMap(([bettor, { cash, bonus }]) => {
    if (!bonus) return []
    const total = stakes.reduce((sum, one) => (one.bettor === bettor ? sum + one.stake : sum), 0n)
    return total > cash.balance ? [bettor] : []
  })
}

/** The transfers of a stake: one of cash, and one of bonus money. */
export function transfersOf(
  { betId, stake, bonusStake = 0n }: Stake,
  { funds, to }: { funds: Funds | undefined; to: bigint },
): StakeTransfer[] {
  invariant(funds, `the payer of bet ${betId} has no cash account`)
  const { cash, bonus } = funds
  const about = `bet/${betId}`
  const shared = { about, to, kind: 'stake' as const }
  const ofCash = { ...shared, id: `${about}/stake`, from: cash, amount: money(stake - bonusStake) }
  if (bonusStake === 0n) return [ofCash]
  invariant(bonus, `bet ${betId} uses bonus money that is not locked`)
  const amount = money(bonusStake)
  const ofBonus = { ...shared, id: `${about}/bonus_stake`, kind: 'bonus_stake' as const, from: bonus, amount }
  return ofCash.amount > 0n ? [ofCash, ofBonus] : [ofBonus]
}
