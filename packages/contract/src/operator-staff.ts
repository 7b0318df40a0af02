import * as z from 'zod/mini'
import { permissions, roles } from './permissions.ts'
import { operatorRoute, route } from './route.ts'
import { zText, zTime } from './shapes.ts'
import { zPasskeyOptions, zPasskeyResponse } from './webauthn.ts'

/** The name of a person of the house, as in OPERATORS. */
export const zStaffName = z.string().check(z.regex(/^[a-z][a-z0-9._-]{0,39}$/))
export const zRoles = z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length))
/** What a token may hold: any role but admin, or the one permission export.read. */
export const tokenRoles = [...roles.filter((role) => role !== 'admin'), 'export.read'] as const
/** A person's own betting account: its phone number or its id. */
export const zAccount = z.string().check(z.regex(/^\+?\d{1,15}$/))
export const staffStates = ['active', 'suspended'] as const
/** `code` is a password with a one-time code, `passkey` a passkey. */
export const loginMethods = ['code', 'passkey'] as const

const zPerson = z.object({ name: z.string(), roles: z.array(z.enum(roles)), permissions: z.array(z.enum(permissions)) })
/** `session` is null for the bearer of a token. */
const zMe = z.object({
  person: zPerson,
  session: z.nullable(z.object({ created_at: zTime, expires_at: zTime, confirmed_until: z.nullable(zTime) })),
})
const zLoggedIn = z.object({ person: zPerson })
const zSecret = zText(200)
/** What follows the # of an enrolment link. A field named `token` would be read as a signed envelope. */
const zLink = zText(100)

const people = { method: 'POST', auth: 'none', fallback: 'The login failed', perAddressMinute: 30 } as const
const zEnrolled = z.object({ person: zPerson, recovery_codes: z.array(z.string()) })

/**
 * The calls about the house's people. Logins and enrolment are public and answer with the cookie of a session. A person logs in with
 * password and one-time code, or with a passkey; a recovery code takes the place of a one-time code once.
 */
export const operatorStaff = {
  login: route({
    ...people,
    path: '/v1/operator/login',
    input: z.object({ name: zText(80), password: zSecret, code: zText(40) }),
    answer: zLoggedIn,
    failures: ['login_failed', 'not_allowed', 'too_many_requests'],
  }),
  passkeyOptions: route({
    ...people,
    path: '/v1/operator/login/passkey/options',
    input: z.object({ name: zText(80) }),
    answer: zPasskeyOptions,
    failures: ['not_allowed'],
  }),
  passkeyLogin: route({
    ...people,
    path: '/v1/operator/login/passkey',
    input: z.object({ name: zText(80), response: zPasskeyResponse }),
    answer: zLoggedIn,
    failures: ['login_failed', 'not_allowed'],
  }),
  /** Opens an enrolment link: the secret of the code app, and the options of a passkey. The link can be opened again until it is used. */
  enrolment: route({
    ...people,
    path: '/v1/operator/enrol/open',
    input: z.object({ link: zLink }),
    answer: z.object({ name: z.string(), secret: z.string(), otpauth_url: z.string(), passkey: zPasskeyOptions }),
    failures: ['not_found', 'not_allowed'],
  }),
  /** Sets a password and a code app, and logs in. */
  enrol: route({
    ...people,
    path: '/v1/operator/enrol/password',
    input: z.object({ link: zLink, password: zSecret, code: zText(40) }),
    answer: zEnrolled,
    failures: ['not_found', 'weak_password', 'wrong_code', 'not_allowed', 'too_many_requests'],
  }),
  /** Sets a passkey and logs in. Without a password the recovery codes cannot be used. */
  enrolPasskey: route({
    ...people,
    path: '/v1/operator/enrol/passkey',
    input: z.object({ link: zLink, response: zPasskeyResponse, password: z.optional(zSecret) }),
    answer: zEnrolled,
    failures: ['not_found', 'weak_password', 'login_failed', 'not_allowed', 'too_many_requests'],
  }),
  logout: operatorRoute({
    permission: 'today.read',
    action: 'staff.logout',
    subject: 'session',
    method: 'POST',
    path: '/v1/operator/logout',
    input: z.object({}),
    answer: z.object({ state: z.literal('ended') }),
  }),
  /** Who visits the console; nobody without a live session, which is no failure here. It does not keep the session alive. */
  visit: route({
    ...people,
    path: '/v1/operator/visit',
    input: z.object({}),
    answer: z.object({ me: z.optional(zMe) }),
    failures: ['not_allowed'],
    perAddressMinute: 300,
  }),
  /** Who calls. */
  me: operatorRoute({
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/me',
    input: z.object({}),
    answer: zMe,
  }),
  /** Proves again who sits there, by a code or by the answer to the options of a passkey login. */
  confirmPerson: operatorRoute({
    permission: 'today.read',
    action: 'staff.confirm',
    subject: 'session',
    method: 'POST',
    path: '/v1/operator/confirm',
    input: z.object({ code: z.optional(zText(40)), response: z.optional(zPasskeyResponse) }),
    answer: z.object({ confirmed_until: zTime }),
    failures: ['login_failed', 'not_allowed'],
  }),
  /** Declares the caller's own betting account, on which he then never acts. Only an admin changes a declared one. */
  declareAccount: operatorRoute({
    permission: 'today.read',
    action: 'staff.account',
    subject: 'own account',
    audited: ['account'],
    method: 'POST',
    path: '/v1/operator/me/account',
    input: z.object({ account: zAccount }),
    answer: z.object({ bettor_id: z.string() }),
    failures: ['not_found', 'not_allowed'],
  }),
  staff: operatorRoute({
    permission: 'staff.read',
    method: 'GET',
    path: '/v1/operator/staff',
    input: z.object({}),
    answer: z.object({
      data: z.array(
        z.object({
          name: z.string(),
          roles: z.array(z.enum(roles)),
          state: z.enum(staffStates),
          methods: z.array(z.enum(loginMethods)),
          last_seen_at: z.nullable(zTime),
          sessions: z.number(),
          bettor_id: z.nullable(z.string()),
          recovery_codes: z.number(),
          /** Who received the link to enrol, and who has vouched since that both are two people. */
          link_to: z.nullable(z.string()),
          vouched_by: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  staffSessions: operatorRoute({
    permission: 'staff.read',
    method: 'GET',
    path: '/v1/operator/staff/:name/sessions',
    aliases: ['/v1/operator/staff/:name/sessions/end'],
    input: z.object({ name: zStaffName }),
    answer: z.object({
      data: z.array(
        z.object({
          session_id: z.string(),
          created_at: zTime,
          last_seen_at: zTime,
          method: z.enum(['code', 'recovery', 'passkey']),
          address: z.string(),
        }),
      ),
    }),
    failures: ['not_found'],
  }),
  tokens: operatorRoute({
    permission: 'staff.read',
    method: 'GET',
    path: '/v1/operator/tokens',
    input: z.object({}),
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          creator: z.string(),
          roles: z.array(z.enum(tokenRoles)),
          created_at: zTime,
          expires_at: zTime,
          ended_at: z.nullable(zTime),
        }),
      ),
    }),
  }),
} as const
