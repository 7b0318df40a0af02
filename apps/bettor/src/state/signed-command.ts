import { createAsyncThunk } from '@reduxjs/toolkit'
import type { Failed } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'
import type { Command, Extra } from './area.ts'
import { fetchSettings } from './data.ts'

/**
 * A command that goes in the signed envelope. Where the server cannot open it, the time it is dated with may be wrong
 * (the device's clock was moved): the settings tell the server's time, and the command is sent once more, the same id.
 */
export function signedCommand<R extends Route>(name: string, route: R): Command<Answer<R>, Sent<R>> {
  return createAsyncThunk<Answer<R>, Sent<R>, { extra: Extra; rejectValue: Failed }>(
    name,
    async (input, { dispatch, extra, rejectWithValue }) => {
      const first = await extra.call(route, input)
      if (first.ok) return first.body
      if (first.code !== 'bad_envelope') return rejectWithValue(first)
      await dispatch(fetchSettings({}))
      const second = await extra.call(route, input)
      return second.ok ? second.body : rejectWithValue(second)
    },
  )
}
