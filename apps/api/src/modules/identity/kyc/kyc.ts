import { createHash } from 'node:crypto'
import type { IdentityCheckView, kyc as contract } from '@nare/contract/kyc'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { commandHash } from '#platform/command-hash'
import { transact, type Db, type Tx } from '#platform/db'
import type { Background } from '#platform/background'
import type { Log } from '#platform/log'
import type { Page, Paged } from '#platform/paging'
import type { Session } from '#platform/session'
import { readPictures, type Picture } from './kyc-pictures.ts'
import { isOfAge, type Ages } from '../ages.ts'
import { openAnswers } from './answers.ts'
import type { Confirmations } from './confirmations.ts'
import type { CheckCase, CheckReport, IdentityCheck, PictureKind, PictureType } from './kyc-ports.ts'
import * as store from './kyc-store.ts'
import { viewOf } from './kyc-view.ts'
import { sealedBytes, type Vault } from './kyc-vault.ts'

export { openConfirmations, type Confirmations } from './confirmations.ts'
export { readPictureFile } from './picture-file.ts'
export { manualCheck, type IdentityCheck } from './kyc-ports.ts'
export { openSmileId } from './smile-id.ts'
export { openVault, type Vault } from './kyc-vault.ts'
export type Kyc = ReturnType<typeof openKyc>

/** Requires an account's identity to be confirmed before it deposits, stakes or withdraws, whatever the cause. */
export const requireProof = async (tx: Tx, bettor: bigint): Promise<void> =>
  void (await store.insertRequirement(tx, { bettor, by: 'system', reason: 'a check of new accounts' }))

export type KycDeps = {
  readonly db: Db
  readonly log: Log
  readonly background: Background
  readonly check: IdentityCheck
  /** Stores the pictures. Without a vault no documents are accepted. */
  readonly vault: Vault | undefined
  readonly confirmations: Pick<Confirmations, 'before' | 'unidentified'>
  readonly ages: Ages
  /** Must be called in the transaction that confirms an identity. */
  readonly proven: (tx: Tx, bettor: bigint) => Promise<void>
}

type Submission = Received<typeof contract.checkIdentity>
type Numbered = Received<typeof contract.checkNumber>
type Refusals = 'invalid_input' | 'not_verified' | 'id_reused' | 'not_available' | 'too_many_requests'
export type WaitingCase = store.CaseRow & { pictures: store.StoredPicture[] }

const interruptedAfterS = 60
const dayS = 86_400
const casesDayMax = 5
const bySweepMax = 20
const documentsPageSize = 1000

/** The names and file sizes of all documents that were submitted to a check, for verifying that the files exist. */
export async function* storedDocuments(db: Db): AsyncGenerator<{ name: string; bytes: number }> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: { file: string; bytes: number }[] = await store.storedPictures(db, after, documentsPageSize)
    for (const { file, bytes } of page) yield { name: file, bytes: sealedBytes(bytes) }
    after = page.at(-1)?.file
  }
}

/**
 * Opens identity checks. A case is stored before its pictures are written and before it is submitted to the check. `sweep` continues or
 * fails interrupted cases. Pictures and document numbers are never logged.
 */
