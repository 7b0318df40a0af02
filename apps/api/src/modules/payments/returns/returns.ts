import { formatMoney, money, type Money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { isSendable } from '../amounts.ts'
import { depositOf, type DepositRow, lockDeposit } from '../deposits/deposits.ts'
import { hashOf, type Parts } from '../deps.ts'
import { insertReview } from '../reviews.ts'
import * as store from './store.ts'

export { openReturnCredits } from './credits.ts'
export { lockUnsent, waitingToReturn } from './store.ts'

/** Seconds from a failed payout to the next attempt, by the number of failures. After the last one an operator decides. */
const retryAfterS = [600, 3600, 6 * 3600, 24 * 3600] as const

export type Returns = ReturnType<typeof openReturns>

/** The fields of a return payout that this module needs. */
export type ReturnPayout = {
  readonly id: bigint
  readonly returns: bigint | null
  readonly attempt: number | null
  readonly bettor: bigint
  readonly msisdn: string
  readonly sum: bigint
}

type Returning = {
  readonly deposit: DepositRow
  readonly msisdn: string
  readonly attempt: number
  /** The amount to return: the whole deposit, or the rest if a payout paid less. */
  readonly amount: Money
}

/**
 * Sends returnable deposits back to the paying phone, in full. A return is a payout without tax. A deposit has at most one open return, and
 * no further one after it was returned in full.
 */
export function openReturns(parts: Parts) {
  const { db, ledger, country } = parts
  const rules = country.payments

  /**
   * Reserves the money of a return. The caller has locked the bettor's cash account. Returns the payout. If no provider sends such an
   * amount, reports this to the operators and returns undefined.
   */
  async function reserveReturn(tx: Tx, { deposit, msisdn, attempt, amount }: Returning): Promise<bigint | undefined> {
    const { bettor, provider } = deposit
    if (!isSendable(amount, rules)) {
      const facts = `${formatMoney(amount)} cannot be sent to a phone`
      await insertReview(tx, { payment: deposit.id, what: 'return_impossible', facts })
      return undefined
    }
    const id = await store.insertReturn(tx, {
      bettor,
      provider,
      msisdn,
      amount,
      deposit: deposit.id,
      attempt,
      clientId: random.uuid(),
      conversation: random.uuid(),
      hash: hashOf('return', deposit.id, String(attempt)),
    })
    const account = (await ledger.returnable(tx, [bettor])).get(bettor) ?? 0n
    const [posted] = await ledger.post(tx, [
      {
        id: `withdrawal/${id}`,
        kind: 'return',
        about: `payment/${id}`,
        postings: [
          { account, amount: money(-amount) },
          { account: ledger.house('transit:withdrawals'), amount },
        ],
      },
    ])
    if (posted !== 'posted') throw new Error(`return ${id} could not be reserved: ${posted}`)
    return id
  }

  /** Moves the money of a failed return payout back to the account it was reserved from. */
  async function release(tx: Tx, row: ReturnPayout, { id, amount }: { id: string; amount: Money }): Promise<void> {
    await ledger.lockCash(tx, [row.bettor])
    const account = (await ledger.returnable(tx, [row.bettor])).get(row.bettor) ?? 0n
    const [posted] = await ledger.post(tx, [
      {
        id,
        kind: 'return_released',
        about: `payment/${row.id}`,
        postings: [
          { account, amount },
          { account: ledger.house('transit:withdrawals'), amount: money(-amount) },
        ],
      },
    ])
    if (posted !== 'posted') throw new Error(`return ${row.id} could not be released: ${posted}`)
  }

  /** Schedules the next attempt after a failure. After the last attempt, or if the payer is unknown, reports the deposit to the operators. */
  async function scheduleNext(tx: Tx, row: ReturnPayout): Promise<void> {
    const id = row.returns ?? row.id
    const delayS = retryAfterS[(row.attempt ?? 1) - 1]
    const payer = (await depositOf(tx, id))?.payer
    if (delayS !== undefined && payer) return store.scheduleRetry(tx, row.id, delayS)
    const facts = `${formatMoney(money(row.sum))} could not be sent to ${row.msisdn} in ${row.attempt} tries`
    await store.reportReturnFailed(tx, id, facts)
  }

  /**
   * Reserves another attempt for the payer after a failed one and returns the new payout. Undefined if the payer is unknown or another payout
   * is open. Undefined too if a failed payout was later reported as paid: then only operators may send another.
   */
  function retry(failed: Pick<ReturnPayout, 'id' | 'returns'>): Promise<bigint | undefined> {
    return transact(db, async (tx) => {
      if (failed.returns === null) return undefined
      const deposit = await lockDeposit(tx, failed.returns)
      await store.scheduleRetry(tx, failed.id, null)
      const { contradicted } = await store.attemptsOf(tx, failed.returns)
      return deposit?.payer && !contradicted ? attemptNext(tx, deposit, deposit.payer) : undefined
    })
  }

  /** The next payout of returnable money: undefined if nothing is left or it must wait (see `attemptsOf`). The caller has locked the deposit. */
  async function nextAttempt(tx: Tx, deposit: DepositRow): Promise<{ attempt: number; amount: Money } | undefined> {
    const { mustWait, attempts, sent } = await store.attemptsOf(tx, deposit.id)
    const amount = money(deposit.amount - sent)
    return !deposit.returnable || mustWait || amount <= 0n ? undefined : { attempt: attempts + 1, amount }
  }

  /** The amount that another payout would return now. The caller has locked the deposit. */
  const leftToReturn = async (tx: Tx, deposit: DepositRow): Promise<Money | undefined> =>
    (await nextAttempt(tx, deposit))?.amount

  /** Reserves another payout of returnable money, if there may be one now. The caller has locked the deposit. */
  async function attemptNext(tx: Tx, deposit: DepositRow, msisdn: string): Promise<bigint | undefined> {
    const next = await nextAttempt(tx, deposit)
    if (!next) return undefined
    await ledger.lockCash(tx, [deposit.bettor])
    return reserveReturn(tx, { deposit, msisdn, ...next })
  }

  /** Reports to the operators that a payout paid less than its deposit: one of them must send the rest. */
  function reportRest(tx: Tx, row: ReturnPayout, rest: Money): Promise<void> {
    return store.reportReturnFailed(tx, row.returns ?? row.id, `${formatMoney(rest)} still has to be returned`)
  }

  return { reserveReturn, release, scheduleNext, reportRest, retry, attemptNext, leftToReturn }
}
