import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { testApp, type TestApp } from '#testing/app'

type Json = Record<string, unknown>
type Operation = {
  readonly operationId: string
  readonly summary?: string
  readonly security?: readonly Json[]
  readonly parameters?: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: Json }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } }
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Json }>> }>
  >
}
type Document = {
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, Json> }
}
type Called = { readonly operation: Operation; readonly method: string; readonly path: string }

let nare: TestApp
let document: Document
let calls: ReadonlyMap<string, Called>

beforeAll(async () => {
  nare = await testApp()
  document = (await nare.app.app.inject({ url: '/openapi.json' })).json()
  calls = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { operation, method, path }]),
    ),
  )
})
afterAll(() => nare.close())

/** Throws unless a value has a schema of the document. */
function check(schema: Json, value: unknown): void {
  const $defs = document.components.schemas
  const text = JSON.stringify({ ...schema, $defs }).replaceAll('#/components/schemas/', '#/$defs/')
  z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]).parse(value)
}

/** The schema that the token of a call's envelope must sign; undefined if the call takes its fields as they are. */
function signedSchema(schema: Json): Json | undefined {
  const { token } = (schema['properties'] ?? {}) as { token?: Json }
  return token?.['contentMediaType'] === 'application/jwt' ? (token['contentSchema'] as Json) : undefined
}

type Sending = { readonly token?: string; readonly signingKey?: string; readonly unchecked?: boolean }

/**
 * A client that knows only the document: it puts each field where the document says, signs what it says, and checks the body and the response
 * against the document's schemas. With `unchecked` it sends an input that the document forbids.
 */
async function call(operationId: string, input: Json = {}, { token, signingKey, unchecked }: Sending = {}) {
  const { operation, method, path } = calls.get(operationId) ?? { operation: undefined, method: '', path: '' }
  if (!operation) throw new Error(`the document has no call ${operationId}`)
  const rest = { ...input }
  const query = new URLSearchParams()
  let url = path
  for (const { name, in: where } of operation.parameters ?? []) {
    if (rest[name] === undefined) continue
    if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    else query.set(name, String(rest[name]))
    delete rest[name]
  }
  const schema = operation.requestBody?.content['application/json'].schema
  const signed = schema && signedSchema(schema)
  const data = signed ? { ...rest, iat: Math.floor(nare.app.clock.now() / 1000) + 60 } : rest
  if (schema && !unchecked) check(signed ?? schema, data)
  const payload =
    signed && signingKey !== undefined
      ? {
          token: await new SignJWT(data)
            .setProtectedHeader({ alg: 'HS256' })
            .sign(new TextEncoder().encode(signingKey)),
        }
      : rest
  const reply = await nare.app.app.inject({
    method: method.toUpperCase() as 'GET',
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(method !== 'get' && { payload }),
  })
  const response = operation.responses[String(reply.statusCode)]
  if (!response) throw new Error(`${operationId} has no response ${reply.statusCode}: ${reply.body}`)
  const body: unknown = reply.json()
  check(response.content['application/json']?.schema ?? {}, body)
  // oxlint-disable-next-line typescript/no-explicit-any -- the document has just checked the body
  return { status: reply.statusCode, body: body as any }
}

/** Signs up, and returns the session. */
async function signedUp() {
  const msisdn = '0711222333'
  const password = 'correct horse battery'
  await call('identity.signup', { msisdn, password, date_of_birth: '1990-01-01', terms: true })
  const { body } = await call('sandbox.phone', { msisdn })
  const code = body.sms.at(-1).code
  const { user } = (await call('identity.verify', { msisdn, code })).body
  return { msisdn, token: user.token as string, signingKey: user.signing_key as string }
}

