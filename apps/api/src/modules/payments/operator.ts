import { done, refused, type Outcome } from '@nare/contract/outcome'
import { transact } from '#platform/db'
import type { Page } from '#platform/paging'
import {
  depositOf,
  depositOfReceipt,
  resumeQueries,
  lockDeposit,
  recordClaims,
  type openDeposits,
  setDeposits,
  waitingDeposits,
} from './deposits/deposits.ts'
import type { Parts } from './deps.ts'
import type { openFloats } from './float.ts'
import { paymentOfId, paymentsOfReceipt } from './find-payments.ts'
import {
  assignedTotals,
  openAssigning,
  paybillOf,
  type UnmatchedFilter,
  unmatchedPaybills,
  waitingUnmatched,
} from './paybill/paybill.ts'
import { openReturnCredits, type Returns, waitingToReturn } from './returns/returns.ts'
import { closeReview, openReviews, paymentOfReview, waitingReviews } from './reviews.ts'
import {
  type Claim,
  claimForWork,
  holdForWork,
  handProofRequests,
  insertProofRequest,
  openDecisions,
  openNamedReturns,
  openPayoutEnds,
  openResending,
  type openWithdrawals,
  sentPayouts,
  waitingWithdrawals,
} from './withdrawals/withdrawals.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  returns: Returns
  floats: ReturnType<typeof openFloats>['floats']
}

const unmatchedText = 'This payment is unmatched. Assign it to its bettor instead'

/** The operators' use cases for payments. The caller checks their identity and permissions. */
export function openOperator(parts: Parts, { deposits, withdrawals, returns, floats }: Uses) {
  const { db, providers, background } = parts
  const decisions = openDecisions(parts, withdrawals)
  const namedReturns = openNamedReturns(parts, { returns, proceed: withdrawals.proceed })
  const assigning = openAssigning(parts, { deposits })
  const payoutEnds = openPayoutEnds(parts, { withdrawalEnds: withdrawals, check: withdrawals.check })
  const returnCredits = openReturnCredits(parts)
  const resending = openResending(withdrawals)
  const providerNames = Object.values(providers).map(({ name }) => name)
  return {
    paymentOfId: (id: bigint) => paymentOfId(db, id),
    paymentsOfReceipt: (receipt: string) => paymentsOfReceipt(db, receipt, providerNames),
    unresolvedPayouts: payoutEnds.unresolved,
    /** The decisions that a second person may have to confirm, each in a given transaction. */
    decisions: {
      withdrawal: decisions.decision,
      payoutEnd: payoutEnds.decision,
      namedReturn: namedReturns.decision,
      assignment: assigning.decision,
      resend: resending.decision,
      returnCredit: returnCredits.decision,
      confirmation: deposits.confirmation,
    },
    afterEndProposed: payoutEnds.afterProposal,
    waitingReturns: returnCredits.waiting,

    /** How much waits for a person in each queue, and since when. */
    async waiting() {
      const [queued, unresolved, unmatched, unknown, toReturn, reviews] = await Promise.all([
        ...([waitingWithdrawals(db), payoutEnds.waiting(), waitingUnmatched(db)] as const),
        ...([waitingDeposits(db), waitingToReturn(db), waitingReviews(db)] as const),
      ])
      return { queued, unresolved, unmatched, unknown, toReturn, reviews }
    },

    /** The balance at each provider, as it last said. */
    floats,

    /** How many payouts were sent and have no end, and since when. */
    sentPayouts: () => sentPayouts(db),

    /** Paybill payments that match no bettor, oldest first. */
    unmatched: (filter: UnmatchedFilter, page: Page) => unmatchedPaybills(db, filter, page),

    /** Takes back an approval before the payout is sent. */
    undo: decisions.undo,

    /** Shows that an operator works on a withdrawal. Answers who does: another one who was first keeps it. */
    claim: (id: bigint, operator: string): Promise<Claim | undefined> => claimForWork(db, { id, operator }),

    /** Holds a waiting withdrawal for an hour, with a reason that the others see. Answers who has it. */
    hold: (given: { id: bigint; operator: string; reason: string }): Promise<Claim | undefined> =>
      holdForWork(db, given),

    /** Writes what the bettor of a waiting withdrawal is asked to prove; false if it does not wait. */
    askForProof: insertProofRequest,

    /** Sends what was asked of a withdrawal's bettor by SMS, each text at most once. */
    async sendProofRequests(id: bigint): Promise<void> {
      for (const { bettor, text } of await handProofRequests(db, id)) {
        const to = (await parts.bettorFacts([bettor])).get(bettor)?.msisdn
        if (to !== undefined) background.send(`proof ${id}`, async () => parts.sms?.send({ to, text }))
      }
    },

    /** Open findings, oldest first. */
    reviews: (page: Page) => openReviews(db, page),

    /** The payment that a finding is about. */
    paymentOfReview: (id: bigint): Promise<bigint | undefined> => paymentOfReview(db, id),

    resolveReview: (id: bigint): Promise<boolean> => closeReview(db, id),

    /** The payments that each operator assigned on each of the last days. */
    assignedTotals: (days: number) => assignedTotals(db, { zone: parts.country.timeZone, days }),

    /**
     * Sets the receipt that a deposit has in the provider's statement, if neither a callback nor an answer arrived. The deposit is credited
     * once the provider has confirmed the receipt and its amount. An unmatched payment is refused (not_allowed): it is assigned, by the rules
     * for assigning, because its payer may be another person.
     */
    async nameReceipt(given: {
      deposit: bigint
      receipt: string
    }): Promise<Outcome<'asked', 'not_found' | 'not_allowed'>> {
      const { deposit: id, receipt } = given
      const named = await transact(db, async (tx): Promise<Outcome<'named', 'not_found' | 'not_allowed'>> => {
        const deposit = await lockDeposit(tx, id)
        if (!deposit || deposit.state === 'succeeded') return refused('not_found')
        const { provider } = deposit
        const existing = await depositOfReceipt(tx, { provider, receipt })
        if (existing?.state === 'succeeded') return refused('not_found')
        if ((await paybillOf(tx, provider, receipt))?.deposit === null)
          return refused('not_allowed', undefined, unmatchedText)
        await recordClaims(tx, [{ id, receipt, amount: undefined }])
        return done('named')
      })
      if (!named.ok) return named
      await deposits.prove(id)
      return done('asked')
    },

    /**
     * Fails a deposit of unknown status after one more query. A failed deposit counts towards no limit and blocks no prompt. If its money
     * arrives later, it is credited as usual.
     */
    async endUnknown(id: bigint): Promise<Outcome<'failed', 'not_found'>> {
      if ((await depositOf(db, id))?.state !== 'unknown') return refused('not_found')
      await deposits.check(id)
      const ended = await transact(db, async (tx) => {
        const deposit = await lockDeposit(tx, id)
        if (deposit?.state !== 'unknown') return deposit?.state === 'failed'
        await setDeposits(tx, [{ id, state: 'failed', reason: 'ended_by_us' }])
        return true
      })
      if (!ended) return refused('not_found')
      await resumeQueries(db, id)
      return done('failed')
    },
  }
}
