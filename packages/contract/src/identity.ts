import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'
import { marketingSource } from './marketing-source.ts'
import { route } from './route.ts'
import { zEmpty, zMoney, zShownText, zText } from './shapes.ts'
import { zMsisdn, zOneTimeCode } from './typed-shapes.ts'

const zPassword = z
  .string(fieldSentences.password)
  .check(z.minLength(1, fieldSentences.password), z.maxLength(200, fieldSentences.password_too_long))
const zEmail = z
  .email('Please enter an e-mail address such as name@example.com')
  .check(z.maxLength(200, fieldSentences.email_too_long))
/** The id of a sign-up or of a one-time code. A caller with it has separate attempts that strangers cannot use up. */
const zTicket = z.optional(zText(64))
const zSuccess = z.object({ success: z.object({ message: z.string(), id: z.optional(z.string()) }) })
/**
 * A puzzle is in the answer if the code or link follows a proof of work, because very many were requested from the caller's address: find a whole
 * number for which the SHA-256 of the text `<challenge>.<number>` begins with `bits` zero bits, and send the request again within ten minutes with
 * `proof: "<challenge>.<number>"`. After a sign-up that request is `code` with `page=verify` and the sign-up's id. A proof is used once.
 */
const zSent = z.object({
  success: z.object({
    message: z.string(),
    id: z.optional(z.string()),
    puzzle: z.optional(z.object({ challenge: z.string(), bits: z.number() })),
  }),
})
const zProof = z.optional(zText(200))

export const zBalances = z.object({ balance: zMoney, bonus: zMoney, points: z.number(), currency: z.string() })

export const zUser = z.extend(zBalances, {
  id: z.string(),
  msisdn: z.string(),
  name: z.string(),
  token: z.string(),
  signing_key: z.string(),
  verified: z.boolean(),
})
export type User = z.output<typeof zUser>

export const identity = {
  signup: route({
    method: 'POST',
    perAddressMinute: 10,
    path: '/v1/signup',
    auth: 'none',
    input: z.object({
      msisdn: zMsisdn,
      password: zPassword,
      name: z.optional(zShownText(80)),
      email: z.optional(zEmail),
      date_of_birth: z.iso.date(fieldSentences.date_of_birth),
      terms: z.literal(true, 'Please accept the terms and conditions'),
      /** The consent to promotions by SMS: the version of the sentence beside the box that was ticked. Absent, nothing is agreed to. */
      promotions_by_sms: z.optional(zText(20)),
      ...marketingSource,
    }),
    answer: zSent,
    failures: ['invalid_input', 'msisdn_taken', 'email_taken', 'under_age', 'weak_password', 'too_many_requests'],
    fallback: 'Signup failed',
  }),
  verify: route({
    method: 'POST',
    perAddressMinute: 30,
    path: '/v1/verify',
    auth: 'none',
    input: z.object({ msisdn: zMsisdn, code: zOneTimeCode, id: zTicket }),
    answer: z.object({ user: zUser }),
    failures: ['wrong_code', 'reset_required', 'account_locked', 'too_many_requests'],
    fallback: 'Otp failed',
  }),
  login: route({
    method: 'POST',
    perAddressMinute: 30,
    path: '/v1/login',
    auth: 'none',
    /** `stay` false is for a device of others: the session ends after some hours. */
    input: z.object({
      msisdn: zMsisdn,
      password: zPassword,
      code: z.optional(zOneTimeCode),
      stay: z.optional(z.boolean()),
    }),
    answer: z.object({ user: zUser }),
    failures: ['wrong_credentials', 'code_required', 'account_locked', 'too_many_requests'],
    fallback: 'Login failed',
  }),
  logout: route({
    method: 'POST',
    path: '/v1/logout',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ success: z.object({ message: z.string() }) }),
    fallback: 'Logout failed',
  }),
  code: route({
    method: 'POST',
    perAddressMinute: 10,
    path: '/v1/code?page=:page',
    auth: 'none',
    also201: true,
    input: z.object({ page: z.enum(['resetPass', 'verify']), msisdn: zMsisdn, id: zTicket, proof: zProof }),
    answer: zSent,
    failures: ['too_many_requests'],
    fallback: 'Otp failed',
  }),
  resetPassword: route({
    method: 'POST',
    perAddressMinute: 30,
    path: '/v1/reset-password',
    auth: 'none',
    also201: true,
    input: z.object({
      msisdn: zMsisdn,
      code: zOneTimeCode,
      password: zPassword,
      confirm_password: zPassword,
      id: zTicket,
    }),
    answer: zSuccess,
    failures: ['wrong_code', 'weak_password', 'passwords_differ', 'too_many_requests'],
    errorShape: 'nested',
    fallback: 'Reset Password failed',
  }),
  forgotPassword: route({
    method: 'POST',
    perAddressMinute: 10,
    path: '/api/forgotPassword',
    auth: 'none',
    input: z.object({ email: zEmail, proof: zProof }),
    answer: zSent,
    failures: ['too_many_requests'],
    fallback: 'Forgot password failed',
  }),
  verifyPassword: route({
    method: 'POST',
    perAddressMinute: 30,
    path: '/api/verifyPassword',
    auth: 'none',
    input: z.object({ resetToken: zText(200), password: z.optional(zPassword) }),
    answer: zSuccess,
    failures: ['wrong_code', 'weak_password', 'too_many_requests'],
    fallback: 'Password verification failed',
  }),
  confirmEmail: route({
    method: 'POST',
    perAddressMinute: 30,
    path: '/v1/confirm-email',
    auth: 'none',
    input: z.object({ confirmToken: zText(200) }),
    answer: zSuccess,
    failures: ['wrong_code', 'too_many_requests'],
    fallback: 'Confirming the e-mail address failed',
  }),
  balance: route({
    method: 'POST',
    path: '/v1/balance',
    auth: 'bettor',
    input: zEmpty,
    /** `returnable` is money that arrived while the bettor could not play: it is not part of the balance and is returned to its payer. */
    answer: z.object({ user: z.extend(zBalances, { returnable: z.optional(zMoney) }) }),
    fallback: 'Fetching User Balance failed',
  }),
} as const
