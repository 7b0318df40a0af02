import { money, type Money } from '@nare/money/money'
import { bonusShare, returnBonus, type BonusReturn } from '#modules/bonus/bonus'
import type { Credit, Ledger, Payees } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { exposureOfLeg, liabilityOfLeg, sumByOutcome } from '../placing/exposure.ts'
import type { Exposure } from '../placing/place-store.ts'
import * as store from './store.ts'

type Payment = { readonly cashOuts: readonly store.NewCashOut[]; readonly payees: Payees }

/** Writes and pays these cash-outs, each of a different bet. Each is a transfer of its own; the exposure of an outcome changes once. */
export async function pay(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { cashOuts, payees }: Payment,
): Promise<void> {
  if (cashOuts.length === 0) return
  await store.insertCashOuts(tx, cashOuts)
  const returns = cashOuts.flatMap((cashOut) => bonusReturnOf(ledger, cashOut))
  if (returns.length > 0) {
    const wallets = await ledger.lockWallets(tx, [...new Set(returns.map(({ bettor }) => bettor))])
    await returnBonus({ ledger }, tx, { returns, wallets })
  }
  const due = cashOuts.map((cashOut) => creditOf(ledger, cashOut)).filter(({ amount }) => amount > 0n)
  // Bonus money that has become cash is not in the balances of `payees`.
  if (due.length > 0) await ledger.credit(tx, due, returns.length > 0 ? undefined : payees)
  await store.releaseExposure(tx, sumByOutcome(cashOuts.flatMap(releasedBy)))
}

/** The part of the amount that is bonus money. */
const bonusOf = ({ bet, amount }: store.NewCashOut): Money =>
  money(bonusShare(bet.cashed + amount, bet) - bonusShare(bet.cashed, bet))

function bonusReturnOf(ledger: Ledger, cashOut: store.NewCashOut): BonusReturn[] {
  const { betId, bettor, product, n } = cashOut.bet
  const due = bonusOf(cashOut)
  if (due === 0n) return []
  const against = ledger.houseOf(product)
  return [{ betId, bettor, against, step: 'cash-out', n: n + 1, back: money(0n), due, kind: 'bonus_cash_out' }]
}

/** The cash transfer that pays a cash-out, without its bonus part. */
function creditOf(ledger: Ledger, cashOut: store.NewCashOut): Credit {
  const { betId, bettor, product, n } = cashOut.bet
  const about = `bet/${betId}`
  const amount = money(cashOut.amount - bonusOf(cashOut))
  return { id: `${about}/cash-out/${n + 1}`, kind: 'cash_out', about, bettor, amount, against: ledger.houseOf(product) }
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
