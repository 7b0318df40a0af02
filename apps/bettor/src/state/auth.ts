import { identity, type User } from '@nare/contract/identity'
import { area, command } from './area.ts'

export type PromoPoints = { points: number; promo_image: string; title: string; end_date: string }
export type SignedUser = User & { promo_points?: PromoPoints }

export type AuthState = {
  user: SignedUser | null
  isLoggedIn: boolean
  loading: boolean
  error: string | null
  user_sign_up: string | null
  reset_mobile: string | null
  otp_sent: boolean
  reset_id: string | null
  resetSuccess: boolean
  resetMessage: string | null
  reset_success_password: boolean
  reset_password_message: string | null
}

export const authDefaults: AuthState = {
  user: null,
  isLoggedIn: false,
  loading: false,
  error: null,
  user_sign_up: null,
  reset_mobile: null,
  otp_sent: false,
  reset_id: null,
  resetSuccess: false,
  resetMessage: null,
  reset_success_password: false,
  reset_password_message: null,
}

export const login = command('auth/login', identity.login)
export const signup = command('auth/signup', identity.signup)
export const verify = command('auth/verify', identity.verify)
export const requestCode = command('auth/code', identity.code)
export const resetPassword = command('auth/resetPassword', identity.resetPassword)
export const forgotPassword = command('auth/forgotPassword', identity.forgotPassword)
export const verifyPassword = command('auth/verifyPassword', identity.verifyPassword)
export const fetchBalance = command('auth/balance', identity.balance)
export const logout = command('auth/logout', identity.logout)

const busy = { loading: 'loading', error: 'error' } as const

export const auth = area('auth', authDefaults, (on) => {
  on(login, { ...busy, done: ({ user }) => ({ user, isLoggedIn: true }) })
  on(verify, { ...busy, done: ({ user }) => ({ user, isLoggedIn: true }) })
  on(signup, {
    ...busy,
    done: ({ success }, _, input) => ({ user_sign_up: success.message, reset_mobile: String(input.msisdn) }),
  })
  on(requestCode, {
    ...busy,
    done: ({ success }, _, input) => ({
      otp_sent: true,
      reset_id: success.id ?? null,
      reset_mobile: String(input.msisdn),
      resetMessage: success.message,
    }),
  })
  on(resetPassword, {
    ...busy,
    done: ({ success }) => ({
      resetSuccess: true,
      reset_success_password: true,
      reset_password_message: success.message,
    }),
  })
  on(forgotPassword, { ...busy, done: ({ success }) => ({ resetMessage: success.message }) })
  on(verifyPassword, {
    ...busy,
    done: ({ success }) => ({ reset_success_password: true, reset_password_message: success.message }),
  })
  on(fetchBalance, {
    error: 'error',
    done: ({ user }, state) => (state.user ? { user: { ...state.user, ...user } } : {}),
  })
  on(logout, { done: () => ({ user: null, isLoggedIn: false }), failed: () => ({ user: null, isLoggedIn: false }) })
})
