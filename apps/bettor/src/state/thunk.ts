import type { Call, Failed } from '@nare/client/call'
import type { UnknownAction } from 'redux'
import type { ThunkAction } from 'redux-thunk'
import type { Arrival, RequestOrder } from './request-order.ts'

/** The extra argument of every thunk; a test passes its own. */
export type Extra = { call: Call; order: RequestOrder }

type Meta<Arg> = Arrival & { arg: Arg }
type Pending<Arg> = { type: string; meta: { arg: Arg } }
type Fulfilled<Body, Arg> = { type: string; payload: Body; meta: Meta<Arg> }
/** Has no payload without a response: the caller aborted, or the request could not be sent. */
type Rejected<Arg> = {
  type: string
  payload?: Failed
  error?: { message: string }
  meta: Meta<Arg> & { aborted?: boolean }
}
type Ended<Body, Arg> = Fulfilled<Body, Arg> | Rejected<Arg>

/** A running command; resolves to its last action. `abort` rejects it immediately; a later response is ignored. */
export type Running<Body, Arg> = Promise<Ended<Body, Arg>> & { abort: () => void }
type Typed<Action extends object> = { type: string; match: (action: object) => action is Action }

/**
 * A command as a thunk, with the three actions of the specification's section 4: pending, then fulfilled with the response or
 * rejected with the failure. Its promise never rejects.
 */
export type Command<Body, Arg> = ((arg: Arg) => ThunkAction<Running<Body, Arg>, unknown, Extra, UnknownAction>) & {
  pending: Typed<Pending<Arg>>
  fulfilled: Typed<Fulfilled<Body, Arg>>
  rejected: Typed<Rejected<Arg>>
}

/** The result of a request: its response or failure, with its place in the order of requests. */
export type Response<Body> = Arrival & ({ ok: true; body: Body } | { ok: false; failure: Failed })
type Store = Parameters<ThunkAction<unknown, unknown, Extra, UnknownAction>>
type Send<Body, Arg> = (arg: Arg, ...store: Store) => Promise<Response<Body>>

const unordered: Arrival = { late: false, latest: true }

export function thunkOf<Body, Arg>(name: string, send: Send<Body, Arg>): Command<Body, Arg> {
  const typed = <Action extends object>(end: string): Typed<Action> => {
    const type = `${name}/${end}`
    return { type, match: (action): action is Action => (action as { type?: unknown }).type === type }
  }
  const types = {
    pending: typed<Pending<Arg>>('pending'),
    fulfilled: typed<Fulfilled<Body, Arg>>('fulfilled'),
    rejected: typed<Rejected<Arg>>('rejected'),
  }

  async function request(arg: Arg, store: Store): Promise<Ended<Body, Arg>> {
    try {
      const { late, latest, ...response } = await send(arg, ...store)
      const meta = { arg, late, latest }
      return response.ok
        ? { type: types.fulfilled.type, payload: response.body, meta }
        : { type: types.rejected.type, payload: response.failure, meta }
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : String(fault)
      return { type: types.rejected.type, error: { message }, meta: { arg, ...unordered } }
    }
  }

  const command = (arg: Arg): ThunkAction<Running<Body, Arg>, unknown, Extra, UnknownAction> => {
    return (dispatch, getState, extra) => {
      const aborted = Promise.withResolvers<Ended<Body, Arg>>()
      dispatch({ type: types.pending.type, meta: { arg } })
      const ended = Promise.race([aborted.promise, request(arg, [dispatch, getState, extra])]).then((action) =>
        dispatch(action),
      )
      const abort = (): void =>
        aborted.resolve({ type: types.rejected.type, meta: { arg, ...unordered, aborted: true } })
      return Object.assign(ended, { abort })
    }
  }
  return Object.assign(command, types)
}
