import { createHash } from 'node:crypto'
import type { Tx } from '#platform/db'
import { random } from '#platform/random'
import type { Authenticate, Session } from '#platform/session'
import type { IdentityDeps } from './deps.ts'
import { openHearing } from './session-hearing.ts'
import * as store from './session-store.ts'

const lifeDays = 30
const liveMost = 100
const rememberedMost = 50_000
const rememberedMs = 60_000
const tokenForm = /^[\w-]{43}$/

export type Sessions = Awaited<ReturnType<typeof openSessions>>

/**
 * Sessions by opaque tokens of 32 random bytes, of which only the SHA-256 is stored; they last 30 days and can be ended at
 * any moment. A bounded memory answers `authenticate` without a query. It is used only while the hearing works, which tells
 * when another process ended something, and no entry longer than a minute.
 */
export async function openSessions({ db, connection, clock, log }: IdentityDeps) {
  const memory = openMemory()
  const listeners: ((bettor: bigint) => void)[] = []
  const forget = (bettor: bigint): void => {
    memory.forget(bettor)
    for (const tell of listeners) tell(bettor)
  }
  const hearing = openHearing({ connection, log, heard: forget, deaf: memory.forgetAll })
  await hearing.firstTry

  const authenticate: Authenticate = async (token) => {
    if (!tokenForm.test(token)) return undefined
    const tokenHash = hashOf(token)
    const key = tokenHash.toString('latin1')
    const now = clock.now()
    const known = memory.find(key)
    if (known && known.expiresAtMs > now && known.until > now && now >= known.since) return known.session
    const before = memory.changes()
    const row = await store.sessionOf(db, tokenHash)
    if (!row) return undefined
    if (row.ended || row.expires_at.getTime() <= now) return 'ended'
    const session: Session = { bettor: row.bettor, verified: row.verified, signingKey: row.signing_key }
    const entry = { session, expiresAtMs: row.expires_at.getTime(), since: now, until: now + rememberedMs }
    if (hearing.works() && memory.changes() === before) memory.keep(key, entry)
    return session
  }

  return {
    authenticate,

    /** Opens a session in the transaction that proved who it is. A bettor's oldest beyond a hundred end. */
    async open(tx: Tx, bettor: bigint): Promise<{ token: string; signingKey: string }> {
      const token = random.token(32)
      const signingKey = random.token(32)
      await store.insertSession(tx, { tokenHash: hashOf(token), bettor, signingKey, days: lifeDays, most: liveMost })
      return { token, signingKey }
    },

    end: (tx: Tx, session: Session): Promise<void> => store.endSession(tx, session),
    endAll: (tx: Tx, bettor: bigint): Promise<void> => store.endAll(tx, bettor),
    tellChanged: (tx: Tx, bettor: bigint): Promise<void> => store.tellChanged(tx, bettor),

    /** To be called after a commit that changed a bettor's sessions: this process knows at once, the others soon. */
    forget,

    /** Has `tell` called whenever a bettor's sessions changed, here or in another process. */
    onChanged: (tell: (bettor: bigint) => void): void => void listeners.push(tell),

    close: (): Promise<void> => hearing.close(),
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type Entry = { session: Session; expiresAtMs: number; since: number; until: number }

/** Remembers live sessions. `changes` grows with each forgetting, so that an answer read before one is not kept after it. */
function openMemory() {
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
      if (entries.size >= rememberedMost)
        for (const oldest of entries.keys()) return void (drop(oldest), add(key, entry))
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
