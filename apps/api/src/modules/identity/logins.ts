import { done, refused } from '@nare/contract/outcome'
import { transact, type Db } from '#platform/db'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import * as store from './login-store.ts'
import { bettorOf, heldPassword } from './store.ts'

/** After three failures in a row: 2, 4, 8 … seconds, at most a quarter of an hour, forgotten after a day. */
export const delays: store.Delays = { free: 3, baseS: 2, mostS: 15 * 60, forgottenS: 24 * 60 * 60 }

const waitingMost = 100

type Given = { msisdn: string; password: string }

/**
 * Opens logging in. A number without an account is answered like a wrong password, at the same cost and with the same
 * growing delays. Tries for one number go one after the other, so that a hundred at once do not get a hundred guesses.
 */
export function openLogins({ db, passwords, sessions }: { db: Db; passwords: Passwords; sessions: Sessions }) {
  const inTurn = openTurns()

  /** The bettor whose password this is. */
  async function prove({ msisdn, password }: Given) {
    const wait = await store.waitOf(db, msisdn)
    if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
    const bettor = await bettorOf(db, msisdn)
    const right = await passwords.matches(password, bettor?.password_hash)
    if (right === 'busy') return busy
    if (!right || !bettor) {
      await store.countFailure(db, msisdn, delays)
      return refused('wrong_credentials')
    }
    return done(bettor)
  }

  async function login(given: Given) {
    const proven = await prove(given)
    if (!proven.ok) return proven
    const bettor = proven.value
    const opened = await transact(db, async (tx) => {
      if ((await heldPassword(tx, bettor.id)) !== bettor.password_hash) return undefined
      await store.clearFailures(tx, given.msisdn)
      return sessions.open(tx, bettor.id)
    })
    return opened ? done({ bettor, ...opened }) : refused('wrong_credentials')
  }

  return {
    /** Opens a session for a number and its password; unverified bettors may log in too. */
    login: async (given: Given) => (await inTurn(given.msisdn, () => login(given))) ?? busy,
    /** Whether this is the password of a number: refused, slowed and counted like a login. */
    prove: async (given: Given) => (await inTurn(given.msisdn, () => prove(given))) ?? busy,
    sweep: () => store.sweepFailures(db, delays),
  }
}

const busy = refused('too_many_requests', { retry_after_s: 2 })

/** Runs work of one key one after the other; answers undefined where too many wait for that key. */
function openTurns() {
  const waiting = new Map<string, { last: Promise<unknown>; count: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    const line = waiting.get(key) ?? { last: Promise.resolve(), count: 0 }
    if (line.count >= waitingMost) return undefined
    const mine = line.last.then(work)
    line.last = mine.catch(() => undefined)
    line.count++
    waiting.set(key, line)
    try {
      return await mine
    } finally {
      if (--line.count === 0) waiting.delete(key)
    }
  }
}
