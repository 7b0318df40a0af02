import { hash } from 'node:crypto'
import { batcher } from '#platform/batcher'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import { gameProviders, type GameProvider, type WalletRefusal } from './commands.ts'
import * as store from './session-store.ts'

export type { SessionRow } from './session-store.ts'

const launchS = 60
const lifeS = 24 * 3600
/** Providers keep and repeat transactions for four months. */
const keepDays = 125
const cachedMax = 20_000
/** Of the sessions of one bettor with one provider, those that a stake without a token may belong to. */
const openMax = 10

type Deps = {
  readonly db: Db
  readonly clock: Clock
  /** Which of these sessions of bettors are live, by their signing keys. */
  readonly liveSessions: (
    tx: Tx,
    sessions: readonly { bettor: bigint; signingKey: string }[],
  ) => Promise<ReadonlySet<string>>
}

/** What may open a session: a bettor's own session with this signing key, or the sandbox without one. */
export type Opening = { readonly bettor: bigint; readonly signingKey: string | undefined; readonly gameId: string }

/**
 * A call that may stake: with the session of its token, or with any open one of its bettor; a refusal is the answer to each stake that is
 * not a repeat.
 */
export type Staking = {
  readonly provider: GameProvider
  readonly bettor: bigint
  readonly stakes?: store.SessionRow | 'any session' | WalletRefusal | undefined
}

/**
 * Sessions of play. A launch opens one and gets a one-time token of 60 s, with which the provider claims it. A session accepts stakes
 * until the bettor's own session ends, at most 24 hours; wins and rollbacks need none. Tokens are 32 random bytes, stored as SHA-256.
 */
export function openSessions({ db, clock, liveSessions }: Deps) {
  const cache = new Map<string, store.SessionRow>()
  const ofBettor = new Map<string, readonly store.SessionRow[]>()
  const openOf = batcher<store.Player, readonly store.SessionRow[]>({
    ...{ slots: 2, itemsMax: 200, queueMax: 2000 },
    run: (players) => store.openSessions(db, players, openMax),
  })

  function keep(key: string, session: store.SessionRow): void {
    if (cache.size >= cachedMax) for (const oldest of cache.keys()) if (cache.delete(oldest)) break
    cache.set(key, session)
  }

  return {
    /** Opens a session of a game; undefined for a game of no provider. */
    async open({ bettor, signingKey, gameId }: Opening): Promise<{ token: string; expiresAt: Date } | undefined> {
      const provider = providerOf(gameId)
      if (!provider) return undefined
      const token = random.token(32)
      const session = { provider, gameId, bettor, signingKey: signingKey ?? null, launchHash: hashOf(token) }
      const expiresAt = await store.insertSession(db, { ...session, launchS, lifeS })
      ofBettor.delete(`${provider} ${bettor}`)
      return { token, expiresAt }
    },

    /** Uses a one-time token, once. With `renew` the session gets a token of its own, else it keeps this one. */
    async launch(
      provider: GameProvider,
      given: string,
      { renew }: { renew: boolean },
    ): Promise<{ session: store.SessionRow; token: string } | undefined> {
      const token = renew ? random.token(32) : given
      const session = await store.launch(db, {
        provider,
        launchHash: hashOf(given),
        tokenHash: renew ? hashOf(token) : null,
      })
      return session && { session, token }
    },

    /** The session with a token, live or not; undefined if there never was one. */
    async of(provider: GameProvider, token: string): Promise<store.SessionRow | undefined> {
      const tokenHash = hashOf(token)
      const key = `${provider} ${tokenHash.toString('latin1')}`
      const cached = cache.get(key)
      if (cached) return cached
      const session = await store.sessionOf(db, { provider, hash: tokenHash })
      // Until its token is used, a session still changes.
      if (session?.launched) keep(key, session)
      return session
    },

    /** The sessions that a stake may belong to; with `again` those of now, whatever this process remembers. */
    async candidates(
      { provider, bettor, stakes }: Staking,
      { again }: { again: boolean },
    ): Promise<readonly store.SessionRow[]> {
      if (stakes !== 'any session') return stakes && 'signingKey' in stakes ? [stakes] : []
      const key = `${provider} ${bettor}`
      const known = again ? undefined : ofBettor.get(key)
      if (known) return known
      const sessions = await openOf({ provider, bettor })
      if (ofBettor.size >= cachedMax) ofBettor.clear()
      ofBettor.set(key, sessions)
      return sessions
    },

    /** Those of these sessions that accept stakes, read in the transaction that takes them. */
    async live(tx: Tx, sessions: readonly store.SessionRow[]): Promise<ReadonlySet<store.SessionRow>> {
      const unexpired = sessions.filter(({ expiresAt }) => expiresAt.getTime() > clock.now())
      const tied = unexpired.flatMap(({ bettor, signingKey }) => (signingKey === null ? [] : [{ bettor, signingKey }]))
      const keys = tied.length === 0 ? new Set<string>() : await liveSessions(tx, tied)
      return new Set(unexpired.filter(({ signingKey }) => signingKey === null || keys.has(signingKey)))
    },

    sweep: (): Promise<void> => store.sweepSessions(db, keepDays),
  }
}

export type Sessions = ReturnType<typeof openSessions>

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The provider of a game's id `<provider>:<its own id>`. */
export function providerOf(gameId: string): GameProvider | undefined {
  const name = gameId.slice(0, gameId.indexOf(':'))
  return gameId.length > name.length + 1 ? gameProviders.find((provider) => provider === name) : undefined
}
