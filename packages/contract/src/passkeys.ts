import * as z from 'zod/mini'
import { zUser } from './identity.ts'
import { route } from './route.ts'
import { zCommandId, zEmpty, zId, zMoneyIn, zShownText, zText, zTime } from './shapes.ts'
import { zPasskeyOptions } from './webauthn.ts'

/** A passkey as its bettor sees it. */
export const zPasskey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: zTime,
  last_used_at: z.nullable(zTime),
})
export type PasskeyView = z.output<typeof zPasskey>

/**
 * A browser's answer as JSON of WebAuthn, in the field `response`. A client may also send the answer as the body itself: then `response` is
 * that of the credential, and its other fields stand beside it.
 */
const answered = {
  response: z.looseObject({}),
  id: z.optional(zText(1400)),
  rawId: z.optional(zText(1400)),
  type: z.optional(zText(40)),
}
const password = z.optional(zText(200))

/**
 * Passkeys of bettors. What changes them needs a login of the last ten minutes, or the password (`confirm_first`), so that whoever found a
 * session open plants none.
 */
export const passkeys = {
  /** The options of a new passkey, valid for five minutes in this session. At most ten passkeys work at a time. */
  newOptions: route({
    method: 'POST',
    path: '/v1/passkeys/options',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ password }),
    answer: zPasskeyOptions,
    failures: ['not_verified', 'confirm_first', 'wrong_credentials', 'limit_reached', 'too_many_requests'],
    fallback: 'Adding the passkey failed',
  }),
  add: route({
    method: 'POST',
    path: '/v1/passkeys',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ ...answered, name: z.optional(zShownText(60)) }),
    answer: z.object({ data: zPasskey }),
    failures: ['not_verified', 'login_failed', 'limit_reached', 'too_many_requests'],
    fallback: 'Adding the passkey failed',
  }),
  /** The passkeys that work, the newest first. `ask_at_withdrawals`: one of them is asked for before each withdrawal. */
  passkeys: route({
    method: 'GET',
    path: '/v1/passkeys',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ data: z.array(zPasskey), ask_at_withdrawals: z.boolean(), most: z.number() }),
    fallback: 'Loading the passkeys failed',
  }),
  /** Ends a passkey, and the other sessions that it opened. */
  end: route({
    method: 'POST',
    path: '/v1/passkeys/:id/end',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ id: zText(300), password }),
    answer: z.object({ success: z.object({ message: z.string() }) }),
    failures: ['not_found', 'confirm_first', 'wrong_credentials', 'too_many_requests'],
    fallback: 'Ending the passkey failed',
  }),
  /** Sets whether a passkey is asked for before each withdrawal. To take that back needs what ending a passkey needs. */
  askAtWithdrawals: route({
    method: 'POST',
    path: '/v1/passkeys/withdrawals',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ ask: z.boolean(), password }),
    answer: z.object({ ask_at_withdrawals: z.boolean() }),
    failures: ['not_found', 'confirm_first', 'wrong_credentials', 'too_many_requests'],
    fallback: 'Saving the choice failed',
  }),
  /** The options of the passkey for one withdrawal: its answer is `passkey` of that command, and of no other id or amount. */
  withdrawalOptions: route({
    method: 'POST',
    path: '/v1/passkeys/withdrawal/options',
    auth: 'bettor',
    perAddressMinute: 60,
    input: z.object({ id: zCommandId, amount: zMoneyIn }),
    answer: zPasskeyOptions,
    failures: ['not_found', 'too_many_requests'],
    fallback: 'Asking for the passkey failed',
  }),
  /** The same for everybody: the browser finds the passkey by itself. */
  loginOptions: route({
    method: 'POST',
    path: '/v1/login/passkey/options',
    auth: 'none',
    perAddressMinute: 60,
    input: zEmpty,
    answer: zPasskeyOptions,
    failures: ['too_many_requests'],
    fallback: 'Login failed',
  }),
  login: route({
    method: 'POST',
    path: '/v1/login/passkey',
    auth: 'none',
    perAddressMinute: 30,
    input: z.object({ ...answered, stay: z.optional(z.boolean()) }),
    answer: z.object({ user: zUser }),
    failures: ['wrong_credentials', 'account_locked', 'too_many_requests'],
    fallback: 'Login failed',
  }),
} as const

/** The sessions of a bettor. */
export const sessions = {
  /** Those that are live, the latest used first. `device` is null of a session that was opened by an older version. */
  sessions: route({
    method: 'GET',
    path: '/v1/sessions',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({
      data: z.array(
        z.object({
          session_id: z.string(),
          device: z.nullable(z.string()),
          opened_at: zTime,
          last_used_at: zTime,
          expires_at: zTime,
          by_passkey: z.boolean(),
          current: z.boolean(),
        }),
      ),
    }),
    fallback: 'Loading the sessions failed',
  }),
  endSession: route({
    method: 'POST',
    path: '/v1/sessions/:session_id/end',
    auth: 'bettor',
    perAddressMinute: 60,
    input: z.object({ session_id: zId }),
    answer: z.object({ ended: z.number() }),
    failures: ['not_found', 'too_many_requests'],
    fallback: 'Ending the session failed',
  }),
  /** Ends every session but this one. */
  endOthers: route({
    method: 'POST',
    path: '/v1/sessions/end-others',
    auth: 'bettor',
    perAddressMinute: 30,
    input: zEmpty,
    answer: z.object({ ended: z.number() }),
    failures: ['too_many_requests'],
    fallback: 'Ending the sessions failed',
  }),
} as const
