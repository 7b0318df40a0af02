import type { Route, Sent } from '@nare/contract/route'
import type { Sending } from '../wire/send.ts'

type Tools<R extends Route> = {
  readonly newId: () => string
  readonly send: (input: Sent<R>) => Promise<Sending<R>>
}

/**
 * Sends a command at most once. `run` makes its input with a new id, unless the outcome of the last one is unknown: then the same input is
 * sent again, so that it takes effect once. While a command is on its way, another `run` does nothing and answers undefined.
 */
export function commandOnce<R extends Route>({ newId, send }: Tools<R>) {
  let kept: Sent<R> | undefined
  let isSending = false
  return async (inputOf: (id: string) => Sent<R>): Promise<Sending<R> | undefined> => {
    if (isSending) return undefined
    isSending = true
    try {
      const input = (kept ??= inputOf(newId()))
      const outcome = await send(input)
      if (outcome.state !== 'unknown') kept = undefined
      return outcome
    } finally {
      isSending = false
    }
  }
}
