import { formatMoney, money, type Money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { isSendable } from '../amounts.ts'
import { depositOf, type DepositRow, lockDeposit } from '../deposits/deposits.ts'
import { hashOf, type Parts } from '../deps.ts'
import { insertReview } from '../reviews.ts'
import * as store from './store.ts'

export { openReturnCredits } from './credits.ts'
export { lockUnsent } from './store.ts'

/** Seconds from a failed payout to the next attempt, by the number of failures. After the last an operator has to look. */
const retryAfterS = [600, 3600, 6 * 3600, 24 * 3600] as const

export type Returns = ReturnType<typeof openReturns>

/** A payout that returns a deposit, as far as this room needs it. */
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
 * Sends returnable deposits back to the paying phone, in full. A return is a payout without tax; a deposit has one at a
 * time, and none after a paid one.
 */
export function openReturns(parts: Parts) {
  const { db, ledger, country } = parts
  const rules = country.payments

  /**
   * Reserves the money for its return. The caller has locked the bettor's cash account. Returns the payout, or undefined if no provider
   * sends such an amount: then an operator has to look.
   */
  async function begin(tx: Tx, { deposit, msisdn, attempt, amount }: Returning): Promise<bigint | undefined> {
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
    if (posted !== 'posted') throw new Error(`reserving return ${id} was ${posted}`)
    return id
  }

  /** Returns money of a payout to where it was reserved from. */
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
    if (posted !== 'posted') throw new Error(`the release of return ${row.id} was ${posted}`)
  }

  /** Schedules the next attempt after a failure. After the last, or without a payer, it is reported to the operators. */
  async function planNext(tx: Tx, row: ReturnPayout): Promise<void> {
    const id = row.returns ?? row.id
    const inS = retryAfterS[(row.attempt ?? 1) - 1]
    const payer = (await depositOf(tx, id))?.payer
    if (inS !== undefined && payer) return store.scheduleAgain(tx, row.id, inS)
    const facts = `${formatMoney(money(row.sum))} could not be sent to ${row.msisdn} in ${row.attempt} tries`
    await store.reportReturnFailed(tx, id, facts)
  }

  /**
   * Reserves another attempt for the payer after a failed one and returns the new payout. Undefined if the payer is unknown, another payout
   * is open or done, or a failed one was later reported as paid: then only operators send it again.
   */
  function again(failed: Pick<ReturnPayout, 'id' | 'returns'>): Promise<bigint | undefined> {
    return transact(db, async (tx) => {
      if (failed.returns === null) return undefined
      const deposit = await lockDeposit(tx, failed.returns)
      await store.scheduleAgain(tx, failed.id, null)
      const { contradicted } = await store.attemptsOf(tx, failed.returns)
      return deposit?.payer && !contradicted ? attemptNext(tx, deposit, deposit.payer) : undefined
    })
  }

  /** Another payout of returnable money, unless it must wait (see `attemptsOf`). The caller has locked the deposit. */
  async function attemptNext(tx: Tx, deposit: DepositRow, msisdn: string): Promise<bigint | undefined> {
    const { mustWait, attempts, sent } = await store.attemptsOf(tx, deposit.id)
    const amount = money(deposit.amount - sent)
    if (!deposit.returnable || mustWait || amount <= 0n) return undefined
    await ledger.lockCash(tx, [deposit.bettor])
    return begin(tx, { deposit, msisdn, attempt: attempts + 1, amount })
  }

  /** Reports that a payout paid less than its deposit, so that an operator sends the rest. */
  function reportRest(tx: Tx, row: ReturnPayout, rest: Money): Promise<void> {
    return store.reportReturnFailed(tx, row.returns ?? row.id, `${formatMoney(rest)} is left of what goes back`)
  }

  return { begin, release, planNext, reportRest, again, attemptNext }
}
