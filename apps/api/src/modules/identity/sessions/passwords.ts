import { hash, verify } from '@node-rs/argon2'
import { random } from '#platform/random'
import { commonPasswords } from './common-passwords.ts'
import { openFairQueue, type Requester } from './fair-queue.ts'

const passwordCharsMin = 8
const waitingMax = 200

/** Argon2id with limits on running and waiting hashes. Returns 'busy' if too many are waiting. */
export type Passwords = {
  hash(password: string, requester: Requester): Promise<string | 'busy'>
  /** Whether a password matches a stored hash. An undefined `stored` takes as long as a real check and never matches. */
  matches(password: string, stored: string | undefined, requester: Requester): Promise<boolean | 'busy'>
}

/**
 * Opens password hashing. 19,456 KiB with two passes is OWASP's first choice for argon2id; tests use less memory. `atOnce` keeps some
 * processors free for other work during a flood of logins.
 */
export async function openPasswords({
  argon2MemoryKib,
  atOnce,
}: {
  argon2MemoryKib: number
  atOnce: number
}): Promise<Passwords> {
  const options = { memoryCost: argon2MemoryKib, timeCost: 2, parallelism: 1 }
  const dummy = await hash(random.token(32), options)
  const queued = openFairQueue({ atOnce, waitingMax })
  return {
    hash: (password, requester) => queued(requester, () => hash(password.normalize('NFKC'), options)),
    matches: (password, stored, requester) =>
      queued(
        requester,
        async () => (await verify(stored ?? dummy, password.normalize('NFKC'))) && stored !== undefined,
      ),
  }
}

/** Whether a password is too weak: short, common, a sequence or repetition, a date, or made from the owner's number or name. */
export function isWeak(password: string, { msisdn, name }: { msisdn?: string; name?: string | undefined }): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([...plain].length < passwordCharsMin) return true
  if (commonPasswords.has(plain) || commonPasswords.has(plain.replace(/[^a-z0-9]/g, ''))) return true
  if (new Set(plain).size < 4 || isRun(plain) || isRepeated(plain)) return true
  if (/^\d{8,9}$/.test(plain) && isDate(plain)) return true
  if (msisdn !== undefined && plain.replace(/\D/g, '').includes(msisdn.slice(3))) return true
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

const isDate = (digits: string): boolean =>
  /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(digits) ||
  /^([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(digits)
