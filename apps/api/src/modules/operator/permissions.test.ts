import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { permissionsOf, roles, rolesWith } from '@nare/contract/permissions'
import { testApp, type TestApp } from '#testing/app'

const tokenOf = (name: string): string => `the-token-of-${name}`
const entry = (name: string, given = ''): string =>
  `${name}:${given}${createHash('sha256').update(tokenOf(name)).digest('hex')}`

let nare: TestApp
beforeAll(async () => {
  const people = roles.map((role) => entry(role, `${role}:`))
  nare = await testApp({ OPERATORS: [...people, entry('both', 'payments+auditor:'), entry('machine')].join(',') })
})
afterAll(() => nare.close())

/** The status and code of a call whose ids match nothing. */
async function ask(method: string, path: string, { name, body = {} }: { name: string; body?: object }) {
  const url = path.replaceAll(/:[a-z_]+/g, '0')
  const { statusCode, json } = await nare.app.app.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: { authorization: `Bearer ${tokenOf(name)}` },
    ...(method === 'POST' && { payload: { id: '0', ...body } }),
  })
  return { status: statusCode, code: json<{ code?: string }>().code }
}

const isRefused = ({ status, code }: { status: number; code?: string | undefined }): boolean =>
  status === 403 && code === 'not_allowed'

async function permissions() {
  const { body } = await nare.call(calls.permissions, {}, tokenOf('auditor'))
  return body.data
}

/** The calls with which people log in and enrol; nobody needs a permission for them. */
const isPublic = (path: string): boolean => /^\/v1\/operator\/(login|enrol)(\/|$)/.test(path)

test('the list of permissions has every call below /v1/operator once, but logins', async () => {
  const listed = (await permissions()).map(({ method, path }) => `${method} ${path}`)
  const served = Object.entries(
    (await nare.app.app.inject('/openapi.json')).json<{ paths: Record<string, object> }>().paths,
  )
    .filter(([path]) => path.startsWith('/v1/operator/') && !path.endsWith('.csv') && !isPublic(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{([a-z_]+)\}/g, ':$1')}`),
    )
  expect(listed.toSorted()).toEqual(served.toSorted())
  expect(new Set(listed).size).toBe(listed.length)
})

test('every call is refused to the roles that do not have its permission, and to no others', async () => {
  for (const { method, path, permission, roles: allowed } of await permissions()) {
    expect(allowed).toEqual(rolesWith(permission))
    for (const role of roles)
      expect({ role, method, path, refused: isRefused(await ask(method, path, { name: role })) }).toEqual({
        ...{ role, method, path },
        refused: !allowed.includes(role),
      })
  }
})

test('a permission is judged before the fields', async () => {
  const path = '/v1/operator/products/:product/pause'
  expect(await ask('POST', path, { name: 'marketing' })).toMatchObject({ status: 403 })
  expect(await ask('POST', path, { name: 'trader' })).toMatchObject({ status: 400, code: 'invalid_input' })
})

test('whoever may stop a product may not start it again, except an admin', async () => {
  const pause = (name: string, paused: boolean) =>
    nare.call(calls.pauseProduct, { product: 'casino', paused, reason: 'seen and checked' }, tokenOf(name))
  expect(await pause('trader', true)).toMatchObject({ status: 200 })
  expect(await pause('trader', false)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect((await nare.call(calls.products, {}, tokenOf('trader'))).body.data).toContainEqual(
    expect.objectContaining({ product: 'casino', paused: true }),
  )
  expect(await pause('admin', false)).toMatchObject({ status: 200 })
})

test('a file needs the permission of its list, and somebody with two roles has the permissions of both', async () => {
  const file = '/v1/operator/attribution.csv?from=2026-01-01&to=2026-01-02'
  expect(await ask('GET', '/v1/operator/audit', { name: 'both' })).toMatchObject({ status: 200 })
  expect(isRefused(await ask('POST', '/v1/operator/deposits/:id/fail', { name: 'both' }))).toBe(false)
  expect(isRefused(await ask('POST', '/v1/operator/boards/:season_id/close', { name: 'both' }))).toBe(true)
  const { statusCode } = await nare.app.app.inject({
    url: file,
    headers: { authorization: `Bearer ${tokenOf('marketing')}` },
  })
  expect(statusCode).toBe(200)
})

test('a token without roles may do everything but manage people and tokens', async () => {
  for (const { method, path, permission } of await permissions()) {
    const isOverPeople = permission === 'staff.manage' || permission === 'tokens.manage'
    expect({ path, is: isRefused(await ask(method, path, { name: 'machine' })) }).toEqual({ path, is: isOverPeople })
  }
})

test('an auditor has only permissions to read, and an admin has all', () => {
  expect([...permissionsOf(['auditor'])].filter((permission) => !/\.read$|^search$/.test(permission))).toEqual([])
  for (const role of roles)
    for (const permission of permissionsOf([role])) expect(permissionsOf(['admin'])).toContain(permission)
})
