import { sql } from 'kysely'
import { eraseCare } from '#modules/care/care'
import { eraseComplaints } from '#modules/complaints/complaints'
import { eraseContent } from '#modules/content/content'
import { eraseFantasy } from '#modules/fantasy/fantasy'
import { documentFilesOf, eraseIdentity, numberOf } from '#modules/identity/identity'
import { hasMoneyAbove } from '#modules/ledger/ledger'
import { eraseNotices } from '#modules/notices/notices'
import { erasePayments, hasOpenPayout, leastPayout } from '#modules/payments/payments'
import { closedFor, countClosedFor, eraseProtection } from '#modules/protection/protection'
import { storedValue, type Defaults } from '#modules/settings/settings'
import { eraseSms } from '#modules/sms/sms'
import { hasOpenTicket } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { allowErasing, eraseRows, type Erase } from '#platform/erase'
import { random } from '#platform/random'
import type { RowDeletion } from '#platform/retention'
import { rightsSettings } from './settings.ts'

/** What is erased of a person. The account itself is the last, because the others are found by it. */
export const erasures: readonly Erase[] = [
  ...eraseCare,
  ...eraseComplaints,
  ...eraseContent,
  ...eraseFantasy,
  ...eraseNotices,
  ...erasePayments,
  ...eraseSms,
  ...eraseProtection,
  ...eraseIdentity,
]

export type ErasingDeps = {
  readonly defaults: Defaults
  /** Removes the file of a document, if it exists. */
  readonly remove: (file: string) => Promise<void>
  /** Called after each step; tests interrupt a run with it. */
  readonly reached?: (step: string) => Promise<void>
}

const accountsInChunk = 20

/**
 * Erases the personal fields of accounts that were closed for the legal term. The files of an account's documents are removed first; then one
 * transaction erases its rows and records it. A run that is stopped in between leaves the names of the files, so that the next one continues.
 * An account with an open ticket, a payout under way, or more money than the least payout is kept whole: the house owes it to somebody whom it must know.
 */
export function accountErasure({ defaults, remove, reached }: ErasingDeps): RowDeletion {
  const run = random.uuid()

  async function due(owner: Db) {
    const years = await storedValue(owner, rightsSettings.erasureYears, defaults)
    const least = await storedValue(owner, leastPayout, defaults)
    return { years, kept: [hasOpenTicket, hasOpenPayout, hasMoneyAbove(least)] }
  }

  async function eraseAccount(owner: Db, bettor: bigint): Promise<void> {
    const msisdn = await numberOf(owner, bettor)
    if (msisdn === undefined) throw new Error(`the closed account ${bettor} does not exist`)
    for (const file of await documentFilesOf(owner, bettor)) {
      await remove(file)
      await reached?.('file')
    }
    await owner.transaction().execute(async (tx) => {
      await allowErasing(tx)
      const what: Record<string, number> = {}
      for (const one of erasures) {
        what[one.table] = await eraseRows(tx, one, { bettor, msisdn })
        await reached?.(one.table)
      }
      await sql`
        insert into rights.erasure (bettor_id, at, what, run)
        values (${bettor}::bigint, platform.now(), ${JSON.stringify(what)}::jsonb, ${run}::uuid)`.execute(tx)
      await reached?.('recorded')
    })
    await reached?.('erased')
  }

  return {
    what: 'personal fields of closed accounts',
    async chunk(owner) {
      const accounts = await closedFor(owner, { ...(await due(owner)), most: accountsInChunk })
      for (const bettor of accounts) await eraseAccount(owner, bettor)
      return accounts.length
    },
    count: async (owner) => countClosedFor(owner, await due(owner)),
  }
}
