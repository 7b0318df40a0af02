import { createHmac, timingSafeEqual } from 'node:crypto'
import { transact, type Db, type Tx } from '#platform/db'
import { random } from '#platform/random'
import * as store from './code-store.ts'
import type { CodeKey, Own } from './code-store.ts'

const triesMax = 5
const lifeS = 5 * 60

export type IssuedCode = { readonly id: string; readonly code: string }

/** A code that was entered correctly and is still valid. `signup` is the sign-up that it was sent for, or null. */
export type Proof = { readonly id: string; readonly signup: string | null }

/**
 * Creates a code of a number, purpose and slot. The caller sends the code after the commit. It is valid for 5 minutes, as one of the last
 * three, because a message may arrive after the next one was requested. Only a salted hash is stored.
 */
export async function issueCode(
  tx: Tx,
  { signup = null, slot, ...key }: CodeKey & { slot: string; signup?: string | null },
): Promise<IssuedCode> {
  const [id, code] = [random.uuid(), random.code()]
  const salt = Buffer.from(random.token(16), 'base64url')
  await store.putCode(tx, { ...key, id, slot, signup, salt, hash: hashOf(key, code, salt), lifeS, triesMax })
  return { id, code }
}

/**
 * Finds the live code that was entered; undefined if none matches. The code stays valid until `dropCode`, so that a password can be hashed
 * first. The codes of a slot have five tries for requests with its ticket or its `own` values, and five for all other requests together: a stranger's
 * guesses use up only the latter.
 */
export async function tryCode(
  db: Db,
  key: CodeKey,
  { code, ticket, own = {} }: { code: string; ticket?: string | undefined; own?: Own },
): Promise<Proof | undefined> {
  const live = await transact(db, (tx) => store.spendTries(tx, key, { ticket, own, most: triesMax }))
  const isEntered = (one: { readonly salt: string; readonly hash: string }) =>
    timingSafeEqual(hashOf(key, code, Buffer.from(one.salt, 'hex')), Buffer.from(one.hash, 'hex'))
  return live.find(({ codes }) => codes.some(isEntered))
}

function hashOf({ msisdn, purpose }: CodeKey, code: string, salt: Buffer): Buffer {
  return createHmac('sha256', salt).update(`${purpose} ${msisdn} ${code}`).digest()
}
