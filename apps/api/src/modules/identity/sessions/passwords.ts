import { hash, verify } from '@node-rs/argon2'
import { random } from '#platform/random'
import { commonPasswords } from './common-passwords.ts'
import { openFairQueue, type For } from './fair-queue.ts'

const shortest = 8
const waitingMost = 200

/** Argon2id with a bound on how many run and wait. Each use answers 'busy' where too many wait already. */
export type Passwords = {
  hash(password: string, who: For): Promise<string | 'busy'>
  /** `stored` undefined takes as long as a real check and is never right. */
  matches(password: string, stored: string | undefined, who: For): Promise<boolean | 'busy'>
}

/**
 * Opens the hashing. 19,456 KiB with two passes is OWASP's first choice for argon2id; tests take less memory. `atOnce` leaves
 * processors to everybody else while somebody floods it.
 */
export async function openPasswords({
  argon2MemoryKib,
  atOnce,
}: {
  argon2MemoryKib: number
  atOnce: number
}): Promise<Passwords> {
  const options = { memoryCost: argon2MemoryKib, timeCost: 2, parallelism: 1 }
  const nobody = await hash(random.token(32), options)
  const inTurn = openFairQueue({ atOnce, waitingMost })
  return {
    hash: (password, who) => inTurn(who, () => hash(password.normalize('NFKC'), options)),
    matches: (password, stored, who) =>
      inTurn(who, async () => (await verify(stored ?? nobody, password.normalize('NFKC'))) && stored !== undefined),
  }
}

/** Whether a password is too easy: short, common, one run or repetition, or made of the person's own number or name. */
export function isWeak(password: string, { msisdn, name }: { msisdn: string; name?: string | undefined }): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([...plain].length < shortest) return true
  if (commonPasswords.has(plain) || commonPasswords.has(plain.replace(/[^a-z0-9]/g, ''))) return true
  if (new Set(plain).size < 4 || isRun(plain) || isRepeated(plain)) return true
  if (/^\d{8,9}$/.test(plain) && looksLikeDay(plain)) return true
  if (plain.replace(/\D/g, '').includes(msisdn.slice(3))) return true
  return name !== undefined && name.length >= 4 && plain.replace(/[\d\W_]+$/, '') === name.trim().toLowerCase()
}

function isRun(text: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
    steps.add(text[at] === '0' && text[at - 1] === '9' ? 1 : text[at] === '9' && text[at - 1] === '0' ? -1 : step)
  }
  return steps.size === 1
}

const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/.test(text)

const looksLikeDay = (digits: string): boolean =>
  /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(digits) ||
  /^([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(digits)
