import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '@nare/contract/all'
import { betting } from '@nare/contract/betting'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import type { Route } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { withdraw } from '#testing/withdraw'
import { demoPeople } from './demo.ts'
import { seated } from '#testing/console-client'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
})
afterAll(() => nare.close())

/** A bettor whose number is wherever a number can be: payments of every state, notes, messages, documents, a ticket, an unmatched payment. */
async function everywhere() {
  const bettor = await nare.bettor(60_000)
  const { id, msisdn, token } = bettor
  const match_id = await nare.match()
  const slip = [{ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
  const placed = await nare.call(betting.place, { id: randomUUID(), stake: '100.00', slip }, token)
  expect(placed.status).toBe(201)
  const held = await withdraw(nare, token, '31500')
  expect(held.status).toBe(200)
  const text = `calls from ${msisdn} or 0${msisdn.slice(3)}`
  await sql`
    insert into payments.deposit (bettor_id, kind, client_id, hash, provider, msisdn, payer, amount, tax, net, reference, state, receipt, created_at, changed_at)
    select ${id}::bigint, 'prompt', gen_random_uuid(), '', 'mpesa', ${msisdn}, ${msisdn}, 10000, 0, 10000, left(md5(state), 12), state,
      'RC' || left(md5(state), 8), platform.now(), platform.now() from unnest(array['pending', 'unknown', 'succeeded']) state`.execute(
    nare.base.db,
  )
  await sql`insert into payments.paybill (provider, receipt, reference, amount, payer, state, received_at)
    values ('mpesa', 'MASKED0001', ${msisdn}, 1000, ${msisdn}, 'unmatched', platform.now())`.execute(nare.base.db)
  await sql`insert into identity.bettor_note (bettor, text, by, at) values (${id}::bigint, ${text}, 'asha', platform.now())`.execute(
    nare.base.db,
  )
  await sql`
    insert into identity.kyc_case (bettor, client_id, hash, kind, number, name, state, submitted_at, changed_at)
    values (${id}::bigint, gen_random_uuid(), sha256(''), 'passport', 'A1234567', ${`Somebody ${msisdn}`}, 'submitted', platform.now(), platform.now())`.execute(
    nare.base.db,
  )
  const dalili = await seated(nare, 'dalili')
  await dalili.send(actions.messageBettor, { bettor_id: String(id), text: `Ring us from ${msisdn}`, reason: text })
  await dalili.send(actions.changeBettorNumber, { id: String(id), msisdn: '254110999888', reason: text })
  return { id: String(id), msisdn, bet: placed.body.bet.bet_id }
}

let known: ReturnType<typeof everywhere> | undefined

const files = [
  'bettors',
  'tickets',
  'withdrawals',
  'withdrawals/unresolved',
  'deposits',
  'unmatched',
  'returns',
  'attribution',
]

test.each(Object.entries(demoPeople))(
  'no read, file, failure or topic has a whole number: %s, %s',
  async (name, role) => {
    const { id, msisdn, bet } = await (known ??= everywhere())
    const browser = await seated(nare, name)
    const headers = {
      ...{ host: 'console.test', origin: 'http://console.test', 'sec-fetch-site': 'same-origin' },
      cookie: `nare_staff=${browser.cookie()}`,
    }
    const { rows } = await sql<{ id: bigint }>`
    select id from payments.withdrawal union select id from payments.deposit union select id from identity.kyc_case
    union select id from operator.proposal`.execute(nare.base.db)
    const ids = [...new Set([id, bet, ...rows.map((row) => row.id.toString())])]
    const lists = [
      '',
      `q=${msisdn}`,
      `q=${id}`,
      `subject=bettor%20${id}`,
      `bettor_id=${id}`,
      'kinds=note',
      'state=waiting',
      `state=${msisdn}`,
    ]
    const urlsOf = (path: string) =>
      path.includes(':')
        ? ids.map((one) => path.replace(/:[a-z_]+/, one))
        : lists.map((query) => `${path}?reason=checked&${query}`)
    const shows = (text: string) => text.includes(msisdn.slice(3)) || text.includes('110999888')
    const answered = new Set<string>()
    let masked = false
    const routes = Object.values(areas).flatMap((calls): Route[] => Object.values(calls))
    const paths = routes.flatMap(({ method, path, auth }) => (method === 'GET' && auth === 'operator' ? [path] : []))
    for (const path of [...paths, ...files.map((one) => `/v1/operator/${one}.csv`)])
      for (const url of urlsOf(path)) {
        const { statusCode, payload } = await nare.app.app.inject({ url, headers })
        if (statusCode === 200) answered.add(path)
        masked ||= payload.includes(`*** ${msisdn.slice(-3)}`)
        expect({ url, shows: shows(payload) }).toEqual({ url, shows: false })
      }
    for (const { method, path, auth } of routes) {
      if (method !== 'POST' || auth !== 'operator' || /login|logout|enrol/.test(path)) continue
      const url = path.replace(/:[a-z_]+/, id)
      const payload = {
        reason: msisdn,
        id: msisdn,
        bettor_id: msisdn,
        text: [msisdn],
        name: { msisdn },
        amount: msisdn,
      }
      const refused = await nare.app.app.inject({ method, url, headers, payload })
      expect({ url, shows: shows(refused.payload) }).toEqual({ url, shows: false })
    }
    const ws = await nare.app.app.injectWS('/v1/live', { headers })
    const received: string[] = []
    ws.on('message', (data: Buffer) => void received.push(data.toString()))
    ws.send(JSON.stringify({ subscribe: ['operator:today', 'operator:tickets'] }))
    await expect.poll(() => received.length).toBeGreaterThan(1)
    ws.terminate()
    expect(shows(received.join())).toBe(false)
    expect(answered.size).toBeGreaterThan(3)
    expect(masked).toBe(role !== 'marketing')
  },
)
