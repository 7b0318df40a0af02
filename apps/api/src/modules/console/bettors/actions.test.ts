import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { consoleBettors as reads } from '@nare/contract/console-bettors'
import { identity } from '@nare/contract/identity'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { operatorsOf } from '#testing/operators'
import { withdraw } from '#testing/withdraw'
import { bettorsOf, people, reason, tokenOf, type Person } from './testing.ts'

const nare = await sharedApp({ OPERATORS: operatorsOf(people) })
const bets = betsOn(nare)

const { account, page, lines } = bettorsOf(() => nare, tokenOf('esther'))

test('ended sessions do nothing any more', async () => {
  const { ref, token } = await account()
  const end = () => nare.call(actions.endBettorSessions, { id: ref, reason }, tokenOf('dalili'))
  expect((await end()).body).toEqual({ ended: 1 })
  expect((await nare.call(identity.balance, {}, token)).status).toBe(401)
  expect((await end()).body).toEqual({ ended: 0 })
})

test('notes stay, messages are sent by SMS even during a break, and a number is revealed whole', async () => {
  const { ref, msisdn, token } = await account()
  const by = tokenOf('dalili')
  await nare.call(protection.selfExclude, { period: '24h' }, token)
  await nare.call(actions.noteBettor, { bettor_id: ref, text: 'Says the number is also of his wife', reason }, by)
  const sent = await nare.call(actions.messageBettor, { bettor_id: ref, text: 'Your document has arrived', reason }, by)
  expect(sent.status).toBe(200)
  const phone = await nare.call(sandbox.phone, { msisdn })
  expect(phone.body.sms.map(({ text }) => text)).toContain('Your document has arrived')
  expect(await lines(ref, 'note')).toEqual(['Says the number is also of his wife'])
  expect(await lines(ref, 'message')).toEqual(['Your document has arrived'])
  expect((await page(ref)).notes).toBe(1)
  const revealed = await nare.call(actions.revealBettor, { id: ref, field: 'msisdn', reason }, by)
  expect(revealed.body).toEqual({ field: 'msisdn', value: msisdn })
  expect((await nare.call(actions.revealBettor, { id: ref, field: 'msisdn', reason: 'no' }, by)).status).toBe(400)
  expect(await lines(ref)).toEqual([expect.stringContaining('bettor.reveal')])
})

test('100 equal notes and messages with one id at once are one note and one SMS; without an id each is its own', async () => {
  const { ref, msisdn } = await account()
  const by = tokenOf('dalili')
  const about = { bettor_id: ref, reason }
  const note = { ...about, id: randomUUID(), text: 'Says the phone was stolen' }
  const message = { ...about, id: randomUUID(), text: 'We have locked your account' }
  const hundred = Array.from({ length: 100 }, () => 0)
  // On a busy machine a call waits too long for its turn, and is sent again.
  const answered = async <A extends { status: number }>(send: () => Promise<A>): Promise<A> => {
    const answer = await send()
    return answer.status === 503 ? await answered(send) : answer
  }
  const [notes, messages] = await Promise.all([
    Promise.all(hundred.map(() => answered(() => nare.call(actions.noteBettor, note, by)))),
    Promise.all(hundred.map(() => answered(() => nare.call(actions.messageBettor, message, by)))),
  ])
  expect(new Set(notes.map(({ status, body }) => `${status} ${body.note_id}`)).size).toBe(1)
  expect(new Set(messages.map(({ status, body }) => `${status} ${body.message_id}`)).size).toBe(1)
  expect([await lines(ref, 'note'), await lines(ref, 'message')]).toEqual([[note.text], [message.text]])
  const texts = async () => (await nare.call(sandbox.phone, { msisdn })).body.sms.map(({ text }) => text)
  expect((await texts()).filter((text) => text === message.text)).toHaveLength(1)
  for (const call of [actions.noteBettor, actions.messageBettor])
    expect(await nare.call(call, { ...note, text: 'Another text' }, by)).toMatchObject({
      body: { code: 'id_reused' },
    })
  const { id: _, ...plain } = note
  await nare.call(actions.noteBettor, plain, by)
  await nare.call(actions.noteBettor, plain, by)
  expect(await lines(ref, 'note')).toEqual([note.text, note.text, note.text])
})

