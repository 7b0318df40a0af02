import { identity } from '@nare/contract/identity'
import type { Sent } from '@nare/contract/route'
import { commandWith, command, commandOf } from './area.ts'
import { auth, balanceCall, type AuthState } from './auth.ts'
import { proveFor } from './puzzle.ts'
import type { Steps } from './store.ts'

type NewPassword = Omit<Sent<typeof identity.resetPassword>, 'msisdn' | 'id'>

export const login = command('auth/login', identity.login)
/** Signs up. If the code follows a proof of work, the work goes on while the bettor sees the next screen. */
export const signup = commandWith(
  'auth/signup',
  (input: Sent<typeof identity.signup>) => ({ route: identity.signup, input }),
  async ({ call, route, input }) => {
    const reply = await call(route, input)
    const { id } = reply.ok ? reply.body.success : {}
    const asked = { page: 'verify', msisdn: input.msisdn, ...(id !== undefined && { id }) } as const
    proveFor(reply, (proof) => call(identity.code, { ...asked, proof }))
    return reply
  },
)
export const verify = command('auth/verify', identity.verify)
export const requestCode = commandWith(
  'auth/code',
  (input: Sent<typeof identity.code>) => ({ route: identity.code, input }),
  async ({ call, route, input }) => {
    const reply = await call(route, input)
    proveFor(reply, (proof) => call(route, { ...input, proof }))
    return reply
  },
)
/** Sends the new password with the phone number and the id of the code, so that strangers cannot use up the code's tries. */
export const resetPassword = commandOf('auth/resetPassword', (asked: NewPassword, state) => {
  const { reset_mobile: msisdn, reset_id: id } = (state as { auth: AuthState }).auth
  return { route: identity.resetPassword, input: { ...asked, msisdn: msisdn ?? '', ...(id !== null && { id }) } }
})
export const forgotPassword = commandWith(
  'auth/forgotPassword',
  (input: Sent<typeof identity.forgotPassword>) => ({ route: identity.forgotPassword, input }),
  async ({ call, route, input }) => {
    const reply = await call(route, input)
    proveFor(reply, (proof) => call(route, { ...input, proof }))
    return reply
  },
)
export const verifyPassword = command('auth/verifyPassword', identity.verifyPassword)
export const fetchBalance = command(balanceCall, identity.balance)

const signedOut = { user: null, isLoggedIn: false } as const

/** Ends the session on this device at once. `end` ends it at the server in the background. */
export function logOut(end: (token: string) => void): Steps {
  return async (send, getState) => {
    const token = getState().auth.user?.token
    if (token !== undefined) end(token)
    send(auth.actions.assign(signedOut))
  }
}

const busy = { loading: 'loading', error: 'error' } as const
auth.on(login, {
  ...busy,
  done: ({ user }) => ({ user, isLoggedIn: true }),
  failed: ({ body }) => (typeof body.message === 'string' ? { error: body.message } : {}),
})
auth.on(verify, { ...busy, done: ({ user }) => ({ user, isLoggedIn: true }) })
auth.on(signup, {
  ...busy,
  done: ({ success }, _, input) => ({ user_sign_up: success.message, reset_mobile: String(input.msisdn) }),
})
auth.on(requestCode, {
  ...busy,
  // A code that verifies a phone is not a password code.
  done: ({ success }, _, input) =>
    input.page === 'resetPass'
      ? {
          otp_sent: true,
          reset_id: success.id ?? null,
          reset_mobile: String(input.msisdn),
          resetMessage: success.message,
        }
      : {},
})
auth.on(resetPassword, {
  ...busy,
  done: ({ success }) => ({
    resetSuccess: true,
    reset_success_password: true,
    reset_password_message: success.message,
  }),
})
auth.on(forgotPassword, { ...busy, done: ({ success }) => ({ resetMessage: success.message }) })
auth.on(verifyPassword, {
  ...busy,
  done: ({ success }) => ({ reset_success_password: true, reset_password_message: success.message }),
})
auth.on(fetchBalance, {
  ...busy,
  done: ({ user: changed }, { user }) => (user ? { user: { ...user, ...changed } } : {}),
})
