import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettors as calls } from '@nare/contract/console-bettors'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { consoleTickets } from '@nare/contract/console-tickets'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const asha = 'the-token-of-asha'
const dalili = 'the-token-of-dalili'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},dalili:support:${hashOf(dalili)}` })
})
afterAll(() => nare.close())

test('accounts are linked by the device of their logins, by the phone that paid and by the document', async () => {
  const adult = { password: 'mango-tree-77', date_of_birth: '1990-05-01', terms: true }
  let cookie: string | undefined
  async function signUp(local: string) {
    const post = async (url: string, payload: object) => {
      const reply = await nare.app.app.inject({ method: 'POST', url, payload, headers: cookie ? { cookie } : {} })
      const [set] = [reply.headers['set-cookie']].flat()
      cookie = set?.split(';')[0] ?? cookie
      return reply.json()
    }
    const { id } = await post(identity.signup.path, { ...adult, name: `Device ${local}`, msisdn: local })
    const phone = await nare.call(sandbox.phone, { msisdn: local })
    const code = /\d{6}/.exec(phone.body.sms.at(-1)?.text ?? '')?.[0]
    const { user } = await post(identity.verify.path, { msisdn: local, code, id })
    return user as { id: string; msisdn: string; token: string }
  }
  const one = await signUp('0110000701')
  const two = await signUp('0110000702')
  cookie = undefined
  const three = await signUp('0110000703')
  const links = async (id: string) => (await nare.call(calls.bettorLinks, { id }, asha)).body.data
  expect(await links(one.id)).toMatchObject([{ bettor_id: two.id, name: 'Device 0110000702', by: 'device', times: 1 }])
  expect(await links(two.id)).toMatchObject([{ bettor_id: one.id, by: 'device', times: 1 }])
  expect(await links(three.id)).toEqual([])

  // The list of a match's bets says how many people use a device of the bettor.
  const match = await nare.match()
  const bets = betsOn(nare)
  for (const { token, msisdn } of [one, three]) {
    await nare.call(sandbox.fund, { msisdn, amount: '100' })
    await bets.mustPlace(token, [pick(match)], { stake: '50' })
  }
  const rows = async (filter: object) =>
    (await nare.call(consoleTickets.tickets, { limit: 10, ...filter }, asha)).body.data
  const people = async (filter: object) => (await rows(filter)).map((row) => [row.bettor_id, row.device_people])
  expect(await people({ match_id: match })).toEqual([
    [three.id, undefined],
    [one.id, 2],
  ])
  expect((await people({})).map(([, count]) => count)).toEqual([undefined, undefined])

  const { db } = nare.base
  await sql`insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, state, receipt, payer, created_at, changed_at)
    values (${three.id}::bigint, 'paybill', 'mpesa', 10000, 0, 10000, 'succeeded', 'LINK000001', ${one.msisdn}, platform.now(), platform.now())`.execute(
    db,
  )
  expect(await links(three.id)).toMatchObject([{ bettor_id: one.id, by: 'payer', times: 0 }])
  expect((await links(one.id)).filter(({ by }) => by === 'payer')).toMatchObject([{ bettor_id: three.id, times: 1 }])

  const others = async (id: string) => (await nare.call(calls.bettorLinks, { id }, asha)).body.paid_by_others
  expect(await others(three.id)).toEqual({ numbers: 1, amount: '100.00' })
  for (const [receipt, payer] of [
    ['LINK000002', one.msisdn],
    ['LINK000003', '25472****999'],
    ['LINK000004', three.msisdn],
    ['LINK000005', `${three.msisdn.slice(0, 5)}****${three.msisdn.slice(-3)}`],
    ['LINK000006', 'a'.repeat(64)],
  ])
    await sql`insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, state, receipt, payer, created_at, changed_at)
      values (${three.id}::bigint, 'paybill', 'mpesa', 5000, 0, 5000, 'succeeded', ${receipt}, ${payer}, platform.now(), platform.now())`.execute(
      db,
    )
  expect(await others(three.id)).toEqual({ numbers: 2, amount: '200.00' })
  expect(await others(one.id)).toEqual({ numbers: 0, amount: '0.00' })

  for (const [id, state] of [
    [two.id, 'checking'],
    [three.id, 'failed'],
  ] as const)
    await sql`insert into identity.kyc_case (bettor, client_id, hash, kind, number, name, state, reason, decided_by, submitted_at, changed_at)
      values (${id}::bigint, gen_random_uuid(), sha256('x'), 'passport', 'AK0000001', 'A', ${state}, ${state === 'failed' ? 'no' : null}, ${state === 'failed' ? 'ben' : null}, platform.now(), platform.now())`.execute(
      db,
    )
  expect((await links(three.id)).filter(({ by }) => by === 'document')).toMatchObject([{ bettor_id: two.id, times: 1 }])
})

test('the reads of one page are one line a person and hour', async () => {
  const ref = String((await nare.bettor()).id)
  const read = (token: string) =>
    Promise.all(
      [calls.bettor, calls.bettorTimeline, calls.bettorLinks].map((call) => nare.call(call, { id: ref }, token)),
    )
  for (const token of [asha, asha, dalili]) for (const { status } of await read(token)) expect(status).toBe(200)
  const { rows } = await sql<{ line: string }>`
    select a.operator || ' ' || a.action || ' ' || o.outcome as line
    from operator.audit a join operator.audit_outcome o on o.audit_id = a.id
    where a.subject = ${`bettor ${ref}`} order by a.operator`.execute(nare.base.db)
  expect(rows.map(({ line }) => line)).toEqual(['asha bettor.read done', 'dalili bettor.read done'])
  const operators = await nare.call(calls.bettorTimeline, { id: ref, kinds: 'operator' }, asha)
  expect(operators.body.data).toEqual([])
})
