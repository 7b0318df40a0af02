import type { Entries } from './storage.ts'

export type StoredUser = { token?: string; signing_key?: string } & Record<string, unknown>

export type SessionEvents = {
  /** A 401 in a body: show 'Session expired' and go to /redirect after three seconds. */
  expired: () => void
  /** A 401 status alone: go to /login immediately. */
  signedOut: () => void
}

export type Session = ReturnType<typeof session>

const skipFlag = 'skipUserUpdate'

/**
 * The specification's session rules over stored entries. `user` is the stored bettor, who is logged in if the record has a token.
 * `finish` is called with every response: a 401 removes the user; any other response writes the record of the request back,
 * which renews its 30 days. A response affects only the session of its request: if the record was removed or replaced meanwhile
 * (a logout, another login, another tab), it neither writes the record back nor ends the new session.
 */
export function session(store: Entries, events: SessionEvents, page: () => string) {
  const user = (): StoredUser | undefined => {
    const read = store.read('user')
    return isUser(read) ? read : undefined
  }

  return {
    user,
    token: (): string | undefined => user()?.token,
    /** Stores a new session in place of an earlier one. */
    save: (record: StoredUser): void => store.write('user', record),
    /** Stores new fields of the bettor, only while a record with the same token is still stored. */
    update(record: StoredUser): void {
      const current = user()
      if (current && current.token === record.token) store.write('user', record)
    },
    remove: (): void => store.remove('user'),

    finish(atStart: StoredUser | undefined, status: number, body: unknown): void {
      const skipped = store.flag.isSet(skipFlag)
      if (skipped) store.remove(skipFlag)
      const current = user()
      if (current?.token !== atStart?.token) return

      if (bodyStatus(body) === 401 && page() !== '/login') {
        store.remove('user')
        store.flag.set(skipFlag)
        events.expired()
      } else if (status === 401 && page() !== '/login') {
        store.remove('user')
        events.signedOut()
      } else if (!skipped && current) {
        store.write('user', { ...atStart, ...current })
      }
    },
  }
}

function bodyStatus(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined
}

function isUser(value: unknown): value is StoredUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (!('token' in value) || typeof value.token === 'string')
  )
}
