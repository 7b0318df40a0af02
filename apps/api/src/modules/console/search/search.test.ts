import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { consoleBettors } from '@nare/contract/console-bettors'
import { consoleSearch, type FoundKind } from '@nare/contract/console-search'
import { operatorPaymentLists } from '@nare/contract/operator-payments-lists'
import { roles, type Role } from '@nare/contract/permissions'
import { sandbox } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { maskNumbers } from '#platform/mask-numbers'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { settlePayments, startPayments } from '#testing/payments'
import { withdraw } from '#testing/withdraw'
import { wantedBy } from './search.ts'

const tokenOf = (role: Role): string => `the-token-of-${role}`

let nare: TestApp
let bettor: SeededBettor
beforeAll(async () => {
  const people = roles.map((role) => `${role}:${role}:${createHash('sha256').update(tokenOf(role)).digest('hex')}`)
  nare = await testApp({ OPERATORS: people.join(',') })
  await startPayments(nare)
  bettor = await nare.bettor(1_000)
})
afterAll(() => nare.close())

const search = async (q: string, role: Role = 'admin') => {
  const { status, body } = await nare.call(consoleSearch.search, { q }, tokenOf(role))
  expect(status).toBe(200)
  return body.data
}
const quiet = () => settlePayments(nare)
const kinds = async (q: string, role?: Role): Promise<FoundKind[]> => (await search(q, role)).map(({ kind }) => kind)
const named = async (who: SeededBettor, name: string) =>
  transact(nare.base.db, (tx) =>
    sql`update identity.bettor set name = ${name} where id = ${who.id}::bigint`.execute(tx),
  )

test('a bettor is found by the whole number in any spelling, by no part of it, and by id', async () => {
  const its = bettor.msisdn.slice(3)
  const path = `/console/bettors/${bettor.id}`
  for (const q of [
    `0${its}`,
    `254${its}`,
    `+254 ${its.slice(0, 3)} ${its.slice(3)}`,
    its,
    `00254-${its}`,
    String(bettor.id),
  ])
    expect(await search(q)).toContainEqual(expect.objectContaining({ kind: 'bettor', id: String(bettor.id), path }))
  expect(await kinds(`0${its.slice(0, 8)}`)).not.toContain('bettor')
  expect(JSON.stringify(maskNumbers(await search(`0${its}`)))).not.toContain(its)
})

