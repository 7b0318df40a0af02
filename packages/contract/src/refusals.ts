import type { FailureCode } from './failures.ts'
import type { Route } from './route.ts'

/**
 * Every code with which the server may refuse a call: those that the call lists, and those of its kind: an invalid input or envelope, a
 * missing session, too many requests, and faults of the server.
 */
export function refusalsOf({ method, auth, input, failures = [], second, confirm }: Route): readonly FailureCode[] {
  const hasBody = method !== 'GET'
  const hasInput = !('shape' in input) || Object.keys(Object(input.shape)).length > 0
  const general: FailureCode[] = [
    ...(hasBody || hasInput ? (['invalid_input'] as const) : []),
    ...(hasBody ? (['bad_envelope', 'unknown'] as const) : []),
    ...(auth === 'bettor' ? (['session_required', 'session_expired'] as const) : []),
    ...(auth === 'operator' ? (['session_required', 'session_expired', 'not_allowed'] as const) : []),
    ...(auth === 'operator' && hasBody ? (['own_account', 'id_reused'] as const) : []),
    ...(second ? (['already_proposed', 'facts_changed'] as const) : []),
    ...(confirm || second ? (['confirm_first'] as const) : []),
    'too_many_requests',
    'internal',
    'overloaded',
  ]
  return [...new Set([...general, ...failures])]
}
