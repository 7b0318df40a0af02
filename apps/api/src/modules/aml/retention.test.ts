import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import { amlRetention } from './aml.ts'

const officer = operatorToken('esther')
const reason = 'as the law asks'

let nare: TestApp
let owner: Db
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ esther: 'protection' }) })
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

/** A case that a person of the house opens about a bettor. */
const opened = async () =>
  (await nare.call(calls.openAmlCase, { bettor_id: `${(await nare.bettor()).id}`, reason }, officer)).body
const caseOf = async (case_id: string) => (await nare.call(calls.amlCase, { case_id }, officer)).body

test('closed cases are deleted with all in them after seven years, and open ones stay', async () => {
  const [closed, kept] = [await opened(), await opened()]
  await nare.call(calls.noteAmlCase, { case_id: closed.case_id, text: 'Nothing in it', reason }, officer)
  await nare.call(calls.assignAmlCase, { case_id: closed.case_id, owner: 'esther', reason }, officer)
  await nare.call(calls.closeAmlCase, { case_id: closed.case_id, reason }, officer)
  await sql`
    insert into aml.filed_report (case_id, name, xml, at, by)
    values (${closed.case_id}::bigint, 'goaml.xml', '<report/>', platform.now(), 'esther')`.execute(owner)
  const sweep = () =>
    openRetention({
      connection: nare.base.connection,
      log: openLog('silent'),
      ...{ folder: undefined, years: 1, days: 1, months: [], ranges: [] },
      forget: amlRetention,
    }).run()
  await sweep()
  expect(await caseOf(closed.case_id)).toMatchObject({ state: 'closed' })
  await sql`
    update aml.case_file set closed_at = closed_at - interval '7 years 1 day'
    where case_id = ${closed.case_id}::bigint`.execute(owner)
  await sweep()
  expect(await nare.call(calls.amlCase, { case_id: closed.case_id }, officer)).toMatchObject({ status: 404 })
  expect(await caseOf(kept.case_id)).toMatchObject({ state: 'open' })
})
