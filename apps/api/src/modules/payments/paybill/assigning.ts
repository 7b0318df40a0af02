import { done, refused } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { freeReceipt, matchPaybill, type openDeposits } from '../deposits/deposits.ts'
import type { HouseDecision, Parts } from '../deps.ts'
import { isNumberOf, payerFact } from '../phones.ts'
import type { ProviderName } from '../ports.ts'
import { openDeposit } from './opening.ts'
import { lockUnmatched } from './store.ts'

type Uses = { readonly deposits: ReturnType<typeof openDeposits> }
type Assign = {
  readonly provider: ProviderName
  readonly receipt: string
  readonly bettor: bigint
  readonly operator: string
  /** Whether no second operator confirmed it. */
  readonly alone?: boolean
}
/** Opens the operators' assignment of unmatched payments to bettors. */
export function openAssigning(parts: Parts, { deposits }: Uses) {
  const { background, bettorFacts } = parts

  /**
   * Assigns an unmatched payment to a bettor. It is credited once the provider has confirmed the receipt. A second person confirms it if its
   * payer's number is not the bettor's, or if the provider does not name it.
   */
  const decision: HouseDecision<Assign, { readonly deposit: bigint }, 'not_found'> = {
    async read(tx, { provider, receipt, bettor }) {
      const row = await lockUnmatched(tx, provider, receipt)
      if (!row) return refused('not_found')
      const msisdn = (await bettorFacts([bettor], tx)).get(bettor)?.msisdn
      if (msisdn === undefined) return refused('not_found')
      const { reference, payer } = row
      const amount = money(row.amount)
      const of = { provider, receipt, reference, payer: payerFact(payer), bettor_id: bettor.toString() }
      const needed = payer === null || !isNumberOf(payer, msisdn)
      return done({ facts: { ...of, amount: formatMoney(amount) }, needed, amount, bettor })
    },
    async work(tx, given) {
      const { provider, receipt, bettor, operator, alone = false } = given
      const row = await lockUnmatched(tx, provider, receipt)
      if (!row) return refused('not_found')
      await freeReceipt(tx, given)
      const deposit = await openDeposit(parts, tx, { bettor, name: provider, receipt, amount: row.amount })
      if (deposit === undefined) return refused('not_found')
      await matchPaybill(tx, { provider, receipt, deposit, by: operator, alone })
      return done({ deposit })
    },
    async after(_given, { deposit }) {
      background.send(`deposit ${deposit}`, () => deposits.check(deposit))
    },
  }

  return { decision }
}
