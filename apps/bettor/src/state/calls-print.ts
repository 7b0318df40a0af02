import * as z from 'zod/mini'
import { commandOf } from './area.ts'
import { data } from './data.ts'
import { endpointRoute, type EndpointCall } from './endpoint-call.ts'

const zList = z.array(z.record(z.string(), z.unknown()))
const zMatches = z.looseObject({ data: zList })
const zJackpot = z.looseObject({ data: zList, meta: z.looseObject({ name: z.string() }) })
const fallback = 'Print matches Failed'

export const printMatches = commandOf('data/printMatches', (given: EndpointCall) => ({
  route: endpointRoute(given, { answer: zMatches, fallback }),
  input: given.data ?? {},
}))
export const printJackpot = commandOf('data/printJackpot', (given: EndpointCall) => ({
  route: endpointRoute(given, { answer: zJackpot, fallback }),
  input: given.data ?? {},
}))

const busy = { loading: 'loading', error: 'error', begun: () => ({ loaded: false }) } as const
data.on(printMatches, { ...busy, done: ({ data: list }) => ({ printed_data: list, loaded: list.length > 0 }) })
data.on(printJackpot, {
  ...busy,
  done: ({ data: list, meta }) => ({
    printed_data: list,
    loaded: list.length > 0,
    print_title: meta.name,
    print_jackpot_data: meta,
  }),
})
