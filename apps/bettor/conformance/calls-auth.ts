import {
  fetchBalance,
  forgotPassword,
  login,
  requestCode,
  resetPassword,
  signup,
  verifyPassword,
} from '../src/state/calls-identity.ts'
import { fetchPromoPoints } from '../src/state/calls-rewards.ts'
import { auth } from '../src/state/auth.ts'
import { authError, type Row } from './row.ts'
import { user } from './browser.ts'

const says = (words: string): Row['error'] => ({ of: authError, says: words })
const msisdn = '0712345678'
const newBettor = { msisdn, password: 'long-enough', date_of_birth: '1990-01-01', terms: true } as const
const newPassword = { code: '123456', password: 'long-enough', confirm_password: 'long-enough' }
const promo = { points: 7, promo_image: '/p.svg', title: 'Points', end_date: '2026-12-31' }

export const identity: readonly Row[] = [
  {
    call: 'POST /v1/login',
    send: ({ store }) => store.dispatch(login({ msisdn, password: 'x' })),
    payload: { msisdn, password: 'x' },
    answer: { user },
    reads: ({ auth: { isLoggedIn, user: stored } }) => [isLoggedIn, stored],
    holds: [true, user],
    error: says('Login failed'),
  },
  {
    call: 'POST /v1/signup',
    send: ({ store }) => store.dispatch(signup(newBettor)),
    payload: newBettor,
    answer: { success: { message: 'We sent a code', id: '1' } },
    reads: ({ auth: { user_sign_up } }) => user_sign_up,
    holds: 'We sent a code',
    error: says('Signup failed'),
  },
  {
    call: 'POST /api/forgotPassword',
    send: ({ store }) => store.dispatch(forgotPassword({ email: 'a@example.org' })),
    payload: { email: 'a@example.org' },
    answer: { success: { message: 'Look into your mail' } },
    reads: ({ auth: { resetMessage } }) => resetMessage,
    holds: 'Look into your mail',
    error: says('Forgot password failed'),
  },
  {
    call: 'POST /v1/reset-password',
    send: ({ store }) => {
      store.dispatch(auth.actions.set({ field: 'reset_mobile', value: msisdn }))
      return store.dispatch(resetPassword(newPassword))
    },
    payload: { ...newPassword, msisdn },
    answer: { success: { message: 'Changed' } },
    reads: ({ auth: { reset_success_password, reset_password_message } }) => [
      reset_success_password,
      reset_password_message,
    ],
    holds: [true, 'Changed'],
    error: says('Reset Password failed'),
  },
  {
    call: 'POST /api/verifyPassword',
    send: ({ store }) => store.dispatch(verifyPassword({ resetToken: 'r' })),
    payload: { resetToken: 'r' },
    answer: { success: { message: 'Good' } },
    reads: ({ auth: { reset_password_message } }) => reset_password_message,
    holds: 'Good',
    error: says('Password verification failed'),
  },
  {
    call: 'POST /v1/code?page=resetPass',
    send: ({ store }) => store.dispatch(requestCode({ page: 'resetPass', msisdn })),
    payload: { msisdn },
    answer: { success: { message: 'Sent', id: 'r9' } },
    reads: ({ auth: { resetMessage, reset_id } }) => [resetMessage, reset_id],
    holds: ['Sent', 'r9'],
    error: says('Otp failed'),
  },
  {
    call: 'POST /v1/balance',
    send: ({ store }) => store.dispatch(fetchBalance({})),
    payload: {},
    answer: { user: { balance: '9.00', bonus: '1.00', points: 3, currency: 'KES' } },
    reads: ({ auth: { user: stored } }) => [stored?.balance, stored?.points, stored?.name],
    holds: ['9.00', 3, 'Amina'],
    error: says('Fetching User Balance failed'),
  },
  {
    call: 'POST /v1/promopoints',
    send: ({ store }) => store.dispatch(fetchPromoPoints({})),
    payload: {},
    answer: promo,
    reads: ({ auth: { user: stored } }) => stored?.promo_points,
    holds: promo,
    error: says('Fetching Promo Points failed'),
    ownWords: true,
  },
]
