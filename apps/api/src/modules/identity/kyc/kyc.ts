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
import type { CheckAnswer, CheckCase, IdentityCheck, PictureKind, PictureType } from './kyc-ports.ts'
import * as store from './kyc-store.ts'
import { sealedBytes, type Vault } from './kyc-vault.ts'

export { readPictureFile } from './picture-file.ts'
export { manualCheck, type IdentityCheck } from './kyc-ports.ts'
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
  /** Must be called in the transaction that confirms an identity. */
  readonly proven: (tx: Tx, bettor: bigint) => Promise<void>
}

type Submission = Received<typeof contract.checkIdentity>
type Refusals = 'invalid_input' | 'not_verified' | 'id_reused' | 'not_available' | 'too_many_requests'
export type WaitingCase = store.CaseRow & { pictures: store.StoredPicture[] }

const interruptedAfterS = 60
const dayS = 86_400
const casesDayMax = 5
const bySweepMax = 20
const documentsPageSize = 1000
const notConfirmed = 'The document could not be confirmed. Please send clearer pictures'
const incomplete = 'The pictures did not arrive whole. Please send them again'

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
export function openKyc({ db, log, background, check: provider, vault, proven }: KycDeps) {
  return {
    /** The state of a bettor's identity check. */
    state: (bettor: bigint): Promise<IdentityCheckView> => transact(db, (tx) => viewOf(tx, bettor)),

    /** Whether a bettor's identity is confirmed, and whether an operator requires it. */
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
      const opened = await transact(db, (tx) => openCase(tx, { given, bettor, files }))
      if (!opened.ok) return opened
      if (opened.value !== 'repeated') {
        for (const one of files) await vault.write(one.file, one.content)
        await check(opened.value)
      }
      return done(await transact(db, (tx) => viewOf(tx, bettor)))
    },

    /** Continues a bounded number of interrupted cases. Must be called regularly. */
    async sweep(): Promise<void> {
      if (!vault) return
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
        return { ...paged, rows: rows.map((row) => ({ ...row, pictures: pictures.get(row.id) ?? [] })) }
      },

      /** One picture of a case; undefined if there is none. */
      async picture(id: bigint, kind: PictureKind): Promise<{ type: PictureType; content: Uint8Array } | undefined> {
        const row = (await store.picturesOf(db, [id])).get(id)?.find((one) => one.kind === kind)
        const content = row && (await readPicture(row))
        return row && content && { type: row.type, content }
      },

      /** Stores an operator's decision on a waiting case. A document that has confirmed one bettor cannot confirm another. */
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
          const state = given.approve ? 'passed' : 'failed'
          const reason = given.approve ? null : given.reason
          await store.decideCase(tx, { id: given.id, state, reason, by: given.operator })
          if (given.approve) await proven(tx, current.bettor)
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
    const answer = (await areComplete(pictures)) ? await submitTo(row, pictures) : 'incomplete'
    await transact(db, async (tx) => {
      if ((await storeAnswer(tx, row, answer)) === 'passed') await proven(tx, row.bettor)
    })
  }

  async function submitTo(row: store.CaseRow, pictures: readonly store.StoredPicture[]): Promise<CheckAnswer> {
    const { id, kind, number, name, dateOfBirth } = row
    const of = new Map(pictures.map((one) => [one.kind, one]))
    const picture: CheckCase['picture'] = async (requested) => {
      const found = of.get(requested)
      return found && readPicture(found)
    }
    try {
      return await provider.submit({ id, kind, number, name, dateOfBirth, pictures: [...of.keys()], picture })
    } catch {
      log.warn({ check: id.toString() }, 'the identity check did not respond: an operator decides')
      return 'unknown'
    }
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

type Opening = { given: Submission; bettor: bigint; files: readonly (Picture & { file: string })[] }

/** Stores a new case; 'repeated' if this submission was accepted before. */
async function openCase(
  tx: Tx,
  { given, bettor, files }: Opening,
): Promise<Outcome<bigint | 'repeated', 'id_reused' | 'not_available' | 'too_many_requests'>> {
  const { id: clientId, kind, number, name } = given
  const hash = commandHash([kind, number, name, ...files.map((one) => [one.kind, one.hash])])
  await store.lockBettorCases(tx, bettor)
  const earlier = await store.caseOfCommand(tx, bettor, clientId)
  if (earlier) return earlier.hash === hash ? done('repeated' as const) : refused('id_reused')
  const last = await store.lastCase(tx, bettor)
  if (last && last.state !== 'failed') {
    const why = last.state === 'passed' ? 'Your identity is confirmed already' : 'Your documents are being checked'
    return refused('not_available', { state: last.state }, why)
  }
  if ((await store.countCases(tx, bettor, dayS)) >= casesDayMax)
    return refused('too_many_requests', { retry_after_s: dayS })
  const pictures = files.map(({ content, ...one }) => ({ ...one, bytes: content.length }))
  return done(await store.insertCase(tx, { bettor, clientId, hash, kind, number, name }, pictures))
}

/** Stores the answer of a check. Returns 'passed' if it has confirmed the identity. */
async function storeAnswer(tx: Tx, row: store.CaseRow, answer: CheckAnswer | 'incomplete'): Promise<'passed' | void> {
  const { id } = row
  if (answer === 'incomplete') return store.decideCase(tx, { id, state: 'failed', reason: incomplete, by: 'system' })
  if (answer === 'failed') return store.decideCase(tx, { id, state: 'failed', reason: notConfirmed, by: 'check' })
  await store.lockDocument(tx, row)
  if (answer === 'passed' && !(await store.isDocumentUsed(tx, row))) {
    await store.decideCase(tx, { id, state: 'passed', reason: null, by: 'check' })
    return 'passed'
  }
  return store.awaitOperator(tx, id)
}

async function viewOf(tx: Tx, bettor: bigint): Promise<IdentityCheckView> {
  const row = await store.lastCase(tx, bettor)
  const wanted = await store.isRequired(tx, bettor)
  if (!row) return { state: 'none', wanted, documents: [] }
  const pictures = (await store.picturesOf(tx, [row.id])).get(row.id) ?? []
  return {
    state: row.state,
    wanted,
    ...(row.reason !== null && { reason: row.reason }),
    documents: pictures.map(({ kind, receivedAt }) => ({ kind, received_at: receivedAt.toISOString() })),
  }
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
