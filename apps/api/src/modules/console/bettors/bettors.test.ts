import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettors as calls, timelineKinds, type TimelineKind } from '@nare/contract/console-bettors'
import { operator } from '@nare/contract/operator'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { withdraw } from '#testing/withdraw'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const asha = 'the-token-of-asha'
const dalili = 'the-token-of-dalili'
const reason = 'the bettor called'

let nare: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},dalili:support:${hashOf(dalili)}` })
  bets = betsOn(nare)
})
afterAll(() => nare.close())

const list = async (query: Parameters<typeof nare.call<typeof calls.bettors>>[1]) =>
  (await nare.call(calls.bettors, query, asha)).body.data.map(({ bettor_id }) => bettor_id)
const page = async (id: bigint | string) => (await nare.call(calls.bettor, { id: String(id) }, asha)).body
const timeline = async (id: bigint | string, kinds?: TimelineKind, limit = 100) =>
  (await nare.call(calls.bettorTimeline, { id: String(id), ...(kinds && { kinds }), limit }, asha)).body.data

async function named(name: string) {
  const bettor = await nare.bettor(1000)
  await sql`update identity.bettor set name = ${name} where id = ${bettor.id}::bigint`.execute(nare.base.db)
  return { ...bettor, ref: bettor.id.toString() }
}

test('bettors are found by the whole number in any form, by id and by the beginning of the name, and nothing else', async () => {
  const kevin = await named('Kevin Odhiambo 50%')
  const other = await named('Xavier Kevin')
  for (const q of [
    kevin.msisdn,
    `0${kevin.msisdn.slice(3)}`,
    `+${kevin.msisdn}`,
    kevin.ref,
    'kevin',
    'KEVIN ODH',
    'kevin odhiambo 50%',
  ])
    expect({ q, found: await list({ q }) }).toEqual({ q, found: [kevin.ref] })
  for (const q of [kevin.msisdn.slice(0, -1), '%', 'kevin od k', 'odhiambo', `0${kevin.ref}`])
    expect(await list({ q })).toEqual([])
  expect(await list({ q: 'xav' })).toEqual([other.ref])
})

test('the list is filtered by state, sign of harm and source, and read on without gaps while accounts are opened', async () => {
  const open = await named('Zuri open')
  const rests = await named('Zuri rests')
  const excluded = await named('Zuri excluded')
  const locked = await named('Zuri locked')
  const closed = await named('Zuri closed')
  await nare.call(protection.selfExclude, { period: '7d' }, rests.token)
  await nare.call(protection.selfExclude, { period: '1y' }, excluded.token)
  await nare.call(protection.selfExclude, { period: '24h' }, locked.token)
  const { db } = nare.base
  await sql`insert into protection.account_setting (bettor_id, locked, locked_by, locked_at) values (${locked.id}::bigint, true, 'asha', platform.now())`.execute(
    db,
  )
  await sql`insert into protection.closed (bettor_id, since) values (${closed.id}::bigint, platform.now())`.execute(db)
  await sql`insert into protection.marker values (${open.id}::bigint, platform.now()::date, 3, '[{"sign": "chasing", "times": 2, "weight": 3}]', platform.now())`.execute(
    db,
  )
  await sql`
    insert into care.marker (bettor_id, rule, facts, raised_at, changed_at)
    values (${open.id}::bigint, 'chasing', '{}', platform.now(), platform.now())`.execute(nare.base.db)
  await sql`update identity.bettor set utm_source = 'radio' where id = ${rests.id}::bigint`.execute(db)
  const q = 'zuri'
  expect(await list({ q, state: 'open' })).toEqual([open.ref])
  expect(await list({ q, state: 'break' })).toEqual([rests.ref])
  expect(await list({ q, state: 'excluded' })).toEqual([excluded.ref])
  expect(await list({ q, state: 'locked' })).toEqual([locked.ref])
  expect(await list({ q, state: 'closed' })).toEqual([closed.ref])
  expect(await list({ marker: 'any' })).toEqual([open.ref])
  expect(await list({ marker: 'chasing' })).toEqual([open.ref])
  expect(await list({ marker: 'night_play' })).toEqual([])
  expect(await list({ source: 'radio' })).toEqual([rests.ref])

  const first = await nare.call(calls.bettors, { q, limit: 2 }, asha)
  await named('Zuri later')
  const second = await nare.call(calls.bettors, { q, limit: 2, before: first.body.meta.next }, asha)
  const third = await nare.call(calls.bettors, { q, limit: 2, before: second.body.meta.next }, asha)
  const all = [...first.body.data, ...second.body.data, ...third.body.data].map(({ bettor_id }) => bettor_id)
  expect(all.map(BigInt)).toEqual(
    [open, rests, excluded, locked, closed].map(({ id }) => id).toSorted((a, b) => Number(b - a)),
  )
  expect(third.body.meta.next).toBeUndefined()
})

test('the file of the list needs its permission and a reason', async () => {
  const { ref } = await named('Wanja File')
  const file = (query: string, token: string) =>
    nare.app.app.inject({
      url: `/v1/operator/bettors.csv?q=wanja${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await file(`&reason=${reason}`, dalili)).statusCode).toBe(403)
  expect((await file('', asha)).statusCode).toBe(400)
  const { statusCode, body } = await file(`&reason=${encodeURIComponent(reason)}`, asha)
  expect(statusCode).toBe(200)
  const { rows } = await sql<{ reason: string }>`
    select reason from operator.audit where action = 'file.read' and subject like '%bettors.csv'`.execute(nare.base.db)
  expect(rows).toEqual([{ reason }])
  expect(body.trim().split('\r\n')).toHaveLength(2)
  expect(body).toContain(`${ref},Wanja File,`)
})

