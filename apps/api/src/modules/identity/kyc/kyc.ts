import { createHash } from 'node:crypto'
import type { IdentityCheckView, kyc as contract } from '@nare/contract/kyc'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { transact, type Db, type Tx } from '#platform/db'
import type { Log } from '#platform/log'
import type { Page, Paged } from '#platform/paging'
import type { Session } from '#platform/session'
import { readPictures, type Picture } from './kyc-pictures.ts'
import type { CheckAnswer, CheckCase, IdentityCheck, PictureKind, PictureType } from './kyc-ports.ts'
import * as store from './kyc-store.ts'
import type { Vault } from './kyc-vault.ts'

export { manualCheck, type IdentityCheck } from './kyc-ports.ts'
export { openVault, type Vault } from './kyc-vault.ts'
export type Kyc = ReturnType<typeof openKyc>

export type KycDeps = {
  readonly db: Db
  readonly log: Log
  readonly check: IdentityCheck
  /** Where pictures are kept; without it no documents are taken. */
  readonly vault: Vault | undefined
}

type Submission = Received<typeof contract.checkIdentity>
type Refusals = 'invalid_input' | 'not_verified' | 'id_reused' | 'not_available' | 'too_many_requests'
export type WaitingCase = store.CaseRow & { pictures: store.StoredPicture[] }

const interruptedAfterS = 60
const dayS = 86_400
const triesADay = 5
const bySweepMost = 20
const notConfirmed = 'The document could not be confirmed. Please send clearer pictures'
const lost = 'The pictures did not arrive whole. Please send them again'

/**
 * The check of who a bettor is. A case is stored before its pictures are written and before anybody is asked about it; what was
 * interrupted in between goes on, or fails, by `sweep`. Pictures and numbers never reach the log.
 */
export function openKyc({ db, log, check, vault }: KycDeps) {
  return {
    /** How far a bettor's check is. */
    state: (bettor: bigint): Promise<IdentityCheckView> => transact(db, (tx) => viewOf(tx, bettor)),

    /** Whether it has been confirmed who a bettor is, and whether somebody of the house wants that. */
    async identityStatus(tx: Tx, bettor: bigint): Promise<{ passed: boolean; wanted: boolean }> {
      const passed = (await store.statesOf(tx, [bettor])).get(bettor) === 'passed'
      return { passed, wanted: await store.isWanted(tx, bettor) }
    },

    /** Takes a bettor's documents once. One case at a time: while one is under way, or has passed, another is refused. */
    async submit(given: Submission, { bettor, verified }: Session): Promise<Outcome<IdentityCheckView, Refusals>> {
      if (!verified) return refused('not_verified')
      if (!vault) return refused('not_available')
      const read = readPictures(given)
      if ('fields' in read) return refused('invalid_input', { fields: read.fields })
      const files = read.pictures.map((one) => ({ ...one, file: vault.newName() }))
      const opened = await transact(db, (tx) => openCase(tx, { given, bettor, files }))
      if (!opened.ok) return opened
      if (opened.value !== 'known') {
        for (const one of files) await vault.write(one.file, one.content)
        await ask(opened.value)
      }
      return done(await transact(db, (tx) => viewOf(tx, bettor)))
    },

    /** Goes on with cases that were interrupted. To be called now and then; each call does a bounded amount. */
    async sweep(): Promise<void> {
      if (!vault) return
      for (const { id } of await store.interruptedCases(db, interruptedAfterS, bySweepMost)) await ask(id)
    },

    operator: {
      /** Where the checks of these bettors are; one who never sent documents is left out. */
      states: (bettors: readonly bigint[]) => store.statesOf(db, bettors),

      /** Has a bettor prove who he is before anything more is paid out; false where there is no such bettor. */
      want: (given: { bettor: bigint; by: string; reason: string }) => store.insertWanted(db, given),

      /** Cases that wait for a person, oldest first. */
      async queue(page: Page): Promise<Paged<WaitingCase>> {
        const { rows, total } = await store.waitingCases(db, page)
        const ids = rows.map((row) => row.id)
        const pictures = await store.picturesOf(db, ids)
        return { rows: rows.map((row) => ({ ...row, pictures: pictures.get(row.id) ?? [] })), total }
      },

      /** One picture of a case; undefined where there is none. */
      async picture(id: bigint, kind: PictureKind): Promise<{ type: PictureType; content: Uint8Array } | undefined> {
        const row = (await store.picturesOf(db, [id])).get(id)?.find((one) => one.kind === kind)
        const content = row && (await readPicture(row))
        return row && content && { type: row.type, content }
      },

      /** A person's word on a waiting case. A document that proved another bettor proves nobody else. */
      async decide(given: {
        id: bigint
        approve: boolean
        operator: string
        reason: string
      }): Promise<Outcome<'passed' | 'failed', 'not_found' | 'not_allowed'>> {
        return transact(db, async (tx): Promise<Outcome<'passed' | 'failed', 'not_found' | 'not_allowed'>> => {
          const row = await store.caseOf(tx, given.id)
          if (row) await store.lockDocument(tx, row)
          const now = row && (await store.lockCase(tx, given.id))
          if (now?.state !== 'checking') return refused('not_found')
          if (given.approve && (await store.hasProved(tx, now)))
            return refused('not_allowed', undefined, 'This document has proved another bettor')
          const state = given.approve ? 'passed' : 'failed'
          const reason = given.approve ? null : given.reason
          await store.decideCase(tx, { id: given.id, state, reason, by: given.operator })
          return done(state)
        })
      },
    },
  }

  /** Hands a stored case to who checks it and keeps the answer; a case whose pictures are not whole fails. */
  async function ask(id: bigint): Promise<void> {
    const row = await store.caseOf(db, id)
    if (row?.state !== 'submitted') return
    const pictures = (await store.picturesOf(db, [id])).get(id) ?? []
    const answer = (await areWhole(pictures)) ? await answerTo(row, pictures) : 'lost'
    await transact(db, (tx) => keepAnswer(tx, row, answer))
  }

  async function answerTo(row: store.CaseRow, pictures: readonly store.StoredPicture[]): Promise<CheckAnswer> {
    const { id, kind, number, name, dateOfBirth } = row
    const of = new Map(pictures.map((one) => [one.kind, one]))
    const picture: CheckCase['picture'] = async (wanted) => {
      const found = of.get(wanted)
      return found && readPicture(found)
    }
    try {
      return await check.submit({ id, kind, number, name, dateOfBirth, pictures: [...of.keys()], picture })
    } catch {
      log.warn({ check: id.toString() }, 'who checks identities did not answer: a person decides')
      return 'unknown'
    }
  }

  async function areWhole(pictures: readonly store.StoredPicture[]): Promise<boolean> {
    for (const one of pictures) if (!(await readPicture(one))) return false
    return pictures.length > 0
  }

  async function readPicture({ file, hash }: store.StoredPicture): Promise<Uint8Array | undefined> {
    const content = await vault?.read(file)
    return content && sha256(content) === hash ? content : undefined
  }
}

