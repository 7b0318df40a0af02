import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { consoleBettors as reads } from '@nare/contract/console-bettors'
import { testApp, type TestApp } from '#testing/app'
import { openConsole } from './testing/console-client.ts'

const reason = 'the bettor called'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

test('a person of the house sees masked numbers everywhere but in a reveal, and each person read is logged once', async () => {
  const { msisdn, id } = await nare.bettor()
  const ref = id.toString()
  await nare.app.staff.demo.open()
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
  const whole = await console.send(actions.revealBettor, { id: ref, field: 'msisdn', reason })
  expect(whole.body).toEqual({ field: 'msisdn', value: msisdn })
  const { rows } = await sql<{ action: string }>`
    select action from operator.audit where operator = 'juma' and subject = ${`bettor ${ref}`} order by action`.execute(
    nare.base.db,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'bettor.reveal',
    'read /v1/operator/bettors/:id',
    'read /v1/operator/bettors/:id/timeline',
  ])
})
