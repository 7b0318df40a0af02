import { money, type Money } from '@nare/money/money'
import { bonusShare, returnBonus, type BonusReturn } from '#modules/bonus/bonus'
import type { Credit, Ledger, Payees } from '#modules/ledger/ledger'
import { insertTaxes, taxOfPayment, taxRates, withTax, type TaxRow } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { exposureOfLeg, liabilityOfLeg, sumByOutcome } from '../placing/exposure.ts'
import type { Exposure } from '../placing/place-store.ts'
import * as store from './store.ts'

type Payment = { readonly cashOuts: readonly store.NewCashOut[]; readonly payees: Payees }
type TaxedCashOut = store.NewCashOut & Pick<TaxRow, 'rate'> & { readonly tax: bigint }

/**
 * Writes and pays these cash-outs, each of a different bet. Each is a transfer of its own, from which the tax on what it pays above the
 * stake that it closes is withheld; the exposure of an outcome changes once. Returns these taxes, in the order of the cash-outs.
 */
export async function pay(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { cashOuts, payees }: Payment,
): Promise<Money[]> {
  if (cashOuts.length === 0) return []
  const rateOf = taxRates(ledger)
  const taxed = cashOuts.map((cashOut) => taxedBy(rateOf(cashOut.bet.product), cashOut))
  await store.insertCashOuts(tx, taxed)
  await insertTaxes(tx, taxed.flatMap(taxRowOf))
  const returns = taxed.flatMap((cashOut) => bonusReturnOf(ledger, cashOut))
  if (returns.length > 0) {
    const wallets = await ledger.lockWallets(tx, [...new Set(returns.map(({ bettor }) => bettor))])
    await returnBonus({ ledger }, tx, { returns, wallets })
  }
  const due = taxed.map((cashOut) => creditOf(ledger, cashOut)).filter(({ amount, also }) => amount > 0n || also)
  // Bonus money that has become cash is not in the balances of `payees`.
  if (due.length > 0) await ledger.credit(tx, due, returns.length > 0 ? undefined : payees)
  await store.releaseExposure(tx, sumByOutcome(taxed.flatMap(releasedBy)))
  return taxed.map(({ tax }) => money(tax))
}

function taxedBy(rate: TaxRow['rate'], cashOut: store.NewCashOut): TaxedCashOut {
  const { bet, left, stake, amount } = cashOut
  return { ...cashOut, rate, tax: taxOfCashOut(rate, bet, { stake, left: left.stake, amount }) }
}

/** The tax on what a cash-out pays for a part of the stake; `left` is the stake that it leaves. */
export function taxOfCashOut(
  rate: TaxRow['rate'],
  bet: Pick<store.CashOutBet, 'stake' | 'bonusStake' | 'left'>,
  { stake, left, amount }: { stake: bigint; left: bigint; amount: bigint },
): bigint {
  // The bonus money of the part is what the rest has less, so that all parts together have that of the stake.
  const bonus = { stake, bonusStake: bonusShare(bet.left.stake, bet) - bonusShare(left, bet) }
  return taxOfPayment(rate, { paid: amount, stake, bonus })
}

const taxRowOf = ({ bet, rate, tax }: TaxedCashOut): TaxRow[] =>
  tax > 0n ? [{ betId: bet.betId, step: 'cash-out', n: bet.n + 1, rate, amount: tax }] : []

/** The part of the amount that is bonus money, after tax. */
function bonusOf({ bet, amount, tax }: TaxedCashOut): Money {
  const before = bet.cashed - bet.cashedTax
  return money(bonusShare(before + amount - tax, bet) - bonusShare(before, bet))
}

function bonusReturnOf(ledger: Ledger, cashOut: TaxedCashOut): BonusReturn[] {
  const { betId, bettor, product, n } = cashOut.bet
  const due = bonusOf(cashOut)
  if (due === 0n) return []
  const against = ledger.houseOf(product)
  return [{ betId, bettor, against, step: 'cash-out', n: n + 1, back: money(0n), due, kind: 'bonus_cash_out' }]
}

/** The cash transfer that pays a cash-out, without its bonus part, and the whole tax. */
function creditOf(ledger: Ledger, cashOut: TaxedCashOut): Credit {
  const { betId, bettor, product, n } = cashOut.bet
  const about = `bet/${betId}`
  const amount = money(cashOut.amount - cashOut.tax - bonusOf(cashOut))
  const against = ledger.houseOf(product)
  const tax = withTax(ledger, cashOut.tax)
  return { id: `${about}/cash-out/${n + 1}`, kind: 'cash_out', about, bettor, amount, against, ...tax }
}

/**
 * The exposure that the closed part had added to the outcome of each leg. All parts of a bet together release exactly what the bet added.
 */
function releasedBy({ bet, left }: store.NewCashOut): Exposure[] {
  const legs = bet.legs.length
  const liability = (of: store.CashOutBet['left']): bigint => liabilityOfLeg({ ...of, legs })
  const stakeOfLeg = (stake: bigint): bigint => stake / BigInt(legs)
  const released = {
    bets: left.stake === 0n ? 1 : 0,
    stake: stakeOfLeg(bet.left.stake) - stakeOfLeg(left.stake),
    liability: liability(bet.left) - liability(left),
  }
  return bet.legs.flatMap((leg) => exposureOfLeg(leg, released))
}
