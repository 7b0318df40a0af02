import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { consoleBettors as reads } from '@nare/contract/console-bettors'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { testApp, type TestApp } from '#testing/app'
import { openConsole, seated, type Console } from '#testing/console-client'

const reason = 'the bettor called'
/** The token of an entry of OPERATORS, which sees numbers whole. */
const sees = 'the-token-of-a-machine'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `machine:${createHash('sha256').update(sees).digest('hex')}` })
  await nare.app.staff.demo.open()
})
afterAll(() => nare.close())

test('a person of the house sees masked numbers everywhere but in a reveal, and each person read is logged once', async () => {
  const { msisdn, id } = await nare.bettor()
  const ref = id.toString()
  const console = openConsole(nare)
  await console.login('juma')
  await sql`insert into identity.bettor_note (bettor, text, by, at)
    values (${id}::bigint, ${`calls from ${msisdn}`}, 'asha', platform.now())`.execute(nare.base.db)
  const hidden = [
    await console.send(reads.bettors, { q: msisdn }),
    await console.send(reads.bettor, { id: ref }),
    await console.send(reads.bettorTimeline, { id: ref }),
    await console.send(reads.bettorTimeline, { id: ref, kinds: 'note' }),
  ].map(({ status, text }) => ({ status, text }))
  const url = `/v1/operator/bettors.csv?q=${ref}&reason=${encodeURIComponent(reason)}`
  const headers = { host: 'console.test', 'sec-fetch-site': 'same-origin', cookie: `nare_staff=${console.cookie()}` }
  const file = await nare.app.app.inject({ url, headers })
  hidden.push({ status: file.statusCode, text: file.body })
  for (const { status, text } of hidden) {
    expect(status).toBe(200)
    expect(text).not.toContain(msisdn.slice(3))
  }
  expect(hidden.filter(({ text }) => text.includes(` *** ${msisdn.slice(-3)}`))).toHaveLength(5)
  const farida = openConsole(nare)
  await farida.login('farida')
  const byNumber = url.replace(`q=${ref}`, `q=${msisdn}`)
  await nare.app.app.inject({ url: byNumber, headers: { ...headers, cookie: `nare_staff=${farida.cookie()}` } })
  const searched = await sql<{ subject: string }>`
    select subject from operator.audit where operator = 'farida' and action = 'search by number'`.execute(nare.base.db)
  expect(searched.rows).toEqual([{ subject: `bettor ${ref}` }])
  const whole = await console.send(actions.revealBettor, { id: ref, field: 'msisdn', reason })
  expect(whole.body).toEqual({ field: 'msisdn', value: msisdn })
  const { rows } = await sql<{ action: string }>`
    select action from operator.audit where operator = 'juma' and subject = ${`bettor ${ref}`} order by action`.execute(
    nare.base.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['bettor.read', 'bettor.reveal', 'search by number'])
})

test('proposals, answers and lines hold no whole number at rest, and a number that only looks the same confirms nothing', async () => {
  const other = await nare.bettor()
  const [dalili, esther] = [await seated(nare, 'dalili'), await seated(nare, 'esther')]
  const command = randomUUID()
  const given = { id: other.id.toString(), msisdn: '254110123877' }
  const why = 'the bettor of 0722333444 called'
  const change = (by: Console, msisdn: string) => by.send(actions.changeBettorNumber, { ...given, msisdn, reason: why })
  const typed = await dalili.send(actions.changeBettorNumber, { ...given, msisdn: '110/123.877', reason: why })
  expect(typed).toMatchObject({ status: 202 })
  const { proposal_id: proposal } = typed.body as { proposal_id?: string }
  expect(await change(esther, '254110456877')).toMatchObject({ status: 409, body: { code: 'already_proposed' } })
  const list = (await nare.call(operatorProposals.proposals, {}, sees)).body.data
  expect(list.find(({ proposal_id: id }) => id === proposal)?.before).toMatchObject({ msisdn: other.msisdn })
  const seen = (await esther.send(operatorProposals.proposals, {})).body.data
  expect(seen.find(({ proposal_id: id }) => id === proposal)).toMatchObject({
    before: { msisdn: `0${other.msisdn.slice(3, 6)} *** ${other.msisdn.slice(-3)}` },
    reason: 'the bettor of 0722 *** 444 called',
  })
  expect(await change(esther, given.msisdn)).toMatchObject({ status: 200, body: { state: 'done' } })
  const correct = (amount: string, reason = why) =>
    nare.call(
      actions.correctBettor,
      { ...{ bettor_id: given.id, id: command, direction: 'credit', amount, reason } },
      sees,
    )
  const first = await correct('10.00')
  expect([first.status, (await correct('10.00')).body]).toEqual([202, first.body])
  expect(await correct('11.00')).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  const rows = await Promise.all(
    ['proposal', 'command', 'audit'].map((name) =>
      sql<{ text: string }>`select t::text as text from operator.${sql.raw(name)} t`.execute(nare.base.db),
    ),
  )
  const stored = rows.flatMap((found) => found.rows.map(({ text }) => text)).join('\n')
  for (const number of [other.msisdn.slice(3), '110123877', '110/123.877', '110456877', '722333444'])
    expect(stored).not.toContain(number)
  expect(stored).toContain(String(proposal))
})
