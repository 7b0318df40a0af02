import * as z from 'zod/mini'
import { staffStates, tokenRoles, zAccount, zRoles, zStaffName } from './operator-staff.ts'
import { zReason } from './operator-trading.ts'
import { roles } from './permissions.ts'
import { operatorRoute } from './route.ts'
import { orWaiting, zWaiting } from './second-person.ts'
import { counted, zCommandId, zRowNumber, zText } from './shapes.ts'

/** The calls that change people and tokens: their rights are roles, so a second person decides about them. */
export const operatorStaffChanges = {
  addStaff: operatorRoute({
    permission: 'staff.manage',
    action: 'staff.add',
    subject: 'staff :name',
    audited: ['roles', 'account'],
    second: 'always',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/staff',
    input: z.object({ name: zStaffName, roles: zRoles, account: z.optional(zAccount), reason: zReason }),
    answer: orWaiting(z.object({ enrol_url: z.string() })),
    failures: ['not_allowed', 'not_found'],
  }),
  /**
   * Changes a person. A second person confirms all but a suspension, which is never too early; only one that leaves fewer than two admins needs
   * both of the two.
   */
  changeStaff: operatorRoute({
    permission: 'staff.manage',
    action: 'staff.change',
    subject: 'staff :name',
    audited: ['roles', 'state', 'reset', 'account'],
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/staff/:name',
    input: z.object({
      name: zStaffName,
      roles: z.optional(zRoles),
      state: z.optional(z.enum(staffStates)),
      /** Ends what the person logs in with, for a new enrolment: a lost phone. */
      reset: z.optional(z.boolean()),
      account: z.optional(z.nullable(zAccount)),
      reason: zReason,
    }),
    answer: orWaiting(
      z.object({
        name: z.string(),
        roles: z.array(z.enum(roles)),
        state: z.enum(staffStates),
        enrol_url: z.optional(z.string()),
      }),
    ),
    failures: ['not_found'],
  }),
  /** A new link for a person who was added or reset and has not enrolled yet, in place of the one before. Whoever confirms receives it. */
  enrolAgain: operatorRoute({
    permission: 'staff.manage',
    action: 'staff.enrol',
    subject: 'staff :name',
    second: 'always',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/staff/:name/enrol',
    input: z.object({ name: zStaffName, reason: zReason }),
    answer: orWaiting(z.object({ enrol_url: z.string() })),
    failures: ['not_found', 'not_allowed'],
  }),
  /**
   * Vouches that a person who has enrolled is not whoever received the link. Until then both count as one person where a second one is needed.
   * Refused for the receiver and for the person.
   */
  vouch: operatorRoute({
    permission: 'staff.manage',
    action: 'staff.vouch',
    subject: 'staff :name',
    confirm: true,
    confirms: true,
    method: 'POST',
    path: '/v1/operator/staff/:name/vouch',
    input: z.object({ name: zStaffName, reason: zReason }),
    answer: z.object({ name: z.string(), vouched_by: z.string() }),
    failures: ['not_found', 'not_allowed'],
  }),
  endSessions: operatorRoute({
    permission: 'staff.manage',
    action: 'staff.sessions_end',
    subject: 'staff :name',
    audited: ['session_id'],
    method: 'POST',
    path: '/v1/operator/staff/:name/sessions/end',
    input: z.object({ name: zStaffName, session_id: z.optional(zRowNumber), reason: zReason }),
    answer: z.object({ ended: z.number() }),
    failures: ['not_found'],
  }),
  /** Proposes a token. The proposer is shown it at once and never again; it lives from when a second person has confirmed it. */
  makeToken: operatorRoute({
    permission: 'tokens.manage',
    action: 'token.make',
    subject: 'token :name',
    audited: ['roles', 'days'],
    second: 'always',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/tokens',
    input: z.object({
      id: z.optional(zCommandId),
      name: zText(80).check(z.trim(), z.minLength(1)),
      roles: z.array(z.enum(tokenRoles)).check(z.minLength(1), z.maxLength(tokenRoles.length)),
      days: counted(366, 90),
      reason: zReason,
    }),
    answer: z.union([z.extend(zWaiting, { token: z.optional(z.string()) }), z.object({ id: z.string() })]),
    failures: ['not_allowed', 'id_reused'],
  }),
  endToken: operatorRoute({
    permission: 'tokens.manage',
    action: 'token.end',
    subject: 'token :id',
    method: 'POST',
    path: '/v1/operator/tokens/:id/end',
    input: z.object({ id: zRowNumber, reason: zReason }),
    answer: z.object({ state: z.literal('ended') }),
    failures: ['not_found'],
  }),
} as const
