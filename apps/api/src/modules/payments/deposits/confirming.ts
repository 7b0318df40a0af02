import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money, type Money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import type { HouseDecision, Parts } from '../deps.ts'
import type { ProviderStatus } from '../ports.ts'
import { closeReviewsOf, insertReview } from '../reviews.ts'
import type { AppliedAnswer, ProviderAnswer } from './answers.ts'
import { lockReceipt } from './receipts.ts'
import * as store from './store.ts'

/** What an operator found in the provider's statement. */
type Confirmation = { readonly deposit: bigint; readonly receipt: string; readonly amount: Money }
type Refused = 'not_found' | 'not_allowed' | 'receipt_used' | 'invalid_input'

type Uses = {
  readonly applyIn: (tx: Tx, answer: ProviderAnswer) => Promise<AppliedAnswer | undefined>
  readonly applyStatus: (id: bigint, status: ProviderStatus, of: 'prompt') => Promise<void>
}

const findings = { right: 'confirm_by_hand', wrong: 'amount_differs' } as const
const askText = 'This provider can be asked. Enter the receipt instead'

/** Opens deposits at providers without a status query: what their unsigned messages report waits for a person with the provider's statement. */
export function openConfirming(parts: Parts, { applyIn, applyStatus }: Uses) {
  const { db, providers, ledger, count } = parts

  /** Handles an unsigned message. A payment becomes a finding; a failure ends the prompt, because that moves no money and a payment may still be confirmed. */
  async function reported({ id }: store.DepositRow, said: ProviderStatus): Promise<void> {
    if (said.is === 'failed') return applyStatus(id, said, 'prompt')
    if (said.is === 'pending') return
    await transact(db, async (tx) => {
      const deposit = await store.lockDeposit(tx, id)
      if (!deposit || deposit.state === 'succeeded') return
      const isRight = said.amount === deposit.amount && said.receipt !== undefined
      const paid = said.amount === undefined ? 'an unknown amount' : formatMoney(said.amount)
      const facts = `requested ${formatMoney(money(deposit.amount))}; a message reports ${paid}, receipt ${said.receipt ?? 'unknown'}; look for it in the statement`
      await insertReview(tx, { payment: id, what: isRight ? findings.right : findings.wrong, facts })
      await store.setDeposits(tx, [{ id, state: 'unknown', reason: isRight ? undefined : findings.wrong }])
    })
  }

  /** Locks such a deposit and its receipt; `isDone` if it was confirmed with this receipt before. */
  async function judge(
    tx: Tx,
    { deposit: id, receipt, amount }: Confirmation,
  ): Promise<Outcome<{ row: store.DepositRow; isDone: boolean }, Refused>> {
    const row = await store.lockDeposit(tx, id)
    if (!row || row.kind !== 'prompt' || row.state === 'created') return refused('not_found')
    const { provider } = row
    if (providers[provider]?.queriedBy !== 'none') return refused('not_allowed', undefined, askText)
    if (row.state === 'succeeded') return row.receipt === receipt ? done({ row, isDone: true }) : refused('not_found')
    if (amount !== row.amount) {
      const sentence = `The deposit is of ${formatMoney(money(row.amount))}: another amount is not its payment`
      return refused('invalid_input', fieldFacts({ amount: { code: 'not_valid', sentence } }))
    }
    await lockReceipt(tx, { provider, receipt })
    return (await store.depositOfReceipt(tx, { provider, receipt }))
      ? refused('receipt_used')
      : done({ row, isDone: false })
  }

  /**
   * Credits a deposit as an operator found it in the provider's statement, once. A second person confirms a receipt that no message of the
   * provider named for it. Refuses a provider that can be asked (not_allowed), another amount (invalid_input), and the receipt of another
   * deposit (receipt_used).
   */
  const decision: HouseDecision<Confirmation, 'credited' | 'returned', Refused> = {
    async read(tx, given) {
      const judged = await judge(tx, given)
      if (!judged.ok) return judged
      const { row, isDone } = judged.value
      const { provider, msisdn, state, reference, bettor, claimReceipt, claimAmount } = row
      const isNamed = claimReceipt === given.receipt && claimAmount === given.amount
      const facts = { provider, msisdn, state, reference, reported: claimReceipt, receipt: given.receipt }
      return done({
        facts: { ...facts, bettor_id: bettor.toString(), amount: formatMoney(given.amount) },
        needed: !isDone && !isNamed,
        bettor,
        ...(!isDone && { amount: given.amount }),
      })
    },
    async work(tx, given) {
      const judged = await judge(tx, given)
      if (!judged.ok) return judged
      const { row, isDone } = judged.value
      const { deposit: id, receipt, amount } = given
      if (isDone) return done(row.returnable ? 'returned' : 'credited')
      const applied = await applyIn(tx, { id, status: { is: 'succeeded', receipt, amount }, of: 'prompt' })
      await closeReviewsOf(tx, { payment: id, what: Object.values(findings) })
      return done(applied?.decision === 'returnable' ? 'returned' : 'credited')
    },
    async after({ deposit }, state) {
      const row = await store.depositOf(db, deposit)
      count?.(state === 'credited' ? 'deposit_credited' : 'deposit_returnable')
      if (row) await ledger.publishBalances(parts.live, [row.bettor])
    },
  }

  return { reported, decision }
}