test('a search by a whole number is a line of the log, once a person, bettor and hour, wherever it is typed', async () => {
  const one = await nare.bettor()
  const its = `0${one.msisdn.slice(3)}`
  for (const q of [its, one.msisdn, String(one.id), its.slice(0, 8)]) await search(q, 'support')
  await search(its, 'marketing')
  await nare.call(consoleBettors.bettors, { q: its }, tokenOf('support'))
  await nare.call(consoleBettors.bettors, { q: its }, tokenOf('finance'))
  await nare.call(operatorPaymentLists.deposits, { q: its }, tokenOf('payments'))
  await nare.call(operatorPaymentLists.withdrawals, { q: its }, tokenOf('auditor'))
  await search('0719999999', 'protection')
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', a.operator, a.subject, o.outcome) as line
    from operator.audit a join operator.audit_outcome o on o.audit_id = a.id
    where a.action = 'search by number' and (a.subject = ${`bettor ${one.id}`} or a.subject like 'number %') order by a.id`.execute(
    nare.base.db,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    ...['support', 'finance', 'payments', 'auditor'].map((name) => `${name} bettor ${one.id} done`),
    'protection number 0719 *** 999 done',
  ])
  const { body } = await nare.call(consoleBettors.bettorTimeline, { id: String(one.id) }, tokenOf('support'))
  expect(JSON.stringify(body)).not.toContain('search')
})

test('a bettor is found by the beginning of a name, of its second word and of its last, in a fixed order', async () => {
  const some = await nare.bettors(4)
  const names = ['Zawadi Njoki', 'Brian Zawadi Kimani', 'Zawadi', 'Ámina wa Zawadi']
  for (const [at, name] of names.entries()) await named(some[at] ?? bettor, name)
  const titles = async (q: string) => (await search(q)).map(({ title }) => title)
  expect(await titles('zawa')).toEqual(['Zawadi', 'Zawadi Njoki', 'Brian Zawadi Kimani', 'Ámina wa Zawadi'])
  expect(await titles('ZAWADI njo')).toEqual(['Zawadi Njoki'])
  expect(await titles('amina')).toEqual(['Ámina wa Zawadi'])
  expect(await titles('%')).toEqual([])
  const crowd = await nare.bettors(12)
  for (const one of crowd) await named(one, 'Zawadi Crowd')
  expect(await titles('zawadi crowd')).toHaveLength(8)
})

test('a ticket, a booking code and a match are found', async () => {
  const match = await nare.match({ home_team: 'Tumbili Rovers', away_team: 'Nyani United' })
  const bet = await betsOn(nare).mustPlace(bettor.token, [pick(match)])
  const { body: shared } = await nare.call(betting.share, { slip: [pick(match)] })
  const game = (await nare.app.catalog.matchViews(nare.base.db, [Number(match)])).get(Number(match))?.game_id
  expect(await search(bet.bet_id)).toContainEqual({
    kind: 'ticket',
    id: bet.bet_id,
    title: `Bet ${bet.bet_id}`,
    detail: `sports · open · 100.00 staked, 0.00 returned · bettor ${bettor.id}`,
    path: `/console/bets/${bet.bet_id}`,
  })
  expect(await search(shared.code.toLowerCase())).toContainEqual(
    expect.objectContaining({ kind: 'code', id: shared.code, detail: '1 pick' }),
  )
  for (const q of [match, String(game), 'tumbili', 'united', 'Nyani United'])
    expect(await search(q)).toContainEqual(
      expect.objectContaining({
        kind: 'match',
        id: match,
        title: 'Tumbili Rovers – Nyani United',
        path: `/console/trading/matches/${match}`,
      }),
    )
  await betsOn(nare).result(match, { goals: ['home'], half_time: '0:0', full_time: '1:0' })
  expect(await kinds(String(game))).toContain('match')
  const rare = { number: undefined, text: 'united', most: 8 }
  expect(await nare.app.catalog.find({ ...rare, manyFrom: 0 })).toEqual(await nare.app.catalog.find(rare))
})

test('payments are found by id and by receipt, also one without an owner', async () => {
  const owned = (await nare.call(sandbox.payBill, { msisdn: bettor.msisdn, account: bettor.msisdn, amount: '300' }))
    .body
  const unknown = { receipt: 'SJD0SHAMBA' }
  await sql`
    insert into payments.paybill (provider, receipt, reference, amount, state, received_at)
    values ('mpesa', ${unknown.receipt}, 'shamba', 7000, 'unmatched', platform.now())`.execute(nare.base.db)
  const { body: asked } = await withdraw(nare, bettor.token, '200')
  await quiet()
  const [deposit] = await search(owned.receipt.toLowerCase())
  expect(deposit).toMatchObject({
    kind: 'receipt',
    id: owned.receipt,
    detail: `mpesa · succeeded · 300.00 · bettor ${bettor.id}`,
  })
  const id = deposit?.path.split('/').at(-1) ?? ''
  expect(await search(id)).toContainEqual(
    expect.objectContaining({ kind: 'deposit', id, path: `/console/payments/deposits/${id}` }),
  )
  expect(await search(unknown.receipt)).toEqual([
    expect.objectContaining({
      ...{ kind: 'receipt', id: unknown.receipt, detail: 'mpesa · unmatched · 70.00' },
      path: `/console/payments/unmatched/mpesa-${unknown.receipt}`,
    }),
  ])
  expect(await search(asked.withdrawal_id)).toContainEqual(
    expect.objectContaining({ kind: 'withdrawal', path: `/console/payments/withdrawals/${asked.withdrawal_id}` }),
  )
})

test('an id with the letter of the screens finds only what it names', async () => {
  expect((await kinds(String(bettor.id))).length).toBeGreaterThan(1)
  const path = `/console/bettors/${bettor.id}`
  expect(await search(`b-${bettor.id}`)).toEqual([expect.objectContaining({ kind: 'bettor', path })])
  const { body: asked } = await withdraw(nare, bettor.token, '200')
  expect(await kinds(`W-${asked.withdrawal_id}`)).toEqual(['withdrawal'])
  expect(await kinds(`D-${asked.withdrawal_id}`)).toEqual([])
  expect(await kinds(`W-${asked.withdrawal_id}`, 'marketing')).toEqual([])
  await quiet()
})

test('only what the caller may read is found', async () => {
  const may: Partial<Record<Role, FoundKind[]>> = { marketing: ['ticket'] }
  const everything = await kinds(String(bettor.id))
  for (const role of roles)
    expect(await kinds(String(bettor.id), role)).toEqual(
      everything.filter(
        (kind) =>
          may[role]?.includes(kind) ??
          (kind !== 'match' || ['admin', 'trader', 'finance', 'support', 'auditor'].includes(role)),
      ),
    )
  expect(everything).toContain('bettor')
  expect(await kinds(`0${bettor.msisdn.slice(3)}`, 'marketing')).toEqual([])
  expect((await nare.call(consoleSearch.search, { q: '1' }, bettor.token)).status).toBe(403)
})

test('nothing is found by nothing, by what cannot be read, and by a huge number', async () => {
  for (const q of ['', '   ', '%_%', "';--", '9'.repeat(40), '0', '\u200b', '***']) expect(await search(q)).toEqual([])
})

test.each([
  ['0712 345 678', { msisdn: '254712345678', name: undefined }],
  ['#1234', { id: 1234n }],
  ['w-41', { id: 41n, only: 'withdrawal' }],
  ['W-', { id: undefined, only: undefined }],
  ['007', { id: undefined, code: '007' }],
  ['Ø Bodø/Glimt', { name: 'o bodo glimt', code: undefined }],
  ['a', { name: undefined }],
])('%s is read', (q, wanted) => {
  expect(wantedBy(q)).toMatchObject(wanted)
})
