import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import type { HouseDecision, Parts } from '../deps.ts'
import type { openWithdrawalEnds } from './ends.ts'
import * as store from './store.ts'

export type Decision = {
  readonly withdrawal: bigint
  readonly operator: string
  readonly approve: boolean
  /** Who asked for what `operator` confirms. */
  readonly proposer?: string | undefined
  /** The line of the audit log. */
  readonly line?: bigint | undefined
}

type Uses = Pick<ReturnType<typeof openWithdrawalEnds>, 'release'> & {
  /** Sends a cleared payout. */
  readonly proceed: (id: bigint) => Promise<void>
}

const sentText = 'This payout is being sent. It can no longer be taken back'

/** Opens the operators' decisions on withdrawals that wait for approval. */
export function openDecisions(parts: Parts, { release, proceed }: Uses) {
  const { db, background, ledger } = parts

  /** Locks a withdrawal; undefined unless it waits for a decision. */
  async function lockWaiting(tx: Tx, id: bigint): Promise<store.WithdrawalRow | undefined> {
    const row = await store.lockWithdrawal(tx, id)
    return row?.state === 'checking' && row.clearedAt === null ? row : undefined
  }

  /**
   * Approves or refuses a withdrawal. A refusal fails it, releases its money and counts towards nobody's sum. Refuses a withdrawal that does
   * not wait (not_found).
   */
  const decision: HouseDecision<Decision, 'cleared' | 'refused', 'not_found'> = {
    async read(tx, { withdrawal, approve }) {
      const row = await lockWaiting(tx, withdrawal)
      if (!row) return refused('not_found')
      const { kind, provider, msisdn, approvers } = row
      const sum = money(row.sum)
      const facts = { kind, provider, msisdn, bettor_id: row.bettor.toString(), sum: formatMoney(sum) }
      return done({ facts, needed: approve && approvers === 2, bettor: row.bettor, ...(approve && { amount: sum }) })
    },
    async work(tx, { withdrawal: id, operator, approve, proposer, line }) {
      const row = await lockWaiting(tx, id)
      if (!row) return refused('not_found')
      if (proposer !== undefined) await store.insertApproval(tx, { id, operator: proposer, approve })
      await store.insertApproval(tx, { id, operator, approve })
      if (approve) {
        await store.clearWithdrawal(tx, id, { undoS: parts.undoS, line })
        return done('cleared')
      }
      await release(tx, row, 'refused_by_us')
      return done('refused')
    },
    async after({ withdrawal: id }, state) {
      if (state === 'cleared') {
        background.send(`withdrawal ${id}`, () => proceed(id))
        return
      }
      const row = await store.withdrawalOf(db, id)
      if (row) await ledger.publishBalances(parts.live, [row.bettor])
    },
  }

  return {
    decision,

    /**
     * Takes back an approval before the payout is sent: it returns to the queue, and its operators may decide again. Refuses a payout that no
     * person approved (not_found) and one that is being sent (already_ended).
     */
    undo: (id: bigint): Promise<Outcome<'waiting', 'not_found' | 'already_ended'>> =>
      transact(parts.moneyDb, async (tx): Promise<Outcome<'waiting', 'not_found' | 'already_ended'>> => {
        const row = await store.lockWithdrawal(tx, id)
        if (!row || row.clearedAt === null || !row.approvers) return refused('not_found')
        return (await store.undoClearing(tx, id)) ? done('waiting') : refused('already_ended', undefined, sentText)
      }),
  }
}
