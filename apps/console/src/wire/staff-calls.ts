import { permissions, roles } from '@nare/contract/permissions'
import { operatorRoute, route } from '@nare/contract/route'
import * as z from 'zod/mini'

const house = { auth: 'operator', fallback: 'The operator call failed' } as const
const zPerson = z.object({
  name: z.string(),
  roles: z.array(z.enum(roles)),
  permissions: z.array(z.enum(permissions)),
})
const zSession = z.object({
  created_at: z.string(),
  expires_at: z.string(),
  confirmed_until: z.nullable(z.string()),
})

export const staffCalls = {
  login: route({
    auth: 'none',
    fallback: 'The login failed',
    method: 'POST',
    path: '/v1/operator/login',
    input: z.object({ name: z.string(), password: z.string(), code: z.string() }),
    answer: z.object({ person: zPerson }),
    failures: [],
  }),
  passkeyOptions: route({
    auth: 'none',
    fallback: 'The login failed',
    method: 'POST',
    path: '/v1/operator/login/passkey/options',
    input: z.object({ name: z.string() }),
    answer: z.looseObject({}),
    failures: [],
  }),
  passkeyLogin: route({
    auth: 'none',
    fallback: 'The login failed',
    method: 'POST',
    path: '/v1/operator/login/passkey',
    input: z.object({ name: z.string(), response: z.unknown() }),
    answer: z.object({ person: zPerson }),
    failures: [],
  }),
  logout: operatorRoute({
    ...house,
    permission: 'today.read',
    method: 'POST',
    path: '/v1/operator/logout',
    input: z.object({}),
    answer: z.looseObject({}),
    failures: [],
  }),
  me: operatorRoute({
    ...house,
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/me',
    input: z.object({}),
    answer: z.object({ person: zPerson, session: z.nullable(zSession) }),
    failures: [],
  }),
  confirm: operatorRoute({
    ...house,
    permission: 'today.read',
    method: 'POST',
    path: '/v1/operator/confirm',
    input: z.object({ code: z.optional(z.string()), response: z.optional(z.unknown()) }),
    answer: z.object({ confirmed_until: z.string() }),
    failures: [],
  }),
}
