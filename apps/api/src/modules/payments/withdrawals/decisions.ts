import { done, refused } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import type { HouseDecision, Parts } from '../deps.ts'
import type { openWithdrawalEnds } from './ends.ts'
import * as store from './store.ts'

export type Decision = {
  readonly withdrawal: bigint
  readonly operator: string
  readonly approve: boolean
  /** Who asked for what `operator` confirms. */
  readonly proposer?: string | undefined
}

type Uses = Pick<ReturnType<typeof openWithdrawalEnds>, 'release'> & {
  /** Sends a cleared payout. */
  readonly proceed: (id: bigint) => Promise<void>
}

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
    async work(tx, { withdrawal: id, operator, approve, proposer }) {
      const row = await lockWaiting(tx, id)
      if (!row) return refused('not_found')
      if (proposer !== undefined) await store.insertApproval(tx, { id, operator: proposer, approve })
      await store.insertApproval(tx, { id, operator, approve })
      if (approve) {
        await store.clearWithdrawal(tx, id)
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

  return { decision }
}
