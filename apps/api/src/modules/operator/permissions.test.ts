import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '@nare/contract/all'
import { operator as calls } from '@nare/contract/operator'
import { permissionsOf, roles, rolesWith } from '@nare/contract/permissions'
import { pathFields, type Route } from '@nare/contract/route'
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

/** The calls with which people visit, log in and enrol; nobody needs a permission for them. */
const isPublic = (path: string): boolean => /^\/v1\/operator\/(login|enrol|visit)(\/|$)/.test(path)

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

/** The lines of the audit log since one, oldest first. */
async function linesAfter(id: string) {
  const { rows } = await sql<{ id: string; line: string; facts: object }>`
    select a.id::text as id, concat_ws(' ', a.operator, a.action, '(' || a.subject || ')', o.outcome) as line, a.facts
    from operator.audit a left join operator.audit_outcome o on o.audit_id = a.id where a.id > ${id}::bigint order by a.id`.execute(
    nare.base.db,
  )
  return rows
}
const lastLine = async () => (await linesAfter('0')).at(-1)?.id ?? '0'

test('every call is refused to the roles that do not have its permission and to no others, and each refused command leaves exactly one line, with what the path names and nothing of the body', async () => {
  const routes: Route[] = Object.values(areas).flatMap((calls): Route[] => Object.values(calls))
  const before = await lastLine()
  const expected: string[] = []
  for (const { method, path, permission, roles: allowed } of await permissions()) {
    expect(allowed).toEqual(rolesWith(permission))
    const { action, subject = '' } = routes.find((one) => one.method === method && one.path === path) ?? {}
    const named = pathFields(path)
    const about = subject.replaceAll(/:([a-z_.]+)/g, (_, name: string) => (named.includes(name) ? '0' : '')).trim()
    for (const role of roles) {
      const mayCall = allowed.includes(role)
      const body = mayCall ? {} : { reason: 'a secret of the body', name: 'x' }
      expect({ role, method, path, refused: isRefused(await ask(method, path, { name: role, body })) }).toEqual({
        ...{ role, method, path },
        refused: !mayCall,
      })
      if (method === 'POST' && !mayCall) expected.push(`${role} ${action} (${about}) not_allowed`)
    }
  }
  const lines = (await linesAfter(before)).filter(({ line }) => line.endsWith(' not_allowed'))
  expect(expected.length).toBeGreaterThan(200)
  expect(lines.map(({ line }) => line)).toEqual(expected)
  expect(lines.every(({ facts }) => Object.keys(facts).length === 0)).toBe(true)
})

test('every list of operators that declares a file serves it, to the roles that may have it and to no others', async () => {
  const routes: Route[] = Object.values(areas).flatMap((calls): Route[] => Object.values(calls))
  const lists = routes.filter(({ auth, csv }) => auth === 'operator' && csv !== undefined)
  expect(lists.length).toBeGreaterThan(5)
  for (const { path, permission, csvPermission = permission } of lists) {
    const url = `${path}.csv`
    expect(nare.app.app.hasRoute({ method: 'GET', url }), `${url} is not served: serveOperatorCsv`).toBe(true)
    for (const role of roles) {
      const headers = { authorization: `Bearer ${tokenOf(role)}` }
      const { statusCode } = await nare.app.app.inject({ method: 'GET', url, headers })
      const allowed = csvPermission !== undefined && rolesWith(csvPermission).includes(role)
      expect({ url, role, refused: statusCode === 403 }).toEqual({ url, role, refused: !allowed })
    }
  }
})

test('the file of the audit log has the lines of its filter, with their facts and hashes', async () => {
  await nare.call(calls.resolveReview, { id: '123450001', reason: 'no such finding' }, tokenOf('machine'))
  const auditor = tokenOf('auditor')
  const [line] = (await nare.call(calls.audit, { operator: 'machine', limit: 1 }, auditor)).body.data
  const url = `/v1/operator/audit.csv?line=${line?.audit_id}`
  const file = await nare.app.app.inject({ url, headers: { authorization: `Bearer ${auditor}` } })
  const [head, only, ...rest] = file.body.trim().split('\r\n')
  expect(head).toMatch(/^\uFEFF?audit_id,at,operator,action,subject,facts,/)
  expect(only).toMatch(new RegExp(`^${line?.audit_id},.*,machine,`))
  expect(only).toContain(line?.hash)
  expect(rest).toEqual([])
})

/** The statement has no cursor: `up_to` keeps its pages. */
const hasCursor = ({ method, path }: Route): boolean => method === 'GET' && path !== '/v1/transactions'

