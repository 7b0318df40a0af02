import { createAsyncThunk, createSlice, type AsyncThunk, type Draft, type PayloadAction } from '@reduxjs/toolkit'
import type { Call, Failed } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'

/** What every command reaches besides its input; a test passes its own. */
export type Extra = { call: Call }

type FieldOf<S> = { [Key in keyof S]: { field: Key; value: S[Key] } }[keyof S]

export type Command<Told, Asked> = AsyncThunk<Told, Asked, { extra: Extra; rejectValue: Failed }>

/** A call of the contract as a thunk: fulfilled with the answer, rejected with the failure and its sentence. */
export function command<R extends Route>(name: string, route: R): Command<Answer<R>, Sent<R>> {
  return commandOf<R, Sent<R>>(name, (input) => ({ route, input }))
}

/** The same where the caller's input decides which call it is, or where the state adds to what is sent. */
export function commandOf<R extends Route, Asked>(
  name: string,
  about: (asked: Asked, state: unknown) => { route: R; input: Sent<R> },
): Command<Answer<R>, Asked> {
  return createAsyncThunk<Answer<R>, Asked, { extra: Extra; rejectValue: Failed }>(
    name,
    async (asked, { extra, getState, rejectWithValue }) => {
      const { route, input } = about(asked, getState())
      const reply = await extra.call(route, input)
      return reply.ok ? reply.body : rejectWithValue(reply)
    },
  )
}

type Tale<S, Told, Asked> = {
  /** Which fields of the area show that the call runs, and why it failed. */
  loading?: keyof S
  error?: keyof S
  begun?: (state: Draft<S>) => Partial<S>
  done: (answer: Told, state: Draft<S>, input: Asked) => Partial<S>
  failed?: (failure: Failed, state: Draft<S>) => Partial<S>
}

type Told = { type: string; payload?: unknown; error?: { message?: string }; meta?: { arg: unknown } }

/**
 * One area of the state: its defaults, `set` (replaces a named field), `reset` (back to its default), and for each
 * call that is told `on` it the story of the specification: pending (loading on, error cleared), fulfilled (stored),
 * rejected (message stored, loading off). A file of calls tells its stories when it is loaded, so that an area's fields
 * stand from the start and its calls need not. `after` is called when a field was set or reset, to keep others in step.
 */
export function area<Name extends string, S extends object>(
  name: Name,
  defaults: S,
  after: (state: Draft<S>, changed: keyof S) => void = () => {},
) {
  const stories = new Map<string, (state: Draft<S>, action: Told) => void>()
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
        (action: Told) => stories.has(action.type),
        (state, action) => stories.get(action.type)?.(state, action),
      )
    },
  })

  function on<Answered, Asked>(thunk: Command<Answered, Asked>, tale: Tale<S, Answered, Asked>): void {
    const { loading, error, begun, done, failed } = tale
    const flag = (running: boolean): object => (loading === undefined ? {} : { [loading]: running })
    const message = (text: string | null): object => (error === undefined ? {} : { [error]: text })
    stories.set(thunk.pending.type, (state) => {
      Object.assign(state, flag(true), message(null), begun?.(state))
    })
    stories.set(thunk.fulfilled.type, (state, action) => {
      if (thunk.fulfilled.match(action)) {
        Object.assign(state, flag(false), done(action.payload, state, action.meta.arg))
      }
    })
    stories.set(thunk.rejected.type, (state, action) => {
      if (!thunk.rejected.match(action)) return
      const { payload, error: fault } = action
      // Aborted by the caller, which learned the result another way.
      if (action.meta.aborted) return void Object.assign(state, flag(false))
      Object.assign(state, flag(false), message(payload?.error ?? fault.message ?? null))
      if (payload) Object.assign(state, failed?.(payload, state))
    })
  }
  return Object.assign(slice, { on })
}
