import type { GameName } from '@nare/contract/game-shapes'
import type { GameRound, GameRoundOf } from '@nare/contract/games'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { auth } from '../../state/auth.ts'
import { call, commandId, stored } from '../../state/browser.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { keepSeal } from './seals.ts'
import { openTable, type Table, type TableState } from './table.ts'

export type Play<G extends GameName> = Omit<TableState, 'round' | 'rounds'> & {
  game: G
  table: Table
  /** The open round, else the one that ended here. */
  round: GameRoundOf<G> | undefined
  rounds: readonly GameRoundOf<G>[]
  /** The round while it can be played on. */
  open: GameRoundOf<G> | undefined
}

const ids = sentIds(stored, 'game-ids')
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** The table of a game for the current bettor; a round that was left open is continued. */
export function useTable<G extends GameName>(game: G): Play<G> {
  const send = useSend()
  const owner = useApp((state) => (state.auth.isLoggedIn ? state.auth.user?.id : undefined))
  const table = useMemo(() => {
    const onBalance = (balance: string | undefined): void => void send(showBalance(owner, balance))
    return openTable({ game, owner, tools: { call, ids, newId: commandId, wait, onBalance } })
  }, [game, owner, send])
  useEffect(() => (owner === undefined ? undefined : table.open()), [table, owner])
  const { round, rounds, ...state } = useSyncExternalStore(table.listen, table.state)
  useEffect(() => {
    if (round) keepSeal(stored, round)
  }, [round])
  const isLost = state.refusal?.code === 'no_answer'
  useRetryUntilResolved(async () => owner !== undefined && table.resolve(), `${owner} ${isLost} ${round?.round_id}`)
  const own = round && isOf(game)(round) ? round : undefined
  return {
    ...{ ...state, game, table, round: own, rounds: rounds.filter(isOf(game)) },
    open: own?.state === 'open' ? own : undefined,
  }
}

const isOf =
  <G extends GameName>(game: G) =>
  (round: GameRound): round is GameRoundOf<G> =>
    round.game === game

/** Puts the balance of an answer in its place, or asks for it; of another bettor's answer nothing. */
function showBalance(owner: unknown, balance: string | undefined): Steps {
  return async (send, getState) => {
    const { user } = getState().auth
    if (user?.id !== owner) return
    if (user && balance !== undefined) send(auth.actions.set({ field: 'user', value: { ...user, balance } }))
    else await send(fetchBalance({}))
  }
}
