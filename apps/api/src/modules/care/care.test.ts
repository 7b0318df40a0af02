import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorCare as calls } from '@nare/contract/care'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { consoleBettors } from '@nare/contract/console-bettors'
import { consoleToday } from '@nare/contract/console-today'
import type { Sent } from '@nare/contract/route'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { shown } from '@nare/contract/shown'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import { shownOfBettor } from '#modules/protection/protection'

const [officer, auditor, support] = [operatorToken('esther'), operatorToken('ivy'), operatorToken('sue')]
const admin = operatorToken('juma')

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({
    OPERATORS: operatorsOf({ esther: 'protection', ivy: 'auditor', sue: 'support', juma: 'admin' }),
  })
})
afterAll(() => nare.close())

const dayS = 86_400
const advance = (advance_s: number) => nare.call(sandbox.clock, { advance_s })
const deposit = (bettor: bigint, times: number) =>
  transact(nare.app.db, (tx) =>
    nare.app.ledger.credit(
      tx,
      Array.from({ length: times }, () => ({
        ...{ id: randomUUID(), kind: 'deposit' as const, bettor, amount: money(10_000n) },
        against: nare.app.ledger.house('house:sandbox'),
      })),
    ),
  )
/** On a busy machine a call waits too long for its turn, and is sent again. */
const answered = async <A extends { status: number }>(send: () => Promise<A>): Promise<A> => {
  const answer = await send()
  return answer.status === 503 ? await answered(send) : answer
}
const follow = () => nare.app.care.watch.follow()
const markers = async (input: Sent<typeof calls.careMarkers> = {}, by = officer) =>
  (await nare.call(calls.careMarkers, input, by)).body.data
const queue = async () =>
  (await nare.call(consoleToday.today, {}, officer)).body.queues.find(({ name }) => name === 'protection')
const contact = (given: Partial<Sent<typeof calls.addContact>> & { bettor_id: string }, by = officer) =>
  nare.call(
    calls.addContact,
    { id: randomUUID(), channel: 'phone', said: 'We spoke about deposits', measure: 'none', ...given },
    by,
  )

test('many deposits raise one marker, which a conversation follows and whose follow-up comes back to the queue', async () => {
  const bettor = await nare.bettor()
  await deposit(bettor.id, 5)
  await follow()
  expect(await markers({ bettor_id: `${bettor.id}` })).toEqual([])
  await deposit(bettor.id, 2)
  await follow()
  const [open, ...others] = await markers({ bettor_id: `${bettor.id}` })
  expect(others).toEqual([])
  expect(open).toMatchObject({
    rule: 'many_deposits',
    state: 'open',
    contacts: 0,
    facts: { times: expect.any(String) },
  })
  if (!open) throw new Error('no marker')
  await deposit(bettor.id, 1)
  await follow()
  expect(await markers({ bettor_id: `${bettor.id}` })).toMatchObject([{ marker_id: open.marker_id }])
  expect(await queue()).toMatchObject({ count: 1, oldest_at: open.raised_at, promise_s: dayS })
  const listed = await nare.call(consoleBettors.bettors, { marker: 'many_deposits' }, officer)
  expect(listed.body.data.map(({ bettor_id }) => bettor_id)).toEqual([`${bettor.id}`])

  const today = new Date(nare.app.clock.now() + 3 * 3_600_000)
  const again = new Date(today.getTime() + 2 * dayS * 1000).toISOString().slice(0, 10)
  const kept = await contact({ bettor_id: `${bettor.id}`, marker_id: open.marker_id, follow_up_on: again })
  expect(kept).toMatchObject({ status: 200, body: { data: { is_due: false, follow_up_on: again, by: 'esther' } } })
  expect(await queue()).toMatchObject({ count: 0 })
  expect(await markers({ state: 'followed' })).toMatchObject([{ marker_id: open.marker_id, contacts: 1 }])
  await advance(2 * dayS)
  expect(await queue()).toMatchObject({ count: 1 })
  const due = await nare.call(calls.contacts, { due: 'yes' }, officer)
  expect(due.body.data).toMatchObject([{ contact_id: kept.body.data.contact_id, is_due: true }])
  await contact({ bettor_id: `${bettor.id}`, follows: kept.body.data.contact_id, measure: 'referral' })
  expect(await queue()).toMatchObject({ count: 0 })

  const close = { marker_id: open.marker_id, state: 'closed' as const, reason: 'plays within means' }
  expect(await nare.call(calls.decideMarker, close, auditor)).toMatchObject({ status: 403 })
  expect(await nare.call(calls.decideMarker, close, officer)).toMatchObject({ body: { state: 'closed' } })
  expect(await nare.call(calls.decideMarker, close, officer)).toMatchObject({ status: 409 })
  await deposit(bettor.id, 8)
  await follow()
  expect(await markers({ bettor_id: `${bettor.id}` })).toEqual([])
  await advance(8 * dayS)
  await deposit(bettor.id, 8)
  await follow()
  expect(await markers({ bettor_id: `${bettor.id}` })).toMatchObject([{ rule: 'many_deposits' }])

  const timeline = await nare.call(consoleBettors.bettorTimeline, { id: `${bettor.id}`, kinds: 'protection' }, officer)
  expect(timeline.body.data.map(({ text }) => text)).toEqual([
    'Marker many deposits raised',
    'Marker many deposits closed',
    'Conversation about play, phone, measure referral',
    `Conversation about play, phone, measure none, again on ${again}`,
    'Marker many deposits raised',
  ])
})