test('a message whose process ended before it was handed over is sent by the same command again, and until then shown as not sent', async () => {
  const { ref, msisdn } = await account()
  const message = { bettor_id: ref, id: randomUUID(), text: 'Please ring us', reason }
  const send = () => nare.call(actions.messageBettor, message, tokenOf('dalili'))
  await send()
  await sql`update identity.bettor_message set handed_at = null where bettor = ${ref}::bigint`.execute(nare.base.db)
  await nare.app.clock.advance(61)
  expect(await lines(ref, 'message')).toEqual(['Not sent: Please ring us'])
  await send()
  expect(await lines(ref, 'message')).toEqual(['Please ring us'])
  const { sms } = (await nare.call(sandbox.phone, { msisdn })).body
  expect(sms.filter(({ text }) => text === message.text)).toHaveLength(2)
})

test('operators lower limits and never raise them, begin breaks and exclusions, and each says who did it', async () => {
  const { ref, token } = await account()
  await nare.call(protection.setLimits, { deposit: { day: '1000' }, loss: { week: '500' } }, token)
  const set = (limits: object) =>
    nare.call(actions.lowerBettorLimits, { id: ref, reason, ...limits }, tokenOf('dalili'))
  expect(await set({ deposit: { day: '900' }, loss: { week: '501' } })).toMatchObject({ status: 400 })
  expect(await set({ deposit: { day: null } })).toMatchObject({ status: 400 })
  const view = async () => (await nare.call(protection.limits, {}, token)).body
  expect(await view()).toMatchObject({
    deposit: { day: { value: '1000.00' } },
    loss: { week: { value: '500.00', pending: null } },
  })
  expect((await set({ deposit: { day: '900' }, stake: { bet: '50' } })).status).toBe(200)
  expect(await view()).toMatchObject({ deposit: { day: { value: '900.00' } }, stake: { bet: { value: '50.00' } } })
  const begin = { id: ref, reason }
  const away = await nare.call(actions.breakBettor, { ...begin, period: '7d' }, tokenOf('dalili'))
  expect(away.body).toMatchObject({ kind: 'break', period: '7d' })
  expect((await nare.call(actions.excludeBettor, { ...begin, period: '6m' }, tokenOf('dalili'))).status).toBe(403)
  const out = await nare.call(actions.excludeBettor, { ...begin, period: '6m' }, tokenOf('esther'))
  expect(out.body).toMatchObject({ kind: 'exclusion', period: '6m' })
  const rows = (await nare.call(reads.bettorTimeline, { id: ref, kinds: 'limit,exclusion' }, tokenOf('esther'))).body
    .data
  expect(rows.map(({ kind, by }) => [kind, by])).toEqual([
    ['exclusion', 'esther'],
    ['exclusion', 'dalili'],
    ['limit', 'dalili'],
    ['limit', 'dalili'],
    ['limit', 'bettor'],
    ['limit', 'bettor'],
  ])
})

test('a court excludes for good by its reference; nothing shorter ends it, and the money can be withdrawn', async () => {
  const { token, id } = await nare.bettor()
  const begin = { id: `${id}`, reason, period: 'permanent', asked_by: 'court' } as const
  expect(await nare.call(actions.excludeBettor, begin, tokenOf('esther'))).toMatchObject({
    status: 400,
    body: { fields: { reference: expect.any(String) } },
  })
  expect((await nare.call(protection.protection, {}, token)).body.exclusion).toBeNull()
  const ordered = { ...begin, reference: 'HC 12/2026' }
  const made = await nare.call(actions.excludeBettor, ordered, tokenOf('esther'))
  expect(made.body).toMatchObject({ kind: 'exclusion', period: 'permanent' })
  const shorter = await nare.call(
    actions.excludeBettor,
    { ...begin, period: '3y', asked_by: 'self' },
    tokenOf('esther'),
  )
  expect(shorter.body).toMatchObject({ until: made.body.until })
  const timeline = await nare.call(reads.bettorTimeline, { id: `${id}`, kinds: 'exclusion' }, tokenOf('esther'))
  expect(timeline.body.data.at(-1)?.text).toBe('Exclusion for good, asked by court (HC 12/2026)')
  const { rows } = await sql<{ kind: string }>`
    select kind from protection.exclusion where bettor_id = ${id}::bigint order by since`.execute(nare.base.db)
  expect(rows).toEqual([{ kind: 'exclusion' }, { kind: 'exclusion' }])
})

