import type { identity as contract } from '@nare/contract/identity'
import type { Handlers } from '#platform/calls'
import type { Identity } from './identity.ts'

/** The calls of the identity area. */
export function identityRoutes(identity: Identity): Handlers<typeof contract> {
  return {
    signup: (input, { address }) => identity.signup(input, address),
    verify: (input) => identity.verify(input),
    login: (input) => identity.login(input),
    logout: (_input, { session }) => identity.logout(session),
    code: (input, { address }) => identity.sendCode(input, address),
    resetPassword: (input) => identity.resetPassword(input),
    forgotPassword: ({ email }, { address }) => identity.forgotPassword(email, address),
    verifyPassword: (input) => identity.verifyPassword(input),
    confirmEmail: ({ confirmToken }) => identity.confirmEmail(confirmToken),
    balance: (_input, { session }) => identity.balance(session),
  }
}
