import {
  createAsyncThunk,
  createSlice,
  type AsyncThunk,
  type Draft,
  type PayloadAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import type { Call, Failed, Reply } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'
import type { Arrival, RequestOrder } from './request-order.ts'

/** What every thunk gets besides its argument; a test passes its own. */
export type Extra = { call: Call; order: RequestOrder }

type Config = { extra: Extra; rejectValue: Failed }
type ConfigWithArrival = Config & { fulfilledMeta: Arrival; rejectedMeta: Arrival }
type FieldOf<S> = { [Key in keyof S]: { field: Key; value: S[Key] } }[keyof S]

export type Command<Body, Arg> = AsyncThunk<Body, Arg, Config>

/** A call of the contract as a thunk: fulfilled with the answer, rejected with the failure and its sentence. */
export function command<R extends Route>(name: string, route: R): Command<Answer<R>, Sent<R>> {
  return commandOf<R, Sent<R>>(name, (input) => ({ route, input }))
}

/** The same where the argument decides which call it is, or where the state adds to the input. */
export function commandOf<R extends Route, Arg>(
  name: string,
  request: (arg: Arg, state: unknown) => { route: R; input: Sent<R> },
): Command<Answer<R>, Arg> {
  return sendingCommand<R, Arg>(name, request, ({ call, route, input }) => call(route, input))
}

type Sending<R extends Route> = {
  call: Call
  route: R
  input: Sent<R>
  dispatch: ThunkDispatch<unknown, Extra, UnknownAction>
}

/** The same with a way of its own to send the request, such as a second try. */
export function sendingCommand<R extends Route, Arg>(
  name: string,
  request: (arg: Arg, state: unknown) => { route: R; input: Sent<R> },
  send: (sending: Sending<R>) => Promise<Reply<R>>,
): Command<Answer<R>, Arg> {
  const thunk = createAsyncThunk<Answer<R>, Arg, ConfigWithArrival>(
    name,
    async (arg, { dispatch, extra, getState, fulfillWithValue, rejectWithValue }) => {
      const { route, input } = request(arg, getState())
      const arrive = extra.order.send(name, { own: route.auth === 'bettor' })
      const reply = await send({ call: extra.call, route, input, dispatch })
      return reply.ok ? fulfillWithValue(reply.body, arrive()) : rejectWithValue(reply, arrive())
    },
  )
  // The types of a dispatched thunk lose its answer once its actions have a meta of their own.
  return thunk as unknown as Command<Answer<R>, Arg>
}

/** A call that failed before it was sent has no arrival. */
const arrivalOf = (meta: object): Arrival => ({ late: false, latest: true, ...(meta as Partial<Arrival>) })

type Handlers<S, Body, Arg> = {
  /** The fields that show that the call runs, and why it failed. */
  loading?: keyof S
  error?: keyof S
  begun?: (state: Draft<S>) => Partial<S>
  done: (answer: Body, state: Draft<S>, arg: Arg) => Partial<S>
  failed?: (failure: Failed, state: Draft<S>) => Partial<S>
}

type CallAction = { type: string; payload?: unknown; error?: { message?: string }; meta?: { arg: unknown } }

/**
 * One area of the state: its defaults, `set` (replaces a named field) and `reset` (restores its default). `on` adds the
 * specification's transitions of a call: pending (loading on, error cleared), fulfilled (answer stored), rejected (message
 * stored, loading off). A late response changes nothing (RequestOrder). The file of a call adds its handlers when it is
 * loaded, so an area needs none of its calls. `after` runs when a field was set or reset, to update dependent fields.
 */
export function area<Name extends string, S extends object>(
  name: Name,
  defaults: S,
  after: (state: Draft<S>, changed: keyof S) => void = () => {},
) {
  const handlers = new Map<string, (state: Draft<S>, action: CallAction) => void>()
  const slice = createSlice({
    name,
    initialState: defaults,
    reducers: {
      set: (state, { payload }: PayloadAction<FieldOf<S>>) => {
        Object.assign(state, { [payload.field]: payload.value })
        after(state, payload.field)
      },
      reset: (state, { payload }: PayloadAction<keyof S>) => {
        Object.assign(state, { [payload]: defaults[payload] })
        after(state, payload)
      },
    },
    extraReducers: (builder) => {
      builder.addMatcher(
        (action: CallAction) => handlers.has(action.type),
        (state, action) => handlers.get(action.type)?.(state, action),
      )
    },
  })

  function on<Body, Arg>(
    thunk: Command<Body, Arg>,
    { loading, error, begun, done, failed }: Handlers<S, Body, Arg>,
  ): void {
    const flag = (running: boolean): object => (loading === undefined ? {} : { [loading]: running })
    const message = (text: string | null): object => (error === undefined ? {} : { [error]: text })
    handlers.set(thunk.pending.type, (state) => {
      Object.assign(state, flag(true), message(null), begun?.(state))
    })
    handlers.set(thunk.fulfilled.type, (state, action) => {
      if (!thunk.fulfilled.match(action)) return
      const { late, latest } = arrivalOf(action.meta)
      if (latest) Object.assign(state, flag(false))
      if (!late) Object.assign(state, done(action.payload, state, action.meta.arg))
    })
    handlers.set(thunk.rejected.type, (state, action) => {
      if (!thunk.rejected.match(action)) return
      const { payload, meta, error: fault } = action
      const { late, latest } = arrivalOf(meta)
      if (latest) Object.assign(state, flag(false))
      // Aborted by the caller, which learned the result another way.
      if (late || meta.aborted) return
      Object.assign(state, message(payload?.error ?? fault.message ?? null))
      if (payload) Object.assign(state, failed?.(payload, state))
    })
  }
  return Object.assign(slice, { on })
}