export function openKyc({ db, log, background, check: provider, vault, confirmations, ages, proven }: KycDeps) {
  const proofs = openAnswers({ ages, proven })

  return {
    unidentified: confirmations.unidentified,

    /** The state of a bettor's identity check. */
    state: (bettor: bigint): Promise<IdentityCheckView> => transact(db, (tx) => stateOf(tx, bettor)),

    /** Whether a bettor's identity is confirmed, and whether somebody requires it: then only documents confirm it. */
    async identityStatus(tx: Tx, bettor: bigint): Promise<{ passed: boolean; wanted: boolean }> {
      const passed = (await store.statesOf(tx, [bettor])).get(bettor) === 'passed'
      return { passed, wanted: await store.isRequired(tx, bettor) }
    },

    /** Accepts a bettor's documents. While a case is open or has passed, another case is refused. */
    async submit(given: Submission, { bettor, verified }: Session): Promise<Outcome<IdentityCheckView, Refusals>> {
      if (!verified) return refused('not_verified')
      if (!vault) return refused('not_available')
      const read = await readPictures(given)
      if ('faults' in read) return refused('invalid_input', fieldFacts(read.faults))
      const files = read.pictures.map((one) => ({ ...one, file: vault.newName() }))
      const opened = await transact(db, (tx) => openCase(tx, { given: { ...given, way: 'documents' }, bettor, files }))
      if (!opened.ok) return opened
      if (opened.value !== 'repeated') {
        for (const one of files) await vault.write(one.file, one.content)
        await check(opened.value)
      }
      return done(await transact(db, (tx) => stateOf(tx, bettor)))
    },

    /** Asks the source by a document's number. What it cannot decide, documents do. */
    async submitNumber(given: Numbered, { bettor, verified }: Session): Promise<Outcome<IdentityCheckView, Refusals>> {
      if (!verified) return refused('not_verified')
      if (!provider.byNumber) return refused('not_available', undefined, 'Please send pictures of your document')
      const opened = await transact(db, async (tx) => {
        const name = await store.accountName(tx, bettor)
        return openCase(tx, { given: { ...given, name, way: 'number' }, bettor, files: [] })
      })
      if (!opened.ok) return opened
      if (opened.value !== 'repeated') await check(opened.value)
      return done(await transact(db, (tx) => stateOf(tx, bettor)))
    },

    /** Continues a bounded number of interrupted cases. Must be called regularly. */
    async sweep(): Promise<void> {
      await background.workThroughDue({
        what: 'identity check',
        id: ({ id }) => id,
        next: ({ after }) =>
          store.interruptedCases(db, { olderThanS: interruptedAfterS, after: after?.id, most: bySweepMax }),
        work: ({ id }: store.CaseRow) => check(id),
        most: bySweepMax,
      })
    },

    operator: {
      /** The states of these bettors' checks; a bettor without documents is left out. */
      states: (bettors: readonly bigint[]) => store.statesOf(db, bettors),

      /** The bettor of a check; undefined if there is no such check. */
      ownerOf: async (id: bigint) => (await store.caseOf(db, id))?.bettor,

      subjectsOf: store.checkSubjects,

      /** Requires an identity check before further payouts; false if the bettor does not exist. */
      require: (given: { bettor: bigint; by: string; reason: string }) => store.insertRequirement(db, given),

      /** How many cases wait for an operator, and since when. */
      waiting: () => store.waitingCount(db),

      /** Cases that wait for an operator, oldest first. */
      async queue(page: Page): Promise<Paged<WaitingCase>> {
        const { rows, ...paged } = await store.waitingCases(db, page)
        const ids = rows.map((row) => row.id)
        const pictures = await store.picturesOf(db, ids)
        const said = await store.lastSaid(
          db,
          rows.map((row) => row.bettor),
        )
        const full = (row: store.CaseRow) => ({
          ...row,
          pictures: pictures.get(row.id) ?? [],
          said: row.said ?? said.get(row.bettor) ?? null,
        })
        return { ...paged, rows: rows.map(full) }
      },

      /** One picture of a case; undefined if there is none. */
      async picture(id: bigint, kind: PictureKind): Promise<{ type: PictureType; content: Uint8Array } | undefined> {
        const row = (await store.picturesOf(db, [id])).get(id)?.find((one) => one.kind === kind)
        const content = row && (await readPicture(row))
        return row && content && { type: row.type, content }
      },

      /** Stores an operator's decision on a waiting case. A document that has confirmed one bettor cannot confirm another, and nobody below the least age is confirmed. */
      async decide(given: {
        id: bigint
        approve: boolean
        operator: string
        reason: string
      }): Promise<Outcome<'passed' | 'failed', 'not_found' | 'not_allowed'>> {
        return transact(db, async (tx): Promise<Outcome<'passed' | 'failed', 'not_found' | 'not_allowed'>> => {
          const row = await store.caseOf(tx, given.id)
          if (row) await store.lockDocument(tx, row)
          const current = row && (await store.lockCase(tx, given.id))
          if (current?.state !== 'checking') return refused('not_found')
          if (given.approve && (await store.isDocumentUsed(tx, current)))
            return refused('not_allowed', undefined, 'This document has already confirmed another bettor')
          if (given.approve && !isOfAge(ages, current.dateOfBirth))
            return refused('not_allowed', undefined, `The account’s birthday is below the least age of ${ages.least()}`)
          const state = given.approve ? 'passed' : 'failed'
          const reason = given.approve ? null : given.reason
          await store.decideCase(tx, { id: given.id, state, reason, by: given.operator })
          if (given.approve) await proofs.prove(tx, current.bettor, given.operator)
          return done(state)
        })
      },
    },
  }

  /** Submits a stored case to the check and stores the answer. A case with incomplete pictures fails. */
  async function check(id: bigint): Promise<void> {
    const row = await store.caseOf(db, id)
    if (row?.state !== 'submitted') return
    const pictures = (await store.picturesOf(db, [id])).get(id) ?? []
    const isWhole = row.way === 'number' || (await areComplete(pictures))
    const answer = isWhole ? await submitTo(row, pictures) : ({ is: 'incomplete' } as const)
    await transact(db, (tx) => proofs.store(tx, row, answer))
  }

  async function submitTo(row: store.CaseRow, pictures: readonly store.StoredPicture[]): Promise<CheckReport> {
    const { id, bettor, kind, number, name, dateOfBirth, msisdn } = row
    const of = new Map(pictures.map((one) => [one.kind, one]))
    const picture: CheckCase['picture'] = async (requested) => {
      const found = of.get(requested)
      return found && readPicture(found)
    }
    try {
      const person = { bettor, msisdn, kind, number, name, dateOfBirth }
      return await provider.submit({ id, attempt: row.tries + 1, ...person, pictures: [...of.keys()], picture })
    } catch {
      log.warn({ check: id.toString(), way: row.way }, 'the identity check did not respond')
      return { is: 'unknown' }
    }
  }

  async function stateOf(tx: Tx, bettor: bigint): Promise<IdentityCheckView> {
    const unknown = (await confirmations.unidentified(tx, [bettor], 'deposit')).size > 0
    return viewOf(tx, bettor, { before: confirmations.before(), unknown, byNumber: provider.byNumber })
  }

  async function areComplete(pictures: readonly store.StoredPicture[]): Promise<boolean> {
    for (const one of pictures) if (!(await readPicture(one))) return false
    return pictures.length > 0
  }

  async function readPicture({ file, hash }: store.StoredPicture): Promise<Uint8Array | undefined> {
    const content = await vault?.read(file)
    return content && sha256(content) === hash ? content : undefined
  }
}

