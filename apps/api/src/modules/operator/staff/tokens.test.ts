import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions as bettorActions } from '@nare/contract/console-bettor-actions'
import { operator } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { operatorStaffChanges as changes } from '@nare/contract/operator-staff-changes'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { seated, tokenBy, type Console } from '#testing/console-client'

const reason = 'agreed with the house'

let nare: TestApp
let asha: Console
let juma: Console
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
})
afterAll(() => nare.close())

const advance = (seconds: number) => nare.call(sandbox.clock, { advance_s: seconds })

/** Logs both admins in and confirms that they sit there. */
async function admins(): Promise<void> {
  asha = await seated(nare, 'asha')
  juma = await seated(nare, 'juma')
}

test('a token belongs to its creator, may propose and confirms nothing', async () => {
  await admins()
  const made = await tokenBy(asha, juma, { name: 'payouts', roles: ['payments'], days: 30 })
  const bearer = { cookie: undefined, headers: { authorization: `Bearer ${made.token}`, origin: null } }
  expect(await asha.send(calls.me, {}, bearer)).toMatchObject({
    body: { person: { name: 'asha', roles: ['payments'] }, session: null },
  })
  expect(await asha.send(calls.staff, {}, bearer)).toMatchObject({ status: 403 })
  expect(await asha.send(changes.makeToken, { name: 'x', roles: ['payments', 'export.read'], reason })).toMatchObject({
    status: 403,
  })
  const file = await tokenBy(asha, juma, { name: 'files', roles: ['export.read'], days: 1 })
  const reader = { cookie: undefined, headers: { authorization: `Bearer ${file.token}` } }
  expect(await asha.send(operator.audit, {}, reader)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const listed = await asha.send(calls.tokens, {})
  expect(listed.body.data[0]).toMatchObject({
    id: file.id,
    creator: 'asha',
    roles: ['export.read'],
    ended_at: null,
  })
  expect(listed.text).not.toContain(file.token)
  await asha.send(changes.endToken, { id: made.id, reason })
  expect(await asha.send(calls.me, {}, bearer)).toMatchObject({ status: 403 })
  expect(await juma.send(changes.makeToken, { name: 'x', roles: ['admin' as never], reason })).toMatchObject({
    status: 400,
  })
})

test('a token does not live before another admin has confirmed it, and its proposal has only its hash', async () => {
  await admins()
  const wanted = { name: 'early', roles: ['support' as const], days: 5, reason }
  const asked = (await asha.send(changes.makeToken, wanted)).body as { token?: string; proposal_id?: string }
  const { token = '', proposal_id: id = '' } = asked
  const bearer = { cookie: undefined, headers: { authorization: `Bearer ${token}`, origin: null } }
  expect(await asha.send(calls.me, {}, bearer)).toMatchObject({ status: 403 })
  expect(await asha.send(changes.makeToken, wanted)).toMatchObject({ status: 403 })
  const { rows } = await sql<{ text: string }>`
    select p::text as text from operator.proposal p where id = ${id}::bigint`.execute(nare.base.db)
  expect(rows[0]?.text).toContain(createHash('sha256').update(token).digest('hex'))
  expect(rows[0]?.text).not.toContain(token)
  const listed = await juma.send(operatorProposals.proposals, { state: 'waiting' })
  expect(listed.body.data).toContainEqual(expect.objectContaining({ proposal_id: id, before: { creator: 'asha' } }))
  expect(listed.text).not.toContain('token_hash')
  const confirmed = await juma.send(operatorProposals.confirmProposal, { id, reason })
  expect(confirmed).toMatchObject({ status: 200, body: { state: 'done' } })
  expect(confirmed.text).not.toContain('nare_')
  expect(await asha.send(calls.me, {}, bearer)).toMatchObject({
    body: { person: { name: 'asha', roles: ['support'] } },
  })
  const gone = (await asha.send(changes.makeToken, { ...wanted, name: 'refused' })).body as typeof asked
  await juma.send(operatorProposals.refuseProposal, { id: gone.proposal_id ?? '', reason })
  const never = { cookie: undefined, headers: { authorization: `Bearer ${gone.token}`, origin: null } }
  expect(await asha.send(calls.me, {}, never)).toMatchObject({ status: 403 })
})

test('tokens end with their days, with the suspension of their creator, and with a role that the creator loses', async () => {
  await admins()
  const tokenOf = async (browser: Console, name: string) => {
    const { token } = await tokenBy(browser, browser === asha ? juma : asha, { name, roles: ['trader'], days: 2 })
    return () => asha.send(calls.me, {}, { cookie: undefined, headers: { authorization: `Bearer ${token}` } })
  }
  const theirs = await tokenOf(juma, 'theirs')
  expect((await theirs()).status).toBe(200)
  const { people, change } = nare.app.staff
  for (const state of ['suspended', 'active'] as const) {
    await change((tx) => people.change(tx, { name: 'juma', state }))
    expect((await theirs()).status).toBe(403)
  }
  await admins()
  const kept = await tokenOf(asha, 'kept')
  await change((tx) => people.change(tx, { name: 'asha', roles: ['trader'] }))
  expect((await kept()).status).toBe(200)
  await change((tx) => people.change(tx, { name: 'asha', roles: ['support'] }))
  expect((await kept()).status).toBe(403)
  await change((tx) => people.change(tx, { name: 'asha', roles: ['admin'] }))
  expect((await kept()).status).toBe(403)
  await admins()
  const old = await tokenOf(asha, 'old')
  await advance(47 * 3600)
  expect((await old()).status).toBe(200)
  await advance(2 * 3600)
  expect((await old()).status).toBe(403)
})

test('an ended token ends what was proposed with it, also what was being proposed meanwhile, and nothing of its creator', async () => {
  await admins()
  const { token, id: tokenId } = await tokenBy(asha, juma, { name: 'stolen', roles: ['finance'], days: 30 })
  const bearer = { cookie: undefined, headers: { authorization: `Bearer ${token}`, origin: null } }
  const people = [await nare.bettor(), await nare.bettor(), await nare.bettor()]
  const correct = async (of: SeededBettor | undefined, given?: typeof bearer) => {
    const input = { bettor_id: String(of?.id), id: randomUUID(), direction: 'credit' as const, amount: '500', reason }
    const { body } = await asha.send(bettorActions.correctBettor, input, given)
    return (body as { proposal_id?: string }).proposal_id ?? ''
  }
  const [byToken, meanwhile] = [await correct(people[0], bearer), await correct(people[1], bearer)]
  const byAsha = await correct(people[2])
  await juma.send(changes.endToken, { id: tokenId, reason })
  // As if it had been stored after the end: the transaction of the end did not see it.
  await sql`update operator.proposal set state = 'waiting', decided_at = null, outcome = null where id = ${meanwhile}::bigint`.execute(
    nare.base.db,
  )
  const confirm = (id: string) => juma.send(operatorProposals.confirmProposal, { id, reason })
  expect(await confirm(byToken)).toMatchObject({ status: 409, body: { code: 'not_waiting', state: 'failed' } })
  expect(await confirm(meanwhile)).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
  expect(await confirm(byAsha)).toMatchObject({ status: 200, body: { state: 'done' } })
  const { rows } = await sql<{ outcome: string }>`
    select outcome from operator.proposal where id = any(${[byToken, meanwhile, byAsha]}::bigint[]) order by id`.execute(
    nare.base.db,
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['proposer_gone', 'proposer_gone', 'done'])
})

test('a token that is asked for twice with one id is one proposal', async () => {
  await admins()
  const wanted = { id: randomUUID(), name: 'once', roles: ['trader' as const], days: 2, reason }
  const [first, again] = [await asha.send(changes.makeToken, wanted), await asha.send(changes.makeToken, wanted)]
  expect([first, again]).toMatchObject([{ status: 202 }, { status: 202 }])
  expect(first.body).toEqual({ ...again.body, token: expect.any(String) })
  expect(again.body).toEqual({ state: 'waiting', proposal_id: expect.any(String) })
})

test.each(['reset', 'suspension'] as const)(
  'a %s ends the tokens of a person, and what the person has proposed, even if he comes back',
  async (how) => {
    await admins()
    const { token } = await tokenBy(juma, asha, { name: `of ${how}`, roles: ['trader'], days: 2 })
    const bearer = { cookie: undefined, headers: { authorization: `Bearer ${token}` } }
    expect((await asha.send(calls.me, {}, bearer)).status).toBe(200)
    const wanted = { name: `later ${how}`, roles: ['trader' as const], days: 2, reason }
    const asked = (await juma.send(changes.makeToken, wanted)).body as { proposal_id?: string }
    const { people, change } = nare.app.staff
    const given = how === 'reset' ? { reset: true } : { state: 'suspended' as const }
    await change((tx) => people.change(tx, { name: 'juma', ...given }))
    await change((tx) => people.change(tx, { name: 'juma', state: 'active' }))
    expect((await asha.send(calls.me, {}, bearer)).status).toBe(403)
    const confirmed = await asha.send(operatorProposals.confirmProposal, { id: asked.proposal_id ?? '', reason })
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'not_waiting', state: 'failed' } })
    await nare.app.staff.demo.open()
  },
)
