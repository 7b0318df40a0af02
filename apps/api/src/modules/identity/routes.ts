import type { identity as contract } from '@nare/contract/identity'
import type { Handlers } from '#platform/calls'
import type { Identity } from './identity.ts'

export { passkeyRoutes, sessionRoutes } from './passkeys/routes.ts'
export { kycRoutes, operatorIdentityRoutes } from './kyc/routes.ts'

/** The calls of the identity area; those of identity checks are `kycRoutes`. */
export function identityRoutes(identity: Identity): Handlers<typeof contract> {
  return {
    signup: (input, call) => identity.signup(input, call),
    verify: (input, call) => identity.verify(input, call),
    login: (input, call) => identity.login(input, call),
    logout: (_input, { session }) => identity.logout(session),
    code: (input, call) => identity.sendCode(input, call),
    resetPassword: (input, call) => identity.resetPassword(input, call),
    forgotPassword: (input, call) => identity.forgotPassword(input, call),
    verifyPassword: (input, call) => identity.verifyPassword(input, call),
    confirmEmail: ({ confirmToken }) => identity.confirmEmail(confirmToken),
    balance: (_input, { session }) => identity.balance(session),
  }
}
