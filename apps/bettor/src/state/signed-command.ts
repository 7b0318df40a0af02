import type { Answer, Route, Sent } from '@nare/contract/route'
import { commandWith } from './area.ts'
import type { Command } from './thunk.ts'
import { fetchSettings } from './data.ts'

/**
 * A command in the signed envelope. If the server refuses the envelope, its date may be wrong because the device's clock was
 * changed. The settings then correct the time, and the command is sent once more with the same id.
 */
export function signedCommand<R extends Route>(name: string, route: R): Command<Answer<R>, Sent<R>> {
  return commandWith<R, Sent<R>>(
    name,
    (input) => ({ route, input }),
    async ({ call, input, dispatch }) => {
      const first = await call(route, input)
      if (first.ok || first.code !== 'bad_envelope') return first
      await dispatch(fetchSettings({}))
      return call(route, input)
    },
  )
}
