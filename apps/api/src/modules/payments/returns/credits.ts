import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { creditGate } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import type { Page } from '#platform/paging'
import { isSendable, splitDeposit } from '../amounts.ts'
import { depositOf, type DepositRow, lockDeposit } from '../deposits/deposits.ts'
import { type HouseDecision, type Parts, providerAccount } from '../deps.ts'
import * as store from './store.ts'

type Refused = 'not_found' | 'not_allowed' | 'identity_required'

type ReturnCredit = { readonly deposit: bigint; readonly operator: string }

const sendableText = 'This money can still be sent back to the phone that it came from'
const gatedText = 'This bettor may not deposit now. The money stays in the bettor’s account for returns'

/**
 * Opens the operators' credits of returnable money that no provider can send: an amount with cents, or outside of a payout's limits. The
 * money is credited as a deposit once the bettor may deposit again.
 */
export function openReturnCredits(parts: Parts) {
  const { db, clock, country, ledger } = parts

  /** Locks such a deposit; as `credited` if an operator has credited it. */
  async function judge(tx: Tx, id: bigint): Promise<Outcome<{ deposit: DepositRow; credited: boolean }, Refused>> {
    const deposit = await lockDeposit(tx, id)
    if (deposit && deposit.creditedBy !== null) return done({ deposit, credited: true })
    if (!deposit?.returnable) return refused('not_found')
    const { attempts, mustWait } = await store.attemptsOf(tx, deposit.id)
    if (attempts > 0 || mustWait || isSendable(money(deposit.amount), country.payments))
      return refused('not_allowed', undefined, sendableText)
    return (await refusalOf(tx, deposit)) ?? done({ deposit, credited: false })
  }

  /**
   * Credits such a deposit to its bettor, less today's tax. A repeated call returns the same result. Refuses an amount that a payout can
   * return and a bettor who may not deposit now (not_allowed), and a bettor whose identity is not confirmed (identity_required).
   */
  const decision: HouseDecision<ReturnCredit, 'credited', Refused> = {
    async read(tx, given) {
      const judged = await judge(tx, given.deposit)
      if (!judged.ok) return judged
      const { deposit, credited } = judged.value
      const { bettor, provider } = deposit
      const amount = money(deposit.amount)
      const facts = { bettor_id: bettor.toString(), provider, amount: formatMoney(amount), credited }
      return done({ facts, needed: false, bettor, ...(!credited && { amount }) })
    },
    async work(tx, given) {
      const judged = await judge(tx, given.deposit)
      if (!judged.ok) return judged
      if (!judged.value.credited) await book(tx, judged.value.deposit, given.operator)
      return done('credited')
    },
    async after(given) {
      const deposit = await depositOf(db, given.deposit)
      if (deposit) await ledger.publishBalances(parts.live, [deposit.bettor])
    },
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
    const { tax, net } = splitDeposit(parts.terms(), clock.date(), money(amount))
    const also = [{ account: ledger.house('tax:excise'), amount: tax }]
    await ledger.credit(tx, [
      { id: `deposit/${id}/credited`, kind: 'deposit', about, bettor, amount: net, against: from, also },
    ])
    await store.setCredited(tx, { deposit: id, tax, net, operator })
  }

  return {
    decision,

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
