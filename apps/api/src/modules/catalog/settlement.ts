import type { Tx } from '#platform/db'

/**
 * Settles bets. `onResult` records the work in the result's own transaction. After the commit, `wake` starts it in the
 * background and resolves after one attempt; `settle` resolves once it is committed and throws if it fails.
 */
export type Settlement = {
  onResult(tx: Tx, changed: { matchId: number; version: number }): Promise<void>
  wake(matchId: number): Promise<void>
  settle(matchId: number): Promise<{ legs: number; bets: number }>
}

/** Without `wake`, each settlement starts immediately. */
export type SettlementInput = Omit<Settlement, 'wake'> & Partial<Pick<Settlement, 'wake'>>

/** The same settlement, which also runs `work` after each attempt, before `wake` or `settle` resolves. `work` must not reject. */
export const runAfterSettling = (settlement: Settlement, work: (matchId: number) => Promise<void>): Settlement => ({
  onResult: (tx, changed) => settlement.onResult(tx, changed),
  async wake(matchId) {
    await settlement.wake(matchId)
    await work(matchId)
  },
  async settle(matchId) {
    const settled = await settlement.settle(matchId)
    await work(matchId)
    return settled
  },
})

/** A settlement that does nothing, used until `connectSettlement` is called. */
export const noSettlement: Settlement = {
  onResult: async () => undefined,
  wake: async () => undefined,
  settle: async () => ({ legs: 0, bets: 0 }),
}
