import type { User } from '@nare/contract/identity'
import { area } from './area.ts'

export type PromoPoints = { points: number; promo_image: string; title: string; end_date: string }
/** `returnable` is the money to be returned to its payer; absent until the balance is fetched. */
export type SignedUser = User & { promo_points?: PromoPoints; returnable?: string | undefined }

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

export const auth = area('auth', authDefaults)

/** The name of the balance call; defined in this file because the file of the call is loaded later. */
export const balanceCall = 'auth/balance'
