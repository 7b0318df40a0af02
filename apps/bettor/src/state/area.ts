import type { Call, Failed, Reply } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'
import type { UnknownAction } from 'redux'
import type { ThunkDispatch } from 'redux-thunk'
import { thunkOf, type Command, type Extra } from './thunk.ts'

type FieldOf<S> = { [Key in keyof S]: { field: Key; value: S[Key] } }[keyof S]

/** A call of the contract as a thunk: fulfilled with the response, rejected with the failure and its message. */
export function command<R extends Route>(name: string, route: R): Command<Answer<R>, Sent<R>> {
  return commandOf<R, Sent<R>>(name, (input) => ({ route, input }))
}

/** Like `command`, but `request` chooses the call and builds its input from the argument and the state. */
export function commandOf<R extends Route, Arg>(
  name: string,
  request: (arg: Arg, state: unknown) => { route: R; input: Sent<R> },
): Command<Answer<R>, Arg> {
  return commandWith<R, Arg>(name, request, ({ call, route, input }) => call(route, input))
}

type Sending<R extends Route> = {
  call: Call
  route: R
  input: Sent<R>
  dispatch: ThunkDispatch<unknown, Extra, UnknownAction>
}

/** Like `commandOf`, with a custom `send`, for example one that retries. */
export function commandWith<R extends Route, Arg>(
  name: string,
  request: (arg: Arg, state: unknown) => { route: R; input: Sent<R> },
  send: (sending: Sending<R>) => Promise<Reply<R>>,
): Command<Answer<R>, Arg> {
  return thunkOf<Answer<R>, Arg>(name, async (arg, dispatch, getState, extra) => {
    const { route, input } = request(arg, getState())
    const arrivalOf = extra.order.send(name, { own: route.auth === 'bettor' })
    const reply = await send({ call: extra.call, route, input, dispatch })
    return reply.ok ? { ok: true, body: reply.body, ...arrivalOf() } : { ok: false, failure: reply, ...arrivalOf() }
  })
}

type Handlers<S, Body, Arg> = {
  /** The fields for the loading flag and the error message of the call. */
  loading?: keyof S
  error?: keyof S
  begun?: (state: S) => Partial<S>
  done: (answer: Body, state: S, arg: Arg) => Partial<S>
  failed?: (failure: Failed, state: S, arg: Arg) => Partial<S>
}

/**
 * One area of the state: its defaults, `set` (replaces a named field), `assign` (several fields in one change) and `reset`
 * (restores a default). `on` adds the specification's transitions of a call: pending (loading on, error cleared), fulfilled
 * (response stored), rejected (message stored, loading off). A late response changes nothing (see RequestOrder). Each file of
 * calls registers its handlers when it is loaded, so an area imports no calls. `dependentFields` returns the fields that follow
 * from a field that was set or reset.
 */
export function area<Name extends string, S extends object>(
  name: Name,
  defaults: S,
  dependentFields: (state: S, changed: keyof S) => Partial<S> = () => ({}),
) {
  const handlers = new Map<string, (state: S, action: UnknownAction) => Partial<S>>()
  const actions = {
    set: (payload: FieldOf<S>) => ({ type: `${name}/set`, payload }),
    assign: (payload: Partial<S>) => ({ type: `${name}/assign`, payload }),
    reset: (payload: keyof S) => ({ type: `${name}/reset`, payload }),
  }
  const change = (field: keyof S, value: unknown) => (state: S) => {
    const changed: S = { ...state, [field]: value }
    return { ...changed, ...dependentFields(changed, field) }
  }
  handlers.set(`${name}/set`, (state, { payload }) => {
    const { field, value } = payload as FieldOf<S>
    return change(field, value)(state)
  })
  handlers.set(`${name}/assign`, (state, { payload }) =>
    Object.entries(payload as Partial<S>).reduce(
      (next, [field, value]) => change(field as keyof S, value)(next),
      state,
    ),
  )
  handlers.set(`${name}/reset`, (state, { payload }) => {
    const field = payload as keyof S
    return change(field, defaults[field])(state)
  })

  function reducer(state: S = defaults, action: UnknownAction): S {
    const handler = handlers.get(action.type)
    return handler ? { ...state, ...handler(state, action) } : state
  }

  function on<Body, Arg>(
    thunk: Command<Body, Arg>,
    { loading, error, begun, done, failed }: Handlers<S, Body, Arg>,
  ): void {
    const flag = (running: boolean): object => (loading === undefined ? {} : { [loading]: running })
    const message = (text: string | null): object => (error === undefined ? {} : { [error]: text })
    handlers.set(thunk.pending.type, (state) => ({ ...flag(true), ...message(null), ...begun?.(state) }))
    handlers.set(thunk.fulfilled.type, (state, action) => {
      if (!thunk.fulfilled.match(action)) return {}
      const { late, latest, arg } = action.meta
      return { ...(latest && flag(false)), ...(!late && done(action.payload, state, arg)) }
    })
    handlers.set(thunk.rejected.type, (state, action) => {
      if (!thunk.rejected.match(action)) return {}
      const { payload, meta, error: fault } = action
      const ended = meta.latest ? flag(false) : {}
      // An aborted call shows no message: the caller aborts it once a look-up has found the result.
      if (meta.late || meta.aborted) return ended
      const text = message(payload?.error ?? fault?.message ?? null)
      return { ...ended, ...text, ...(payload && failed?.(payload, state, meta.arg)) }
    })
  }
  return { defaults, actions, reducer, on }
}
