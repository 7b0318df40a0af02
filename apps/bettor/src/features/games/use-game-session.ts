import type { GameName } from '@nare/contract/game-shapes'
import type { GameRound, GameRoundOf } from '@nare/contract/games'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { call, stored } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { commandTools } from '../../commands/command-tools.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { storeSeal } from './seals.ts'
import { showBalance } from './show-balance.ts'
import { openGameSession, type GameSession, type GameSessionState } from './game-session.ts'

export type Play<G extends GameName> = Omit<GameSessionState, 'round' | 'rounds' | 'arrived'> & {
  game: G
  gameSession: GameSession
  /** The open round, else the last round that ended on this screen. */
  round: GameRoundOf<G> | undefined
  rounds: readonly GameRoundOf<G>[]
  /** Those of `rounds` that were played on this screen. */
  arrived: readonly GameRoundOf<G>[]
  /** The round while it is open. */
  open: GameRoundOf<G> | undefined
}

const tools = commandTools('game-ids')

/** The balls of plinko that may fall at once. The server runs a bettor's bets one after the other, and lets far more of them wait. */
export const ballsMax = 6

/** The game session of the current bettor, with up to `lanes` bets at once. Resumes an open round. */
export function useGameSession<G extends GameName>(game: G, lanes = 1): Play<G> {
  const send = useSend()
  const owner = useApp((state) => (state.auth.isLoggedIn ? state.auth.user?.id : undefined))
  const gameSession = useMemo(() => {
    const onBalance = (balance: string | undefined): void => void send(showBalance(owner, balance))
    return openGameSession({ game, owner, tools: { ...tools, call, onBalance }, lanes })
  }, [game, owner, send, lanes])
  useEffect(() => (owner === undefined ? undefined : gameSession.open()), [gameSession, owner])
  const { round, rounds, arrived, ...state } = useSyncExternalStore(gameSession.listen, gameSession.state)
  useEffect(() => {
    if (round) storeSeal(stored, round)
  }, [round])
  const isUnresolved = state.refusal?.code === 'no_answer'
  useRetryUntilResolved(
    async () => owner !== undefined && gameSession.resolve(),
    `${owner} ${isUnresolved} ${round?.round_id}`,
  )
  const currentRound = round && isOf(game)(round) ? round : undefined
  return {
    ...state,
    game,
    gameSession,
    round: currentRound,
    rounds: rounds.filter(isOf(game)),
    arrived: arrived.filter(isOf(game)),
    open: currentRound?.state === 'open' ? currentRound : undefined,
  }
}

const isOf =
  <G extends GameName>(game: G) =>
  (round: GameRound): round is GameRoundOf<G> =>
    round.game === game
