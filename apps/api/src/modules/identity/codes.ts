import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import * as store from './code-store.ts'
import type { CodeKey, Quota } from './code-store.ts'

const triesMost = 5
const lifeS = 5 * 60
const gapS = 60
const hourS = 60 * 60

/** Where a message is asked from. */
export type Asking = { readonly address: string; readonly limitsByAddress: boolean }

/**
 * Makes the one live code of a number and purpose, for the caller to send once this is committed. It lives for 5 minutes and
 * 5 tries; only a salted hash of it is stored.
 */
export async function issueCode(tx: Tx, key: CodeKey): Promise<string> {
  const code = random.code()
  const salt = Buffer.from(random.token(16), 'base64url')
  await store.putCode(tx, key, { salt, hash: hashOf(key, code, salt), lifeS })
  return code
}

/** Whether `code` is the live one. A right code is used up; a wrong one costs a try, however many come at once. */
export async function redeemCode(tx: Tx, key: CodeKey, code: string): Promise<boolean> {
  const live = await store.takeTry(tx, key, triesMost)
  if (!live || !timingSafeEqual(hashOf(key, code, live.salt), live.hash)) return false
  await store.dropCode(tx, key)
  return true
}

function hashOf({ msisdn, purpose }: CodeKey, code: string, salt: Buffer): Buffer {
  return createHmac('sha256', salt).update(`${purpose} ${msisdn} ${code}`).digest()
}

const gapKey = (kind: string) => `gap ${kind}`

/**
 * Counts one message to a receiver: 60 seconds apart for each purpose, ten an hour and twenty a day in all, and thirty an
 * hour for one address. Answers the seconds to wait where that is too much, whether the receiver is known or not.
 * `first` is the message of a sign-up, which waits for no earlier one.
 */
export async function countMessage(
  tx: Tx,
  { to, purpose, from, first }: { to: string; purpose: string; from: Asking; first?: boolean },
): Promise<number | undefined> {
  const gap = gapKey(`${purpose} ${to}`)
  if (first) await store.clearQuota(tx, gap)
  const quotas: Quota[] = [
    { key: gap, most: 1, windowS: gapS },
    { key: `hour ${to}`, most: 10, windowS: hourS },
    { key: `day ${to}`, most: 20, windowS: 24 * hourS },
  ]
  if (from.limitsByAddress) quotas.push({ key: `address ${network(from.address)}`, most: 30, windowS: hourS })
  for (const quota of quotas) {
    const wait = await store.useQuota(tx, quota)
    if (wait !== undefined) return wait
  }
  return undefined
}

/** Lets the next message go out at once, because this one was certainly not sent. */
export const forgetGap = (db: Db, { to, purpose }: { to: string; purpose: string }): Promise<void> =>
  store.clearQuota(db, gapKey(`${purpose} ${to}`))

/** An address, or for IPv6 the half of it that a provider gives to one customer. */
function network(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address
}
