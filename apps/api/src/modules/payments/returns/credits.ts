import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import { money } from '@nare/money/money'
import { creditGate } from '#modules/protection/protection'
import { transact, type Tx } from '#platform/db'
import type { Page } from '#platform/paging'
import { isSendable, splitDeposit } from '../amounts.ts'
import { type DepositRow, lockDeposit } from '../deposits/deposits.ts'
import { type Parts, providerAccount } from '../deps.ts'
import * as store from './store.ts'

type Refused = 'not_found' | 'not_allowed' | 'identity_required'

const sendableText = 'This money can still be sent back to the phone that it came from'
const gatedText = 'This bettor may not deposit now. The money stays in the bettor’s account for returns'

/**
 * Opens the operators' credits of returnable money that no provider can send: an amount with cents, or outside of a payout's limits. The
 * money is credited as a deposit once the bettor may deposit again.
 */
export function openReturnCredits(parts: Parts) {
  const { db, clock, country, ledger } = parts

  /**
   * Credits such a deposit to its bettor, less today's tax. A repeated call returns the same result. Refuses an amount that a payout can
   * return and a bettor who may not deposit now (not_allowed), and a bettor whose identity is not confirmed (identity_required).
   */
  async function credit(given: { deposit: bigint; operator: string }): Promise<Outcome<'credited', Refused>> {
    const outcome = await transact(db, async (tx): Promise<Outcome<DepositRow, Refused>> => {
      const deposit = await lockDeposit(tx, given.deposit)
      if (deposit && deposit.creditedBy !== null) return done(deposit)
      if (!deposit?.returnable) return refused('not_found')
      const { attempts, mustWait } = await store.attemptsOf(tx, deposit.id)
      if (attempts > 0 || mustWait || isSendable(money(deposit.amount), country.payments))
        return refused('not_allowed', undefined, sendableText)
      const refusal = await refusalOf(tx, deposit)
      if (refusal) return refusal
      await book(tx, deposit, given.operator)
      return done(deposit)
    })
    if (!outcome.ok) return outcome
    await ledger.publishBalances(parts.live, [outcome.value.bettor])
    return done('credited')
  }

  async function refusalOf(
    tx: Tx,
    { bettor, amount }: DepositRow,
  ): Promise<Refusal<'identity_required' | 'not_allowed'> | undefined> {
    if (!(await parts.identityOf(tx, bettor)).passed) return refused('identity_required')
    await ledger.lockCash(tx, [bettor])
    const [isOpen] = await creditGate(tx, [{ bettor, amount: money(amount) }])
    return isOpen ? undefined : refused('not_allowed', undefined, gatedText)
  }

  async function book(tx: Tx, { id, bettor, provider, amount }: DepositRow, operator: string): Promise<void> {
    const account = (await ledger.returnable(tx, [bettor])).get(bettor) ?? 0n
    const from = ledger.house(providerAccount(provider))
    const about = `payment/${id}`
    const postings = [
      { account, amount: money(-amount) },
      { account: from, amount: money(amount) },
    ]
    const [posted] = await ledger.post(tx, [{ id: `deposit/${id}/freed`, kind: 'returnable_freed', about, postings }])
    if (posted !== 'posted') throw new Error(`returnable deposit ${id} could not be freed: ${posted}`)
    const { tax, net } = splitDeposit(country, clock.date(), money(amount))
    const also = [{ account: ledger.house('tax:excise'), amount: tax }]
    await ledger.credit(tx, [
      { id: `deposit/${id}/credited`, kind: 'deposit', about, bettor, amount: net, against: from, also },
    ])
    await store.setCredited(tx, { deposit: id, tax, net, operator })
  }

  return {
    credit,

    /** Returnable money without an open payout, the longest waiting first. */
    async waiting(filter: store.ReturnFilter, page: Page) {
      const { rows, ...paged } = await store.waitingReturns(db, filter, page)
      return { ...paged, rows: rows.map((row) => ({ ...row, because: becauseOf(row) })) }
    },
  }

  function becauseOf({ left, payer, attempts }: store.WaitingReturn): 'not_sendable' | 'payer_unknown' | 'failed' {
    if (!isSendable(money(left), country.payments)) return 'not_sendable'
    return payer === null && attempts === 0 ? 'payer_unknown' : 'failed'
  }
}
