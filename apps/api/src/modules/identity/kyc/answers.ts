import type { Tx } from '#platform/db'
import { isOfAge, type Ages } from '../ages.ts'
import { confirm } from './confirmations.ts'
import type { CheckReport } from './kyc-ports.ts'
import * as store from './kyc-store.ts'

const notConfirmed = 'The document could not be confirmed. Please send clearer pictures'
const incomplete = 'The pictures did not arrive whole. Please send them again'
const askForDocuments = 'We could not confirm you by this number. Please send pictures of your document'
/** Why nobody below the least age is confirmed. */
export const tooYoung = (ages: Ages): string => `You must be ${ages.least()} or older`
/** After how many seconds a source that did not answer is asked again. After the last of them a bettor sends documents. */
const triesAfterS = [15, 60, 300, 900]

type Hooks = { readonly ages: Ages; readonly proven: (tx: Tx, bettor: bigint) => Promise<void> }

/** Stores what a check answered. */
export function openAnswers({ ages, proven }: Hooks) {
  /** Must be called in the transaction in which a case has passed. */
  async function prove(tx: Tx, bettor: bigint, by: string): Promise<void> {
    // The account is locked first, as it is where a deposit confirms its bettor: in another order the two wait for each other.
    await proven(tx, bettor)
    await confirm(tx, bettor, by)
  }

  async function storeOfDocuments(tx: Tx, row: store.CaseRow, is: CheckReport['is'] | 'incomplete'): Promise<void> {
    const { id } = row
    if (is === 'incomplete') return store.decideCase(tx, { id, state: 'failed', reason: incomplete, by: 'system' })
    if (is === 'failed') return store.decideCase(tx, { id, state: 'failed', reason: notConfirmed, by: 'check' })
    if (is === 'passed' && (await pass(tx, row))) return
    return store.awaitOperator(tx, id)
  }

  async function storeOfNumber(tx: Tx, row: store.CaseRow, is: CheckReport['is'] | 'incomplete'): Promise<void> {
    const { id, tries } = row
    const seconds = triesAfterS[tries]
    if (is === 'unknown' && seconds !== undefined) return store.tryLater(tx, id, { tries: tries + 1, seconds })
    if (is === 'passed' && (await pass(tx, row))) return
    return store.decideCase(tx, { id, state: 'failed', reason: askForDocuments, by: 'check' })
  }

  /** Passes a case, unless its document has confirmed another bettor. */
  async function pass(tx: Tx, row: store.CaseRow): Promise<boolean> {
    if (await store.isDocumentUsed(tx, row)) return false
    await store.decideCase(tx, { id: row.id, state: 'passed', reason: null, by: 'check' })
    await prove(tx, row.bettor, 'check')
    return true
  }

  return {
    prove,

    /** Stores the answer to a case that is still submitted. */
    async store(tx: Tx, { id }: store.CaseRow, { is, said }: CheckReport | Incomplete): Promise<void> {
      const found = await store.caseOf(tx, id)
      if (found) await store.lockDocument(tx, found)
      const row = found && (await store.lockCase(tx, id))
      if (row?.state !== 'submitted') return
      if (said) await store.keepSaid(tx, id, said)
      if (is === 'passed' && !isOfAge(ages, row.dateOfBirth))
        return store.decideCase(tx, { id, state: 'failed', reason: tooYoung(ages), by: 'check' })
      await (row.way === 'number' ? storeOfNumber(tx, row, is) : storeOfDocuments(tx, row, is))
    },
  }
}

type Incomplete = { readonly is: 'incomplete'; readonly said?: undefined }