test('a bettor who plays, pays and rests is whole on the page and in the timeline', async () => {
  const bettor = await named('Akinyi Whole')
  const { token, ref } = bettor
  const match = await nare.match()
  const won = await bets.mustPlace(token, [pick(match)])
  const lost = await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')])
  const open = await bets.mustPlace(token, [pick(await nare.match())])
  await bets.result(match, { half_time: '1:0', full_time: '1:0' })
  await nare.call(protection.setLimits, { deposit: { day: '5000' } }, token)
  await nare.call(payments.deposit, { id: randomUUID(), amount: '100' }, token)
  await nare.app.payments.settled()
  const paid = await withdraw(nare, token, '105')
  expect(paid.status).toBe(200)
  await nare.call(protection.selfExclude, { period: '24h' }, token)
  await nare.call(operator.wantIdentity, { id: ref, reason }, asha)

  const shown = await page(ref)
  expect(shown).toMatchObject({
    bettor_id: ref,
    state: 'break',
    accounts: { cash: '805.00', bonus: '0.00', debt: '0.00' },
    open: { count: 1, staked: '100.00' },
    limits: { deposit: { day: { value: '5000.00' } } },
    exclusion: { kind: 'break', period: '24h' },
    identity: { state: 'none', wanted: true },
    stake_percent: 100,
    net: [{ product: 'sports', bets: 2, staked: '200.00', returned: '210.00', net: '-10.00' }],
    net_total: '-10.00',
    net_30d: '90.00',
    open_tickets: [{ bet_id: open.bet_id, product: 'sports', stake: '100.00' }],
  })
  expect(shown.breaks).toHaveLength(1)
  expect(shown.sessions).toHaveLength(1)
  expect((await list({ q: ref })).length).toBe(1)

  const rows = await timeline(ref)
  expect(rows).toEqual(rows.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)))
  const find = (kind: TimelineKind, has: string) => rows.find((row) => row.kind === kind && row.text.includes(has))
  expect(find('stake', 'Stake: ')).toMatchObject({
    amount: '-100.00',
    balance_after: '700.00',
    ref: `bet/${open.bet_id}`,
    by: 'bettor',
  })
  expect(find('return', 'Winnings')).toMatchObject({
    amount: '210.00',
    balance_after: '910.00',
    ref: `bet/${won.bet_id}`,
  })
  expect(find('return', 'Lost')).toMatchObject({ amount: '0.00', ref: `bet/${lost.bet_id}` })
  expect(find('deposit', 'requested')).toBeDefined()
  expect(find('withdrawal', 'Withdrawal: M-Pesa')).toMatchObject({ amount: '-105.00', balance_after: '805.00' })
  expect(find('limit', 'Deposit limit a day: none → 5000.00, in force at once')).toMatchObject({ by: 'bettor' })
  expect(find('exclusion', 'Break of 24h')).toMatchObject({ by: 'bettor' })
  expect(find('identity', 'Account opened')).toBeDefined()
  expect(find('identity', 'Identity required')).toMatchObject({ by: 'asha' })
  expect(find('session', 'Logged in')).toBeDefined()
  expect(find('operator', 'identity.want')).toMatchObject({ by: 'asha' })

  const kinds = new Set(rows.map(({ kind }) => kind))
  for (const kind of kinds) expect(await timeline(ref, kind)).toEqual(rows.filter((row) => row.kind === kind))
  const counts = (await nare.call(calls.bettorTimelineCounts, { id: ref }, asha)).body.data
  expect(counts.map(({ kind }) => kind)).toEqual(timelineKinds)
  for (const { kind, count, more } of counts)
    expect([kind, count, more]).toEqual([kind, rows.filter((row) => row.kind === kind).length, false])
  const bySteps: typeof rows = []
  for (let before: string | undefined; ;) {
    const { body } = await nare.call(calls.bettorTimeline, { id: ref, limit: 3, ...(before && { before }) }, asha)
    bySteps.push(...body.data)
    before = body.meta.next
    if (before === undefined) break
  }
  expect(bySteps).toEqual(rows)
})

