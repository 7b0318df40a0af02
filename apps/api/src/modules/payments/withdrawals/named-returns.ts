import { done, refused } from '@nare/contract/outcome'
import { formatMoney } from '@nare/money/money'
import { lockDeposit } from '../deposits/deposits.ts'
import type { HouseDecision, Parts } from '../deps.ts'
import { payerFact } from '../phones.ts'
import type { Returns } from '../returns/returns.ts'
import { setLine } from './store.ts'

/** Returnable money that is sent to a number that an operator names. */
export type NamedReturn = {
  readonly deposit: bigint
  readonly msisdn: string
  readonly operator: string
  /** The line of the audit log. */
  readonly line?: bigint | undefined
}

type Uses = {
  readonly returns: Returns
  /** Sends a payout whose money is reserved. */
  readonly proceed: (id: bigint) => Promise<void>
}

/** Opens the operators' returns to a number that they name, because the payer is unknown or every attempt failed. */
export function openNamedReturns(parts: Parts, { returns, proceed }: Uses) {
  const { background } = parts

  /**
   * Reserves a payout of returnable money and answers its id. A second person always confirms. Refuses a deposit without such money, or with
   * another payout that is open (not_found).
   */
  const decision: HouseDecision<NamedReturn, bigint, 'not_found'> = {
    async read(tx, { deposit: id, msisdn }) {
      const deposit = await lockDeposit(tx, id)
      const left = deposit && (await returns.leftToReturn(tx, deposit))
      if (!deposit || left === undefined) return refused('not_found')
      const { provider, bettor } = deposit
      const payer = payerFact(deposit.payer)
      const facts = { bettor_id: bettor.toString(), provider, payer, msisdn, amount: formatMoney(left) }
      return done({ facts, needed: true, amount: left, bettor: deposit.bettor })
    },
    async work(tx, { deposit: id, msisdn, line }) {
      const deposit = await lockDeposit(tx, id)
      const payout = deposit && (await returns.attemptNext(tx, deposit, msisdn))
      if (payout === undefined) return refused('not_found')
      await setLine(tx, payout, line)
      return done(payout)
    },
    async after(_given, payout) {
      background.send(`withdrawal ${payout}`, () => proceed(payout))
    },
  }

  return { decision }
}
