import { route } from '@nare/contract/route'
import * as z from 'zod/mini'

/** A call with the endpoint and method as arguments, as the specification defines it for bets, prints and casino lists. */
export type EndpointCall = {
  endpoint: string
  method?: 'GET' | 'POST'
  data?: Record<string, unknown>
  use_jwt?: boolean
}

/** The contract of such a call: the schema of its response and the specification's message for a failure. */
export function endpointRoute<A extends z.ZodMiniType>(
  { endpoint, method = 'GET', use_jwt }: EndpointCall,
  { answer, fallback, created }: { answer: A; fallback: string; created?: true },
) {
  return {
    ...route({
      method,
      path: endpoint.replaceAll(':', '%3A'),
      auth: 'optional',
      input: z.record(z.string(), z.unknown()),
      answer,
      failures: [],
      fallback,
    }),
    ...(use_jwt && { envelope: 'required' as const }),
    ...(created && { created }),
  }
}
