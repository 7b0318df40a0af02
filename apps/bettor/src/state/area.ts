import { createAsyncThunk, createSlice, type AsyncThunk, type Draft, type PayloadAction } from '@reduxjs/toolkit'
import type { Call, Failed } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'

/** What every command reaches besides its input; a test passes its own. */
export type Extra = { call: Call }

type FieldOf<S> = { [Key in keyof S]: { field: Key; value: S[Key] } }[keyof S]

/** A call of the contract as a thunk: fulfilled with the answer, rejected with the failure and its sentence. */
export function command<R extends Route>(name: string, route: R): Command<Answer<R>, Sent<R>> {
  return createAsyncThunk<Answer<R>, Sent<R>, Config>(name, async (input, { extra, rejectWithValue }) => {
    const reply = await extra.call(route, input)
    return reply.ok ? reply.body : rejectWithValue(reply)
  })
}

type Config = { extra: Extra; rejectValue: Failed }
type Command<Told, Asked> = AsyncThunk<Told, Asked, Config>

type Tale<S, Told, Asked> = {
  /** Which fields of the area show that the call runs, and why it failed. */
  loading?: keyof S
  error?: keyof S
  begun?: (state: Draft<S>) => Partial<S>
  done: (answer: Told, state: Draft<S>, input: Asked) => Partial<S>
  failed?: (failure: Failed, state: Draft<S>) => Partial<S>
}

type On<S> = <Told, Asked>(thunk: Command<Told, Asked>, tale: Tale<S, Told, Asked>) => void

/**
 * One area of the state: its defaults, `set` (replaces a named field), `reset` (back to its default), and for each
 * call the story of the specification: pending (loading on, error cleared), fulfilled (stored), rejected (message
 * stored, loading off).
 */
export function area<Name extends string, S extends object>(
  name: Name,
  defaults: S,
  stories: (on: On<S>) => void = () => {},
) {
  return createSlice({
    name,
    initialState: defaults,
    reducers: {
      set: (state, { payload }: PayloadAction<FieldOf<S>>) => {
        Object.assign(state, { [payload.field]: payload.value })
      },
      reset: (state, { payload }: PayloadAction<keyof S>) => {
        Object.assign(state, { [payload]: defaults[payload] })
      },
    },
    extraReducers: (builder) => {
      stories((thunk, { loading, error, begun, done, failed }) => {
        const flag = (on: boolean): object => (loading === undefined ? {} : { [loading]: on })
        const message = (text: string | null): object => (error === undefined ? {} : { [error]: text })
        builder
          .addCase(thunk.pending, (state) => {
            Object.assign(state, flag(true), message(null), begun?.(state))
          })
          .addCase(thunk.fulfilled, (state, { payload, meta }) => {
            Object.assign(state, flag(false), done(payload, state, meta.arg))
          })
          .addCase(thunk.rejected, (state, { payload, error: fault }) => {
            Object.assign(state, flag(false), message(payload?.error ?? fault.message ?? null))
            if (payload) Object.assign(state, failed?.(payload, state))
          })
      })
    },
  })
}