test('a hundred equal contacts are one; a stranger’s marker, a day that is over and another role are refused', async () => {
  const [one, other] = await nare.bettors(2)
  if (!one || !other) throw new Error('no bettors')
  await deposit(one.id, 9)
  await follow()
  const [marker] = await markers({ bettor_id: `${one.id}` })
  const id = randomUUID()
  const same = await Promise.all(
    Array.from({ length: 100 }, () => answered(() => contact({ id, bettor_id: `${one.id}` }))),
  )
  expect(new Set(same.map(({ status, body }) => `${status} ${body.data.contact_id}`)).size).toBe(1)
  expect((await nare.call(calls.contacts, { bettor_id: `${one.id}` }, auditor)).body.data).toHaveLength(1)
  expect(await contact({ id, bettor_id: `${one.id}`, said: 'Something else' })).toMatchObject({
    body: { code: 'id_reused' },
  })
  expect(await contact({ bettor_id: `${other.id}`, marker_id: marker?.marker_id ?? '' })).toMatchObject({ status: 404 })
  expect(await contact({ bettor_id: '999999999' })).toMatchObject({ status: 404 })
  expect(await contact({ bettor_id: `${one.id}`, follow_up_on: '2020-01-01' })).toMatchObject({
    status: 400,
    body: { fields: { follow_up_on: expect.any(String) } },
  })
  expect(await contact({ bettor_id: `${one.id}` }, support)).toMatchObject({ status: 403 })
  expect(await nare.call(calls.careMarkers, {}, support)).toMatchObject({ status: 403 })
})

/** A new bettor with an open marker. */
async function marked() {
  const bettor = await nare.bettor()
  await deposit(bettor.id, 9)
  await follow()
  const [marker] = await markers({ bettor_id: `${bettor.id}` })
  if (!marker) throw new Error('no marker')
  return { ...bettor, ref: `${bettor.id}`, marker: marker.marker_id }
}
const markerNow = async (marker_id: string) => (await nare.call(calls.careMarker, { marker_id }, officer)).body.data
const lines = async (id: string, by: string, kinds?: string) =>
  (await nare.call(consoleBettors.bettorTimeline, { id, limit: 100, ...(kinds && { kinds }) }, by)).body.data
const reason = 'asked by phone'

test('each measure about a marker is noted at it with what was set, and an open marker is followed by who took it', async () => {
  const { ref: id, marker: marker_id } = await marked()
  const given = { id, marker_id, reason }
  const took = [
    await nare.call(actions.lowerBettorLimits, { ...given, deposit: { day: '1000' }, stake: { bet: '50' } }, officer),
    await nare.call(actions.breakBettor, { ...given, period: '7d' }, officer),
    await nare.call(actions.lockBettor, { ...given, locked: true }, officer),
    await nare.call(actions.lockBettor, { ...given, locked: false }, officer),
    await nare.call(actions.setStakePercent, { ...given, percent: 20 }, admin),
    await nare.call(actions.messageBettor, { bettor_id: id, marker_id, reason, text: 'We called you' }, officer),
    await nare.call(
      actions.excludeBettor,
      { ...given, period: 'permanent', asked_by: 'court', reference: 'C 1' },
      officer,
    ),
  ]
  expect(took.map(({ status }) => status)).toEqual(took.map(() => 200))
  const note = { id: randomUUID(), bettor_id: id, marker_id, reason, text: 'Sounded tired' }
  const notes = await Promise.all(
    Array.from({ length: 100 }, () => answered(() => nare.call(actions.noteBettor, note, officer))),
  )
  expect(new Set(notes.map(({ status, body }) => `${status} ${body.note_id}`)).size).toBe(1)
  const { state, followed_by, measures } = await markerNow(marker_id)
  expect({ state, followed_by }).toEqual({ state: 'followed', followed_by: 'esther' })
  expect(measures.map(({ what, facts, by }) => ({ what, facts, by })).toReversed()).toEqual([
    { what: 'limit', facts: { 'deposit day': '1000.00', 'stake bet': '50.00' }, by: 'esther' },
    { what: 'break', facts: { period: '7d' }, by: 'esther' },
    { what: 'lock', facts: {}, by: 'esther' },
    { what: 'unlock', facts: {}, by: 'esther' },
    { what: 'stake_percent', facts: { percent: '20' }, by: 'juma' },
    { what: 'message', facts: {}, by: 'esther' },
    { what: 'exclusion', facts: { period: 'permanent', asked_by: 'court' }, by: 'esther' },
    { what: 'note', facts: {}, by: 'esther' },
  ])
})

