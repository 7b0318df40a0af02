import { sql } from 'kysely'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { hasBroken, highestNo, lowestNo, sumChecks, type Check } from './checks.ts'
import { settledNo } from './store.ts'
import { checkRange } from './verify-range.ts'
import { checkState } from './verify-state.ts'
import * as store from './verify-store.ts'

export { hasBroken, inChunks, runCheck, type Check, type Counts } from './checks.ts'

export type VerifyOptions = {
  /** Whether everything is checked from the first transfer; otherwise from the last checkpoint. */
  readonly full?: boolean
  /** The maximum number of transfers in one step; each step is one transaction. */
  readonly transfersInStep?: number
  readonly onProgress?: (text: string) => void
}

/**
 * Verifies the books during normal operation, in steps of bounded size. Each step checks a range of final transfers against the verified
 * state of their accounts. If nothing is broken, it stores the new state and checkpoint in the same transaction, so a killed process loses
 * one step at most. A run from the last checkpoint finds every alteration of later transfers and of stored balances. Only a full run finds
 * an altered transfer before the checkpoint: it checks everything from the first transfer and then replaces the checkpoint.
 */
export async function verifyLedger(db: Db, options: VerifyOptions = {}): Promise<Check[]> {
  const { full = true, transfersInStep = 20_000, onProgress = () => undefined } = options
  await store.dropOldRuns(db)
  const upTo = await settledNo(db)
  const run = full ? await store.newRun(db) : await store.currentRun(db)
  const checks: Check[] = []
  for (;;) {
    const step = await transact(db, (tx) => verifyStep(tx, { run, upTo, most: transfersInStep }))
    if (!step) break
    checks.push(...step.checks)
    onProgress(`transfers up to ${step.to} of ${upTo}${hasBroken(step.checks) ? ': broken, no checkpoint' : ''}`)
    if (hasBroken(step.checks)) break
  }
  if (!hasBroken(checks)) checks.push(...(await verifyOpen(db, { run, upTo, most: transfersInStep }, onProgress)))
  checks.push(...(await checkState(db, run)))
  if (full && !hasBroken(checks)) await store.makeCurrent(db, run)
  return inOrder(sumChecks(checks))
}

/** The checkpoint from which the next run continues; undefined if nothing was verified yet. */
export async function verifiedUpTo(db: Db): Promise<bigint | undefined> {
  const no = await store.checkpointOf(db, await store.currentRun(db))
  return no === lowestNo ? undefined : no
}

type Step = { run: bigint; upTo: bigint; most: number }

/** Checks the next range of final transfers and stores the verified state; undefined if no transfer is left. */
async function verifyStep(tx: Tx, { run, upTo, most }: Step): Promise<{ to: bigint; checks: Check[] } | undefined> {
  const from = await store.lockCheckpoint(tx, run)
  const to = await store.endOfRange(tx, { from, upTo, most })
  if (to === undefined) return undefined
  const range = { run, from, to }
  const checks = await checkRange(tx, range)
  if (!hasBroken(checks)) await store.storeVerified(tx, range)
  return { to, checks }
}

/** Checks the transfers that are not final yet, and entries that have no transfer. Stores no checkpoint. */
async function verifyOpen(db: Db, { run, most }: Step, onProgress: (text: string) => void): Promise<Check[]> {
  return transact(db, async (tx) => {
    const from = await store.lockCheckpoint(tx, run)
    const rows = await queryRows<{ open: number }>(tx)`
      select count(*)::int as open from (
        select from ledger.transfer where no > ${from}::bigint limit ${most}::int + 1) t`
    if ((rows[0]?.open ?? 0) <= most) return checkRange(tx, { run, from, to: highestNo })
    onProgress('a long transaction is open: the next run checks the transfers after it')
    return []
  })
}

const order = [
  'every transfer has entries and sums to zero in each currency',
  'every entry belongs to a transfer and to an account',
  'each stored balance equals its entries',
  "each balance after is the one before plus the entry's amount",
  'no bounded account is below its floor',
  'each checkpoint equals the entries up to it',
  'what goes back to its payer is apart from the cash',
  'play summed by days equals its entries',
  'corrections by hand have an account of their own',
  'what the operator receives and pays by hours equals its entries',
  'what the operator receives and pays by minutes equals its hours',
  'every transfer is of a registered kind',
]

const inOrder = (checks: readonly Check[]): Check[] =>
  checks.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))

/** For the checks of other areas: the money of each bettor that is returned to its payer, as rows (owner, balance). */
export const returnableBalances = sql`select owner, balance from ledger.account where kind = 'returnable'`

/** For the checks of other areas: the bonus money of each bettor, as rows (owner, balance). */
export const bonusBalances = sql`select owner, balance from ledger.account where kind = 'bonus'`