test('a cursor of another list is a wrong field by its name, in every list', async () => {
  const { id, token } = await nare.bettor(1)
  const routes: Route[] = Object.values(areas).flatMap((calls): Route[] => Object.values(calls))
  const wrong = Buffer.from('{}').toString('base64url')
  const ids = { id: String(id), bettor_id: String(id) }
  /** What some lists cannot do without. */
  const needed = { tax: 'excise', day: '2026-11-01' }
  let lists = 0
  for (const route of routes.filter(hasCursor))
    for (const field of ['after', 'before']) {
      const { shape } = route.input as z.ZodMiniObject
      if (!(field in shape) || !pathFields(route.path).every((name) => name in ids)) continue
      const bearer = route.auth === 'operator' ? tokenOf('machine') : token
      const path = route.path.replaceAll(/:([a-z_]+)/g, (_, name: keyof typeof ids) => ids[name])
      const query = { ...Object.fromEntries(Object.entries(needed).filter(([name]) => name in shape)), [field]: wrong }
      const headers = { authorization: `Bearer ${bearer}` }
      const answer = await nare.app.app.inject({ url: path, query, headers })
      expect({ path, status: answer.statusCode, fields: Object.keys(answer.json().fields) }).toEqual({
        ...{ path, status: 400, fields: [field] },
      })
      lists++
    }
  expect(lists).toBeGreaterThan(20)
})

test('commands with bad fields, without a further permission or of an odd path leave a line each', async () => {
  const before = await lastLine()
  await ask('POST', '/v1/operator/products/:product/pause', { name: 'trader' })
  await nare.call(
    calls.pauseProduct,
    { product: 'casino', paused: false, reason: 'seen and checked' },
    tokenOf('trader'),
  )
  await ask('POST', '/v1/operator/bettors/0712345678/lock', { name: 'trader' })
  await ask('POST', '/v1/operator/bettors/%00%3Cb%3E/lock', { name: 'trader' })
  expect((await linesAfter(before)).map(({ line }) => line)).toEqual([
    'trader product.pause (product 0) invalid_input',
    'trader product.pause (product casino) not_allowed',
    'trader bettor.lock (bettor 0712 *** 678) not_allowed',
    'trader bettor.lock (bettor) not_allowed',
  ])
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
    const isOverPeople = permission.startsWith('staff.') || permission.startsWith('tokens.')
    expect({ path, is: isRefused(await ask(method, path, { name: 'machine' })) }).toEqual({ path, is: isOverPeople })
  }
})

test('an auditor has only permissions to read, and an admin has all', () => {
  expect([...permissionsOf(['auditor'])].filter((permission) => !/\.read$|^search$/.test(permission))).toEqual([])
  for (const role of roles)
    for (const permission of permissionsOf([role])) expect(permissionsOf(['admin'])).toContain(permission)
})

test('the auditor reads what any role reads but reports with whole numbers, and posts about the own session alone', () => {
  const calls = Object.values(areas).flatMap((group): Route[] => Object.values(group))
  const may = permissionsOf(['auditor'])
  const allowed = ({ permission }: Route) => permission === undefined || may.has(permission)
  const unread = calls.filter((call) => call.auth === 'operator' && call.method === 'GET' && !allowed(call))
  expect(unread.map(({ path }) => path)).toEqual(['/v1/operator/cases/:case_id/report'])
  const posts = calls.filter((call) => call.auth === 'operator' && call.method === 'POST' && allowed(call))
  // Who decides a proposal needs the permission of its action.
  expect(posts.map(({ path }) => path).filter((path) => !path.includes('/proposals/'))).toEqual([
    ...['/v1/operator/logout', '/v1/operator/confirm', '/v1/operator/me/account'],
  ])
})

test('what a subject names has one id: a number is not also that number with leading zeros', () => {
  const textKeys = [
    'competition_id',
    'game_id',
    'week_id',
    'name',
    'day',
    'provider',
    'product',
    'game',
    'title.en',
    'home_team',
    'away_team',
    'receipt',
    'key',
    'home_team',
    'away_team',
  ]
  const taken = Object.values(areas)
    .flatMap((group): Route[] => Object.values(group))
    .filter(({ method, permission }) => permission !== undefined && method === 'POST')
    .flatMap((call) => {
      const fields = 'shape' in call.input ? (call.input.shape as Record<string, Route['input']>) : {}
      const named = [...(call.subject ?? '').matchAll(/:([a-z_.]+)/g)].map(([, name = '']) => name)
      return named
        .filter((name) => !textKeys.includes(name) && fields[name]?.safeParse('01').success !== false)
        .map((name) => `${call.path} ${name}`)
    })
  expect(taken).toEqual([])
})