type Given = Pick<Submission, 'id' | 'kind' | 'number' | 'name'> & { readonly way: store.CaseRow['way'] }
type Opening = { given: Given; bettor: bigint; files: readonly (Picture & { file: string })[] }

/** Stores a new case; 'repeated' if this submission was accepted before. */
async function openCase(
  tx: Tx,
  { given, bettor, files }: Opening,
): Promise<Outcome<bigint | 'repeated', 'id_reused' | 'not_available' | 'too_many_requests'>> {
  const { id: clientId, kind, number, name, way } = given
  const hash = commandHash([kind, number, name, ...files.map((one) => [one.kind, one.hash])])
  await store.lockBettorCases(tx, bettor)
  const earlier = await store.caseOfCommand(tx, bettor, clientId)
  if (earlier) return earlier.hash === hash ? done('repeated' as const) : refused('id_reused')
  const documents = way === 'documents' && (await store.isRequired(tx, bettor))
  const standing = await store.standingCase(tx, bettor, { documents })
  if (standing) {
    const why = standing.state === 'passed' ? 'Your identity is confirmed already' : 'Your documents are being checked'
    return refused('not_available', { state: standing.state }, why)
  }
  if ((await store.countCases(tx, bettor, way, dayS)) >= casesDayMax)
    return refused('too_many_requests', { retry_after_s: dayS })
  const pictures = files.map(({ content, ...one }) => ({ ...one, bytes: content.length }))
  return done(await store.insertCase(tx, { bettor, clientId, hash, kind, number, name, way }, pictures))
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
