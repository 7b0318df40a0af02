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
/** The maximum number of sessions per bettor and provider that are considered for a stake without a token. */
const openMax = 10

type Deps = {
  readonly db: Db
  readonly clock: Clock
  /** The signing keys of those of these sessions that are live. */
  readonly liveSessions: (
    tx: Tx,
    sessions: readonly { bettor: bigint; signingKey: string }[],
  ) => Promise<ReadonlySet<string>>
}

/** The request to open a game session: by a bettor's login session with this signing key, or by the sandbox without one. */
export type Opening = { readonly bettor: bigint; readonly signingKey: string | undefined; readonly gameId: string }

/**
 * A call that may stake: with the session of its token, or with any open session of its bettor. If `stakes` is a refusal, each new stake is
 * refused with it.
 */
export type Staking = {
  readonly provider: GameProvider
  readonly bettor: bigint
  readonly stakes?: store.SessionRow | 'any session' | WalletRefusal | undefined
}

/**
 * Game sessions. A launch opens one with a one-time token valid for 60 s, with which the provider claims it. A session accepts stakes until
 * the bettor's login session ends, at most 24 hours; wins and rollbacks need no session. Tokens are 32 random bytes, stored as SHA-256.
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

    /** Uses a one-time token, once. With `renew` the session gets a new token; otherwise it keeps this one. */
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

    /** The session with a token, even if it has ended; undefined for an unknown token. */
    async of(provider: GameProvider, token: string): Promise<store.SessionRow | undefined> {
      const tokenHash = hashOf(token)
      const key = `${provider} ${tokenHash.toString('latin1')}`
      const cached = cache.get(key)
      if (cached) return cached
      const session = await store.sessionOf(db, { provider, hash: tokenHash })
      // A session still changes until its token is used, so it is cached only afterwards.
      if (session?.launched) keep(key, session)
      return session
    },

    /** The sessions that a stake may belong to. With `refresh` they are read from the database instead of the cache. */
    async candidates(
      { provider, bettor, stakes }: Staking,
      { refresh }: { refresh: boolean },
    ): Promise<readonly store.SessionRow[]> {
      if (stakes !== 'any session') return stakes && 'signingKey' in stakes ? [stakes] : []
      const key = `${provider} ${bettor}`
      const known = refresh ? undefined : ofBettor.get(key)
      if (known) return known
      const sessions = await openOf({ provider, bettor })
      if (ofBettor.size >= cachedMax) ofBettor.clear()
      ofBettor.set(key, sessions)
      return sessions
    },

    /** The sessions among these that accept stakes, read in the transaction of the stakes. */
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