test('a closed account keeps its open bets and its money, which can be withdrawn', async () => {
  const { ref, token } = await account(1000)
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)])
  const close = () => nare.call(actions.closeBettor, { id: ref, reason }, tokenOf('esther'))
  const closed = await close()
  expect(closed).toMatchObject({ status: 200, body: { left: '900.00' } })
  expect((await close()).body).toEqual(closed.body)
  expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 403, body: { closed: true } })
  await bets.result(match, { half_time: '1:0', full_time: '1:0' })
  expect((await withdraw(nare, token, '1050')).status).toBe(200)
})

test('a changed number needs a second person, ends sessions and codes, and belongs to one account', async () => {
  const password = 'mango-tree-77'
  const [before, after] = ['254110000811', '254110000812']
  const id = (await nare.app.identity.openDemo({ msisdn: before, password, name: 'Number Nia' })).toString()
  const other = await account()
  const { token } = (await nare.call(identity.login, { msisdn: before, password })).body.user
  await nare.call(identity.code, { page: 'resetPass', msisdn: before })
  const code = /\d{6}/.exec((await nare.call(sandbox.phone, { msisdn: before })).body.sms.at(-1)?.text ?? '')?.[0] ?? ''
  const change = (msisdn: string, name: Person) =>
    nare.call(actions.changeBettorNumber, { id, msisdn, reason }, tokenOf(name))
  expect((await change(after, 'dalili')).body).toMatchObject({ state: 'waiting' })
  expect((await change(after, 'dalili')).status).toBe(403)
  expect((await nare.call(identity.balance, {}, token)).status).toBe(200)
  expect((await change(after, 'dorcas')).body).toEqual({ state: 'done', msisdn: after })
  expect((await nare.call(identity.balance, {}, token)).status).toBe(401)
  expect((await sql`select from identity.code where msisdn = ${before}`.execute(nare.base.db)).rows).toEqual([])
  const reset = { msisdn: before, code, password: 'other-mango-78', confirm_password: 'other-mango-78' }
  expect((await nare.call(identity.resetPassword, reset)).status).toBe(422)
  expect((await nare.call(identity.login, { msisdn: before, password })).status).toBe(422)
  expect((await nare.call(identity.login, { msisdn: after, password })).status).toBe(200)
  expect((await change(other.msisdn, 'dalili')).body).toMatchObject({ state: 'waiting' })
  expect(await change(other.msisdn, 'dorcas')).toMatchObject({ status: 422, body: { code: 'msisdn_taken' } })
})

test('a bettor that does not exist is not found by any action', async () => {
  const of = { reason }
  const inputs = {
    lockBettor: { locked: true },
    endBettorSessions: {},
    endBettorSession: { session_id: '1' },
    endBettorPasskey: { passkey_id: '1' },
    noteBettor: { text: 'a note' },
    revealBettor: { field: 'msisdn' },
    breakBettor: { period: '24h' },
    lowerBettorLimits: { stake: { bet: '1' } },
    messageBettor: { text: 'a text' },
  } as const
  for (const [name, input] of Object.entries(inputs)) {
    const call = actions[name as keyof typeof inputs]
    const path = call.path.includes(':bettor_id') ? 'bettor_id' : 'id'
    expect({
      name,
      ...(await nare.call(call, { ...of, [path]: '999999999', ...input } as never, tokenOf('dalili'))),
    }).toMatchObject({
      name,
      status: 404,
    })
  }
})
