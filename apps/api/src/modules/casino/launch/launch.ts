import type { casino } from '@nare/contract/casino'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { firstLanguage } from '#country/writing'
import type { Protection } from '#modules/protection/protection'
import { refusalOf } from '#modules/protection/protection'
import type { Log } from '#platform/log'
import { sameSite } from '#platform/same-site'
import type { Session } from '#platform/session'
import { playerId } from '../bettor-id.ts'
import { house, type Lobby } from '../lobby/lobby.ts'

type Call = typeof casino.play

/** A game to open. `token` is set for a real game; `game` is the provider's id of the game. */
export type Opening = {
  readonly game: string
  readonly token: string | undefined
  readonly mode: 'real' | 'demo'
  readonly lang: 'en' | 'sw'
  readonly player: string | undefined
  /** The target of the game's home button: an address of this site. */
  readonly returnUrl: string
}

/** Returns the address that opens a game of one provider; undefined if its games are not available. */
export type Launcher = (opening: Opening) => Promise<string | undefined>

type Deps = {
  readonly lobby: Lobby
  readonly launchers: ReadonlyMap<string, Launcher>
  /** Opens a session of a game with its one-time token. */
  readonly openSession: (given: {
    session: Session
    gameId: string
  }) => Promise<{ token: string; expiresAt: Date } | undefined>
  readonly protection: Pick<Protection, 'excluded' | 'locked' | 'productPauses'>
  readonly publicUrl: string
  readonly log: Log
}

/** Opens games for bettors and guests. */
export function openLaunch({ lobby, launchers, openSession, protection, publicUrl, log }: Deps) {
  /** Refuses a bettor who may not play, with the same order of checks as stakes. A guest may play demos. */
  async function mayPlay(session: Session | undefined, real: boolean): Promise<Outcome<undefined, Failure<Call>>> {
    if (!session) return real ? refused('session_required') : done(undefined)
    if (real && !session.verified) return refused('not_verified')
    if ((await protection.locked([session.bettor])).has(session.bettor)) return refused('account_locked')
    const until = (await protection.excluded([session.bettor])).get(session.bettor)
    if (until) {
      return refusalOf({ code: 'self_excluded', until })
    }
    return done(undefined)
  }

  async function isPaused(product: 'casino' | 'games'): Promise<boolean> {
    return (await protection.productPauses()).some((pause) => pause.product === product && pause.paused)
  }

  /**
   * Opens a game and returns the address for its frame. A real game needs a verified bettor who is not on a break; its address has a
   * one-time token valid for 60 seconds. A demo needs no account. For a house game it returns the path.
   */
  return async function play(
    { game_id: gameId, mode, lang = firstLanguage(), return_url }: Received<Call>,
    session: Session | undefined,
  ): Promise<Outcome<Answer<Call>, Failure<Call>>> {
    const real = mode === 'real'
    if (real && !session) return refused('session_required')
    const returnUrl = sameSite(return_url ?? '/casino', publicUrl)
    if (!returnUrl) return refused('invalid_input', { fields: { return_url: 'Please give an address of this site' } })
    const game = await lobby.listedGame(gameId)
    if (!game) return refused('not_found')
    const allowed = await mayPlay(session, real)
    if (!allowed.ok) return allowed
    const { provider, path } = game
    if (!lobby.isShown(game) || (await isPaused(provider === house ? 'games' : 'casino')))
      return refused('not_available')
    if (!real && !game.demo) return refused('not_available', undefined, 'This game has no demo')
    const opened = session && lobby.opened(session.bettor, gameId)
    await opened?.catch((error: unknown) => log.warn({ err: error }, 'an opened game could not be stored'))
    if (path !== null) return done({ result: { gameURL: path, mode } })
    const launch = launchers.get(provider)
    const made = real && session ? await openSession({ session, gameId }) : undefined
    const gameURL = await launch?.({
      game: gameId.slice(provider.length + 1),
      token: made?.token,
      mode,
      lang,
      player: session && playerId(provider, session.bettor),
      returnUrl,
    })
    if (gameURL === undefined) return refused('not_available', undefined, "This game can't be reached right now")
    return done({ result: { gameURL, mode, ...(made && { expires_at: made.expiresAt.toISOString() }) } })
  }
}

/** Launches with an address template that contains {token}, {game}, {mode}, {lang}, {currency}, {player} and {return_url} in it. */
export function templateLauncher(template: string, currency: string): Launcher {
  return async ({ game, token = '', mode, lang, player = '', returnUrl }) => {
    const values: Record<string, string> = { game, token, mode, lang, currency, player, return_url: returnUrl }
    return template.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? '') : all,
    )
  }
}
