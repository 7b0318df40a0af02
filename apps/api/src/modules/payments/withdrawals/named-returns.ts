import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney } from '@nare/money/money'
import { transact } from '#platform/db'
import { lockDeposit } from '../deposits/deposits.ts'
import type { HouseDecision, Parts } from '../deps.ts'
import type { Returns } from '../returns/returns.ts'
import { insertApproval, setApprovers } from './store.ts'

/** Returnable money that is sent to a number that an operator names. */
export type NamedReturn = { readonly deposit: bigint; readonly msisdn: string; readonly operator: string }

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
      const { provider, payer } = deposit
      const facts = { bettor_id: deposit.bettor.toString(), provider, payer, msisdn, amount: formatMoney(left) }
      return done({ facts, needed: true, amount: left })
    },
    async work(tx, { deposit: id, msisdn }) {
      const deposit = await lockDeposit(tx, id)
      const payout = deposit && (await returns.attemptNext(tx, deposit, msisdn))
      return payout === undefined ? refused('not_found') : done(payout)
    },
    async after(_given, payout) {
      background.send(`withdrawal ${payout}`, () => proceed(payout))
    },
  }

  return {
    decision,

    /** Requests such a return. The request is the first approval. The payout is sent after the approval of a second operator. */
    async sendReturn(given: NamedReturn): Promise<Outcome<'waiting', 'not_found'>> {
      return transact(parts.money, async (tx): Promise<Outcome<'waiting', 'not_found'>> => {
        const reserved = await decision.work(tx, given)
        if (!reserved.ok) return reserved
        await setApprovers(tx, reserved.value, { approvers: 2, because: ['named_number'] })
        await insertApproval(tx, { id: reserved.value, operator: given.operator, approve: true })
        return done('waiting')
      })
    },
  }
}