test('a measure that names a stranger’s marker or is refused notes nothing and changes nothing', async () => {
  const [own, other] = [await marked(), await nare.bettor()]
  const given = { id: `${other.id}`, marker_id: own.marker, reason }
  const refused = [
    await nare.call(actions.breakBettor, { ...given, period: '24h' }, officer),
    await nare.call(actions.lockBettor, { ...given, locked: true }, officer),
    await nare.call(actions.lowerBettorLimits, { ...given, deposit: { day: '1000' } }, officer),
    await nare.call(
      actions.noteBettor,
      { bettor_id: given.id, marker_id: own.marker, reason, text: 'A note' },
      officer,
    ),
    await nare.call(actions.breakBettor, { ...given, marker_id: '999999999', period: '24h' }, officer),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  const page = await nare.call(consoleBettors.bettor, { id: given.id }, officer)
  expect(page.body).toMatchObject({
    state: 'open',
    locked: null,
    notes: 0,
    limits: { deposit: { day: { value: null } } },
  })
  const raised = { id: own.ref, marker_id: own.marker, reason, stake: { day: null } }
  await nare.call(actions.lowerBettorLimits, { ...raised, stake: { day: '100' } }, officer)
  expect(await nare.call(actions.lowerBettorLimits, { ...raised, stake: { day: '200' } }, officer)).toMatchObject({
    status: 400,
  })
  expect((await markerNow(own.marker)).measures).toHaveLength(1)
  expect(await nare.call(calls.careMarker, { marker_id: '999999999' }, officer)).toMatchObject({ status: 404 })
  expect(await nare.call(calls.careMarker, { marker_id: own.marker }, support)).toMatchObject({ status: 403 })
  const named = { id: own.ref, marker_id: own.marker, reason, period: '24h' } as const
  expect(await nare.call(actions.breakBettor, named, support)).toMatchObject({ status: 403 })
})

test('markers, conversations and what was shown are in the timeline for those alone who may read protection', async () => {
  const bettor = await marked()
  const show = (what: Sent<typeof shown.noteShown>['what']) => nare.call(shown.noteShown, { what }, bettor.token)
  expect(await show('reality_check')).toMatchObject({ status: 200 })
  await show('reality_check')
  await show('help_line')
  expect(await nare.call(shown.noteShown, { what: 'break_banner' as never }, bettor.token)).toMatchObject({
    status: 400,
  })
  await contact({ bettor_id: bettor.ref, marker_id: bettor.marker })
  await nare.call(actions.breakBettor, { id: bettor.ref, marker_id: bettor.marker, period: '24h', reason }, officer)
  await nare.call(protection.protection, {}, bettor.token)
  await nare.call(protection.protection, {}, bettor.token)
  await nare.app.protection.shown.settled()
  await sql`
    with made as (
      insert into content.message (kind, channel, text_en, text_sw, author, reason, at)
      values ('service', 'app', 'Hello', 'Habari', 'ivy', 'news', platform.now()) returning id)
    insert into content.message_to (message_id, bettor, state, why, at)
    select id, ${bettor.id}::bigint, 'refused', 'protected', platform.now() from made`.execute(nare.base.db)

  const texts = (await lines(bettor.ref, officer, 'protection')).map(({ text }) => text)
  expect(texts.toSorted()).toEqual([
    'A message to many was withheld',
    'Conversation about play, phone, measure none',
    'Marker many deposits raised',
    'Shown: the banner of the break or exclusion, 24h',
    'Shown: the help line',
    'Shown: the reality check',
  ])
  expect(await lines(bettor.ref, support, 'protection')).toEqual([])
  const ofHouse = async (by: string) =>
    (await lines(bettor.ref, by, 'operator')).map(({ text }) => text).filter((text) => /contact|marker/.test(text))
  expect(await ofHouse(officer)).toHaveLength(2)
  expect(await ofHouse(support)).toEqual([])
  const counts = async (by: string) =>
    (await nare.call(consoleBettors.bettorTimelineCounts, { id: bettor.ref }, by)).body.data.find(
      ({ kind }) => kind === 'protection',
    )?.count
  expect([await counts(officer), await counts(support)]).toEqual([6, 0])
  expect(await nare.call(consoleBettors.bettors, { marker: 'any' }, support)).toMatchObject({ status: 403 })
  const all = await markers({ bettor_id: bettor.ref, state: 'any' })
  expect(all).toMatchObject([{ marker_id: bettor.marker, state: 'followed' }])

  const [part] = shownOfBettor
  const own = await part?.read(nare.base.db, { bettor: bettor.id, after: undefined, most: 10 })
  const kinds = own?.rows.map((row) => (row as { what: string }).what)
  expect(kinds?.toSorted()).toEqual(['break_banner', 'help_line', 'reality_check'])
})

test('what a court asked for does not read as the bettor’s own exclusion, also when a break is asked for after it', async () => {
  const { id, token } = await nare.bettor()
  const asked = { period: '1y', asked_by: 'court', reference: 'Case 7', reason } as const
  expect(await nare.call(actions.excludeBettor, { id: `${id}`, ...asked }, officer)).toMatchObject({ status: 200 })
  const { body } = await nare.call(protection.selfExclude, { period: '24h' }, token)
  expect(body.success).toMatch(/^You are excluded from betting until /)
})
