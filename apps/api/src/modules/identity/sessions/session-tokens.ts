import { hash } from 'node:crypto'
import { batcher } from '#platform/batcher'
import type { Tx } from '#platform/db'
import { random } from '#platform/random'
import type { Authenticate, Session } from '#platform/session'
import type { IdentityDeps } from '../deps.ts'
import { listenForRevocations } from './session-revocations.ts'
import { deviceName } from './device-name.ts'
import * as store from './session-store.ts'

const liveMax = 100
const cachedMax = 50_000
const cachedMs = 60_000
/** Limits for batches: tokens that are looked up concurrently share a query. */
const lookups = { slots: 4, itemsMax: 100, queueMax: 20_000 }
const tokenForm = /^[\w-]{43}$/

/** How a session is opened: `stay` false is for a device of others, where the session is short. */
export type Opening = {
  readonly agent?: string | undefined
  readonly stay?: boolean | undefined
  readonly passkey?: bigint | undefined
}

/** The hours of a session on a device of others. */
const visitHours = 4

export type Sessions = Awaited<ReturnType<typeof openSessions>>

/**
 * Sessions with opaque tokens of 32 random bytes. Only the SHA-256 of a token is stored. A session lasts as long as the house has set and can be ended at any
 * time. A bounded cache answers `authenticate` without a query. The cache is used only while this process receives the revocations of other
 * processes, and an entry is used for at most a minute.
 */
export async function openSessions({ db, connection, clock, log, rules, background }: IdentityDeps) {
  const cache = openCache()
  const listeners: ((bettor: bigint) => void)[] = []
  const forget = (bettor: bigint): void => {
    cache.forget(bettor)
    for (const notify of listeners) notify(bettor)
  }
  const revocations = listenForRevocations({ connection, log, onRevoked: forget, onDisconnect: cache.forgetAll })
  await revocations.firstTry

  const sessionOf = batcher<Buffer, store.SessionRow | undefined>({
    ...lookups,
    async run(hashes) {
      const rows = await store.sessionsOf(db, hashes)
      const used = hashes.filter((_, index) => rows[index]?.stale && !rows[index].ended)
      if (used.length > 0) void background.attempt('identity', 'use of sessions', () => store.noteUse(db, used))
      return rows
    },
  })

  const authenticate: Authenticate = async (token) => {
    if (!tokenForm.test(token)) return undefined
    const tokenHash = hashOf(token)
    const key = tokenHash.toString('latin1')
    const now = clock.now()
    const cached = cache.find(key)
    if (cached && cached.expiresAtMs > now && cached.until > now && now >= cached.since) return cached.session
    const before = cache.changes()
    const row = await sessionOf(tokenHash)
    if (!row) return undefined
    if (row.ended || row.expires_at.getTime() <= now) return 'ended'
    const session: Session = { bettor: row.bettor, verified: row.verified, signingKey: row.signing_key }
    const entry = { session, expiresAtMs: row.expires_at.getTime(), since: now, until: now + cachedMs }
    if (revocations.isConnected() && cache.changes() === before) cache.keep(key, entry)
    return session
  }

  return {
    authenticate,

    /** Opens a session in the transaction that authenticated the bettor. Ends the bettor's oldest sessions beyond a hundred. */
    async open(tx: Tx, bettor: bigint, opening: Opening = {}): Promise<{ token: string; signingKey: string }> {
      const token = random.token(32)
      const signingKey = random.token(32)
      await store.insertSession(tx, {
        tokenHash: hashOf(token),
        bettor,
        signingKey,
        hours: opening.stay === false ? visitHours : rules().sessionDays * 24,
        most: liveMax,
        device: deviceName(opening.agent),
        passkey: opening.passkey,
      })
      return { token, signingKey }
    },

    end: (tx: Tx, session: Session): Promise<void> => store.endSession(tx, session),
    endAll: (tx: Tx, bettor: bigint): Promise<void> => store.endAll(tx, bettor),
    revokeAll: (tx: Tx, bettor: bigint): Promise<void> => store.revokeAll(tx, bettor),

    /** Drops a bettor's sessions from this process's cache and notifies the listeners. Must be called after a commit that changed them. */
    forget,

    /** Calls `listener` whenever a bettor's sessions have changed, in this process or another. */
    onChanged: (listener: (bettor: bigint) => void): void => void listeners.push(listener),

    close: (): Promise<void> => revocations.close(),
  }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

type Entry = { session: Session; expiresAtMs: number; since: number; until: number }

/** Caches live sessions. `changes` grows with each invalidation, so that a row read before one is not cached after it. */
function openCache() {
  const entries = new Map<string, Entry>()
  const byBettor = new Map<bigint, Set<string>>()
  let changes = 0

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    const keys = byBettor.get(entry.session.bettor)
    keys?.delete(key)
    if (keys?.size === 0) byBettor.delete(entry.session.bettor)
  }

  return {
    find: (key: string) => entries.get(key),
    changes: () => changes,
    keep(key: string, entry: Entry): void {
      drop(key)
      if (entries.size >= cachedMax) for (const oldest of entries.keys()) return void (drop(oldest), add(key, entry))
      add(key, entry)
    },
    forget(bettor: bigint): void {
      changes++
      for (const key of byBettor.get(bettor) ?? []) drop(key)
    },
    forgetAll(): void {
      changes++
      entries.clear()
      byBettor.clear()
    },
  }

  function add(key: string, entry: Entry): void {
    entries.set(key, entry)
    const { bettor } = entry.session
    byBettor.set(bettor, (byBettor.get(bettor) ?? new Set()).add(key))
  }
}
