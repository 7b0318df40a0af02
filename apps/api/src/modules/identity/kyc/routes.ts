import type { kyc as contract } from '@nare/contract/kyc'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { Kyc } from './kyc.ts'

export { operatorIdentityRoutes } from './operator-routes.ts'

/** The calls of identity checks. */
export function kycRoutes(kyc: Kyc): Handlers<typeof contract> {
  return {
    identityCheck: async (_input, { session }) => done(await kyc.state(session.bettor)),
    checkNumber: (input, { session }) => kyc.submitNumber(input, session),
    checkIdentity: (input, { session }) => kyc.submit(input, session),
  }
}