test('a deposit that failed says why in words, before its provider', async () => {
  const bettor = await named('Failed Deposit')
  await sql`insert into payments.deposit (bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, reason, created_at, changed_at)
    values (${bettor.id}::bigint, 'prompt', ${randomUUID()}::uuid, '', 'mpesa', ${bettor.msisdn}, 150000, 0, 150000, 'FAILED000001', 'failed', 'no_answer', platform.now(), platform.now())`.execute(
    nare.base.db,
  )
  expect((await timeline(bettor.id, 'deposit')).map(({ text }) => text)).toContain(
    'Deposit of 1500.00 failed: the prompt was not answered, M-Pesa',
  )
})

test('rows of one moment are each read once, whatever the size of the pages', async () => {
  const bettor = await named('Moment Equal')
  const { db } = nare.base
  const at = new Date(nare.app.clock.now() - 1000)
  for (const n of [1, 2, 3, 4]) {
    await sql`insert into identity.bettor_note (bettor, text, by, at) values (${bettor.id}::bigint, ${`note ${n}`}, 'asha', ${at}::timestamptz)`.execute(
      db,
    )
    await sql`insert into identity.bettor_message (bettor, text, by, at) values (${bettor.id}::bigint, ${`message ${n}`}, 'asha', ${at}::timestamptz)`.execute(
      db,
    )
    await sql`insert into protection.limit_change (bettor_id, kind, period, asked, became, at) values (${bettor.id}::bigint, 'loss', 'day', ${n}::bigint, 'in_force', ${at}::timestamptz)`.execute(
      db,
    )
  }
  const whole = await timeline(bettor.id)
  for (const limit of [1, 3, 5]) {
    const read: typeof whole = []
    for (let before: string | undefined; ;) {
      const { body } = await nare.call(calls.bettorTimeline, { id: bettor.ref, limit, ...(before && { before }) }, asha)
      read.push(...body.data)
      before = body.meta.next
      if (before === undefined) break
    }
    expect(read).toEqual(whole)
  }
  expect(whole.filter(({ at: when }) => when === at.toISOString())).toHaveLength(12)
})

test('suspicions of money laundering are in no timeline', async () => {
  const bettor = await named('Kiptoo Aml')
  for (const action of ['aml.note', 'POST /v1/operator/cases/:id', 'alert.close', 'bettor.lock'])
    await sql`insert into operator.audit (operator, action, subject, facts, reason, at)
      values ('asha', ${action}, ${`bettor ${bettor.id}`}, '{}', 'a reason', platform.now())`.execute(nare.base.db)
  expect((await timeline(bettor.id, 'operator')).map(({ text }) => text)).toEqual(['bettor.lock, not ended: a reason'])
})

test('a bettor that does not exist is not found', async () => {
  for (const call of [calls.bettor, calls.bettorTimeline, calls.bettorLinks] as const)
    expect((await nare.call(call, { id: '999999999' }, asha)).status).toBe(404)
  expect((await nare.call(calls.bettorTimeline, { id: '1', kinds: 'stake,nothing' }, asha)).status).toBe(400)
})
