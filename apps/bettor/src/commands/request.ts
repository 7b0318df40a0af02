import { betting, type BetView } from '@nare/contract/betting'
import type { UnknownAction } from 'redux'
import type { ThunkAction } from 'redux-thunk'
import type { RootState, Steps } from '../state/store.ts'
import type { Command, Extra } from '../state/thunk.ts'
import { noAnswer, type CommandResult } from './command-outcome.ts'
import type { Sending } from './run-command.ts'

/** Sends a call of the state areas as the request of a money command; `read` returns the value of its response. */
export function request<Body, Arg, T>(
  command: Command<Body, Arg>,
  arg: Arg,
  read: (body: Body) => T,
): ThunkAction<Sending<T>, RootState, Extra, UnknownAction> {
  return (send) => {
    const running = send(command(arg))
    const answer = running.then((ended): CommandResult<T> => {
      if (command.fulfilled.match(ended)) return { ok: true, value: read(ended.payload) }
      return command.rejected.match(ended) ? (ended.payload ?? noAnswer('')) : noAnswer('')
    })
    return Object.assign(answer, { abort: running.abort })
  }
}

/** Looks up a bet by its id or by the id of the command that placed it. */
export function lookUpBet(id: string): Steps<CommandResult<BetView>> {
  return async (_send, _state, { call }) => {
    const reply = await call(betting.bet, { id })
    return reply.ok ? { ok: true, value: reply.body.data } : reply
  }
}