type Opening = { given: Submission; bettor: bigint; files: readonly (Picture & { file: string })[] }

/** Writes a new case; 'known' where this very submission was taken before. */
async function openCase(
  tx: Tx,
  { given, bettor, files }: Opening,
): Promise<Outcome<bigint | 'known', 'id_reused' | 'not_available' | 'too_many_requests'>> {
  const { id: clientId, kind, number, name } = given
  const hash = sha256(JSON.stringify([kind, number, name, ...files.map((one) => [one.kind, one.hash])]))
  await store.lockBettorCases(tx, bettor)
  const earlier = await store.caseOfCommand(tx, bettor, clientId)
  if (earlier) return earlier.hash === hash ? done('known' as const) : refused('id_reused')
  const last = await store.lastCase(tx, bettor)
  if (last && last.state !== 'failed') {
    const why = last.state === 'passed' ? 'Your identity is confirmed already' : 'Your documents are being checked'
    return refused('not_available', { state: last.state }, why)
  }
  if ((await store.countCases(tx, bettor, dayS)) >= triesADay)
    return refused('too_many_requests', { retry_after_s: dayS })
  const pictures = files.map(({ content, ...one }) => ({ ...one, bytes: content.length }))
  return done(await store.insertCase(tx, { bettor, clientId, hash, kind, number, name }, pictures))
}

async function keepAnswer(tx: Tx, row: store.CaseRow, answer: CheckAnswer | 'lost'): Promise<void> {
  const { id } = row
  if (answer === 'lost') return store.decideCase(tx, { id, state: 'failed', reason: lost, by: 'system' })
  if (answer === 'failed') return store.decideCase(tx, { id, state: 'failed', reason: notConfirmed, by: 'check' })
  await store.lockDocument(tx, row)
  if (answer === 'passed' && !(await store.hasProved(tx, row)))
    return store.decideCase(tx, { id, state: 'passed', reason: null, by: 'check' })
  return store.awaitPerson(tx, id)
}

async function viewOf(tx: Tx, bettor: bigint): Promise<IdentityCheckView> {
  const row = await store.lastCase(tx, bettor)
  const wanted = await store.isWanted(tx, bettor)
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