test('a client that knows only the document signs up, deposits, bets, cashes out and withdraws', async () => {
  const { msisdn, ...session } = await signedUp()
  const asked = (await call('payments.deposit', { id: randomUUID(), amount: '1000' }, session)).body
  await call('sandbox.quiet')
  const prompt = (await call('sandbox.phone', { msisdn })).body.prompts.at(-1)
  await call('sandbox.promptAction', { msisdn, prompt_id: prompt.prompt_id, action: 'approve' })
  await call('sandbox.quiet')
  const confirmed = await call('payments.confirmation', { deposit_id: asked.deposit_id }, session)
  expect(confirmed.body).toMatchObject({ success: true, balance: '950.00' })

  const match_id = await nare.match()
  expect((await call('catalog.match', { match_id })).status).toBe(200)
  const slip = [{ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
  expect((await call('betting.validate', { slip, stake: '100' }, session)).status).toBe(200)
  const placed = await call('betting.place', { id: randomUUID(), stake: '100', slip }, session)
  expect(placed.status).toBe(201)
  const { bet_id } = placed.body.bet
  const { quote_id } = (await call('cashOut.quote', { bet_id }, session)).body
  const taken = await call('cashOut.take', { bet_id, id: randomUUID(), quote_id }, session)
  expect(taken.body.bet).toMatchObject({ state: 'cashed_out' })
  expect((await call('betting.bets', { page: 1 }, session)).body.data).toHaveLength(1)

  const withdrawn = await call('payments.withdraw', { id: randomUUID(), amount: '200' }, session)
  expect(withdrawn.body).toMatchObject({ status: 'requested' })
  await call('sandbox.quiet')
  const paid = (await call('payments.payment', { id: withdrawn.body.withdrawal_id }, session)).body
  // The provider's answer comes by a callback, for which this test opens no port.
  expect(paid.data.status).toMatch(/^(sent|done)$/)
  expect((await call('ledger.transactions', {}, session)).body.data.length).toBeGreaterThan(3)

  const refused = async (operationId: string, input: Json, sending: Sending) => {
    const { status, body } = await call(operationId, input, sending)
    return `${status} ${body.code}`
  }
  const bet = { id: randomUUID(), stake: '100', slip }
  const plain = { token: session.token }
  expect([
    await refused('betting.place', { ...bet, stake: 100 }, { ...session, unchecked: true }),
    await refused('betting.place', bet, {}),
    await refused('betting.place', bet, { token: 'of nobody' }),
    await refused('betting.place', { ...bet, stake: '90000' }, session),
    await refused('betting.bet', { id: randomUUID() }, session),
    await refused('payments.withdraw', { id: randomUUID(), amount: '200' }, plain),
    await refused(
      'identity.resetPassword',
      { msisdn, code: '000000', password: 'another horse', confirm_password: 'another horse' },
      {},
    ),
    await refused('operator.withdrawals', {}, plain),
  ]).toEqual([
    '400 invalid_input',
    '401 session_required',
    '401 session_required',
    expect.stringMatching(/^(422|403) /),
    '404 not_found',
    '400 bad_envelope',
    '422 wrong_code',
    '403 not_allowed',
  ])
})

test('every call has a summary, an id of its own, its security, an answer and its failures', () => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  expect(new Set(ids).size).toBe(ids.length)
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const [id, { operation, path }] of calls) {
    const { summary, security, responses, parameters = [] } = operation
    expect([id, summary !== undefined && summary !== '']).toEqual([id, true])
    expect([id, Array.isArray(security)]).toEqual([id, true])
    expect([id, tags.has(id.split('.')[0] ?? '')]).toEqual([id, true])
    const statuses = Object.keys(responses)
    expect([id, statuses.some((one) => one.startsWith('2')), statuses.some((one) => one.startsWith('4'))]).toEqual([
      id,
      true,
      true,
    ])
    expect([id, statuses.includes('401')]).toEqual([id, security?.length === 1 || statuses.includes('401')])
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
    expect(new Set(parameters.flatMap((one) => (one.in === 'path' ? [one.name] : [])))).toEqual(new Set(named))
  }
  expect(calls.get('catalog.match')?.operation.security).toEqual([])
  expect(calls.get('betting.place')?.operation.security).toEqual([{ bearer: [] }])
})

test('the document refers only to schemas that it has, uses all of them, and closes no answer', () => {
  const text = JSON.stringify(document)
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/([\w.]+)"/g)].map((found) => found[1] ?? ''))
  const has = new Set(Object.keys(document.components.schemas))
  expect([...used.symmetricDifference(has)]).toEqual([])
  for (const { operation } of calls.values())
    expect(JSON.stringify(operation.responses)).not.toContain('"additionalProperties":false')
  expect(has).toContain('Bet')
  expect(document.components.schemas['Money']).toMatchObject({ pattern: String.raw`^-?\d+\.\d{2}$` })
  expect(document.servers).toHaveLength(1)
})

test('files and health checks are in the document, and answer as it says', async () => {
  const { token } = await nare.bettor()
  const files = [...calls]
    .filter(([id]) => id.endsWith('.csv') || id.endsWith('.pdf'))
    .map(([, { path }]) => path)
    .filter((path) => !path.startsWith('/v1/operator/'))
  expect(files.toSorted()).toEqual([
    '/v1/bets.csv',
    '/v1/print/jackpot.pdf',
    '/v1/print/matches.pdf',
    '/v1/transactions.csv',
  ])
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/v1/bets.csv', '/v1/transactions.csv'])
    expect((await nare.app.app.inject({ url: path, headers })).headers['content-type']).toMatch(/^text\/csv/)
  expect([(await call('health.live')).status, (await call('health.ready')).status]).toEqual([200, 200])
})
