import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import type { Command } from './commands.ts'
import { openRoundSweep } from './sweep.ts'

let nare: TestApp
let owner: ReturnType<typeof openDb>['db']

beforeAll(async () => {
  nare = await testApp()
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

test('a round of more than a thousand bets without results is refunded completely before it is closed', async () => {
  const juma = await nare.bettor()
  await sql`
    insert into casino.round (provider, round_id, bettor_id, game_id, changed_at)
    values ('smartsoft', 'long', ${juma.id}, 'smartsoft:jetx', platform.now() - interval '15 days')`.execute(owner)
  await sql`
    insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, amount, hash)
    select 'smartsoft', 'bet-' || n, 'debit', ${juma.id}, 'long', 'smartsoft:jetx', 100, '\\x00' from generate_series(1, 1205) n`.execute(
    owner,
  )
  const calls: (readonly Command[])[] = []
  const wallet = {
    run: async ({ commands }: { commands: readonly Command[] }) => {
      calls.push(commands)
      return { ok: true } as never
    },
    sessions: { sweep: async () => undefined } as never,
  }
  const sweep = openRoundSweep({ db: nare.app.db, log: openLog('silent'), wallet })
  expect(await sweep.sweep()).toEqual({ closed: 0, givenBack: 1 })
  const given = calls.flat().flatMap((command) => (command.kind === 'rollback' ? [command.refTxId] : []))
  expect(given).toEqual(Array.from({ length: 1205 }, (_, n) => `bet-${n + 1}`))
  expect(Math.max(...calls.map((call) => call.length))).toBeLessThanOrEqual(101)
  expect(calls.flat().filter(({ kind }) => kind === 'end')).toEqual([calls.at(-1)?.at(-1)])
})
