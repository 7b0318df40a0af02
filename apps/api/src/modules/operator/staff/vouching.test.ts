import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { operatorStaffChanges as changes } from '@nare/contract/operator-staff-changes'
import type { Role } from '@nare/contract/permissions'
import { sandbox } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { insertAction, insertOutcome, movedAlone } from '../store.ts'
import { eyesOf } from './eyes.ts'
import { codeOf, enrolBy, seated, type Console } from '#testing/console-client'

const reason = 'agreed with the house'
let nare: TestApp
let [asha, juma]: Console[] = []
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
  asha = await seated(nare, 'asha')
  juma = await seated(nare, 'juma')
})
afterAll(() => nare.close())

type Admins = { by: Console; confirmedBy: Console }
const both = (): Admins => {
  if (!asha || !juma) throw new Error('nobody sits there')
  return { by: asha, confirmedBy: juma }
}

const linkIn = (body: object): string =>
  ('enrol_url' in body ? String(body.enrol_url) : '').split('#')[1] ?? 'there is no link'

/** Enrols a new person whose link juma receives, or whoever confirms. */
async function person(name: string, roles: Role[], { by, confirmedBy } = both()): Promise<Console> {
  const add = { name, roles, reason }
  expect(await by.send(changes.addStaff, add)).toMatchObject({ status: 202 })
  return enrolled(linkIn((await confirmedBy.send(changes.addStaff, add)).body))
}

async function enrolled(link: string): Promise<Console> {
  const { browser, reply, secret } = await enrolBy(nare, link)
  expect(reply.status).toBe(200)
  await nare.call(sandbox.clock, { advance_s: 30 })
  const confirmed = await browser.send(calls.confirmPerson, { code: codeOf(secret, nare.app.clock.now()) })
  expect(confirmed.status).toBe(200)
  return browser
}

const vouch = (by: Console, name: string) => by.send(changes.vouch, { name, reason })
const listed = async (name: string) =>
  (await both().by.send(calls.staff, {})).body.data.find((one) => one.name === name)

/** A proposal about somebody's roles; another person may confirm it. */
async function proposed(by: Console, name: string, roles: Role[]) {
  const { status, body } = await by.send(changes.changeStaff, { name, roles, reason })
  expect(status).toBe(202)
  const id = String((body as { proposal_id?: string }).proposal_id)
  return {
    confirm: (who: Console) => who.send(operatorProposals.confirmProposal, { id, reason }),
    again: (who: Console) => who.send(changes.changeStaff, { name, roles, reason }),
  }
}

const isRefused = { status: 403, body: { code: 'not_allowed' } }

test('whoever received the link of a new person counts as one with the person, until another admin has vouched', async () => {
  const { by: other, confirmedBy: receiver } = both()
  const nia = await person('nia', ['admin'])
  expect(await listed('nia')).toMatchObject({ link_to: 'juma', vouched_by: null })
  const first = await proposed(nia, 'baraka', ['trader', 'finance'])
  expect(await first.confirm(receiver)).toMatchObject(isRefused)
  expect(await first.again(receiver)).toMatchObject({ body: { message: expect.stringContaining('vouched') } })
  expect(await first.confirm(other)).toMatchObject({ status: 200 })
  const second = await proposed(receiver, 'baraka', ['trader'])
  expect([(await second.confirm(nia)).status, (await second.again(nia)).status]).toEqual([403, 403])
  expect(await second.confirm(other)).toMatchObject({ status: 200 })
  expect(await vouch(receiver, 'nia')).toMatchObject(isRefused)
  expect(await vouch(nia, 'nia')).toMatchObject(isRefused)
  expect(await vouch(other, 'nia')).toMatchObject({ status: 200, body: { name: 'nia', vouched_by: 'asha' } })
  expect(await vouch(other, 'nia')).toMatchObject(isRefused)
  expect(await listed('nia')).toMatchObject({ link_to: 'juma', vouched_by: 'asha' })
  const third = await proposed(nia, 'baraka', ['trader', 'finance'])
  expect(await third.confirm(receiver)).toMatchObject({ status: 200 })
  const { rows } = await sql<{ operator: string; outcome: string }>`
    select a.operator, o.outcome from operator.audit a join operator.audit_outcome o on o.audit_id = a.id
    where a.action = 'staff.vouch' and a.subject = 'staff nia' order by a.id`.execute(nare.base.db)
  expect(rows.map(({ operator: by, outcome }) => `${by} ${outcome}`)).toEqual([
    'juma not_allowed',
    'nia not_allowed',
    'asha done',
    'asha not_allowed',
  ])
})

test('people whose links went to the same hands are one, through any number of hands', async () => {
  const { by: other, confirmedBy: receiver } = both()
  const otieno = await person('otieno', ['admin'])
  const pendo = await person('pendo', ['admin'], { by: other, confirmedBy: otieno })
  const quincy = await person('quincy', ['admin'])
  expect(await eyesOf(nare.base.db, 'quincy')).toEqual(['juma', 'otieno', 'pendo', 'quincy'])
  const waiting = await proposed(quincy, 'gitonga', ['marketing', 'support'])
  for (const one of [receiver, otieno, pendo]) expect(await waiting.confirm(one)).toMatchObject(isRefused)
  expect(await vouch(quincy, 'pendo')).toMatchObject(isRefused)
  expect(await vouch(other, 'otieno')).toMatchObject({ status: 200 })
  expect(await eyesOf(nare.base.db, 'pendo')).toEqual(['otieno', 'pendo'])
  expect(await waiting.confirm(pendo)).toMatchObject({ status: 200 })
})

test('drafts of promotions and jackpots need an author who is another person', async () => {
  const { by: other, confirmedBy: receiver } = both()
  const rehema = await person('rehema', ['admin'])
  const promotion = await rehema.send(operatorPromotions.createPromotion, {
    ...{ kind: 'points', title: { en: 'Points', sw: 'Pointi' }, summary: { en: 'Ten points', sw: 'Pointi kumi' } },
    starts_at: new Date(nare.app.clock.now() - 86_400_000).toISOString(),
    ends_at: new Date(nare.app.clock.now() + 86_400_000).toISOString(),
    ...{ trigger: 'opt_in', points: 10, cost_cap: '1000', reason },
  })
  const { promotion_id: id } = promotion.body
  const approve = (by: Console) => by.send(operatorPromotions.approvePromotion, { id, reason })
  expect(await approve(receiver)).toMatchObject(isRefused)
  expect(await approve(other)).toMatchObject({ status: 200, body: { state: 'running' } })
  const draft = await receiver.send(operator.createJackpot, {
    ...{ name: 'Of the week', match_ids: [await nare.match(), await nare.match()], stake: '10.00', mode: 'pool' },
    ...{ tiers: [{ correct: 2, share: 50 }], void_policy: 'drop', reason },
  })
  const open = (by: Console) => by.send(operator.openJackpot, { id: draft.body.jackpot_id, reason })
  expect(await open(rehema)).toMatchObject(isRefused)
  expect(await open(other)).toMatchObject({ status: 200 })
})

test('a new link needs a second person, who receives it and is one with the person from then on', async () => {
  const { by: other, confirmedBy: receiver } = both()
  const add = { name: 'sanaa', roles: ['admin'] as Role[], reason }
  const added = (await other.send(changes.addStaff, add)).body as { proposal_id?: string }
  const id = String(added.proposal_id)
  const confirmed = await receiver.send(operatorProposals.confirmProposal, { id, reason })
  expect(confirmed.body).toMatchObject({ state: 'done', enrol_url: expect.stringContaining('/console/enrol#') })
  expect(await vouch(other, 'sanaa')).toMatchObject({
    ...isRefused,
    body: { message: expect.stringContaining('enrol') },
  })
  const again = (by: Console) => by.send(changes.enrolAgain, { name: 'sanaa', reason })
  expect(await again(receiver)).toMatchObject({ status: 202 })
  expect(await again(receiver)).toMatchObject(isRefused)
  const link = linkIn((await again(other)).body)
  expect(await listed('sanaa')).toMatchObject({ link_to: 'asha', vouched_by: null })
  await enrolled(link)
  expect(await again(receiver)).toMatchObject(isRefused)
  expect([(await vouch(other, 'sanaa')).status, (await vouch(receiver, 'sanaa')).status]).toEqual([403, 200])
  const reset = { name: 'sanaa', reset: true, reason }
  await other.send(changes.changeStaff, reset)
  await receiver.send(changes.changeStaff, reset)
  expect(await listed('sanaa')).toMatchObject({ link_to: 'juma', vouched_by: null })
  await nare.app.staff.change((tx) => nare.app.staff.people.change(tx, { name: 'sanaa', reset: true }))
  expect(await listed('sanaa')).toMatchObject({ link_to: null, vouched_by: null })
})

test('a vouch that races with a new link never stands for it', async () => {
  const { by: other, confirmedBy: receiver } = both()
  const reset = { name: 'tatu', reset: true, reason }
  await person('tatu', ['support'])
  for (let round = 0; round < 5; round++) {
    await receiver.send(changes.changeStaff, reset)
    const [link] = await Promise.all([other.send(changes.changeStaff, reset), vouch(receiver, 'tatu')])
    expect(await listed('tatu')).toMatchObject({ link_to: 'asha', vouched_by: null })
    const enrolling = enrolled(linkIn(link.body))
    const votes = await Promise.all([vouch(receiver, 'tatu'), vouch(other, 'tatu'), enrolling.then(() => undefined)])
    expect(votes[1]).toMatchObject(isRefused)
    if ((await listed('tatu'))?.vouched_by === null)
      expect(await vouch(receiver, 'tatu')).toMatchObject({ status: 200 })
    expect(await listed('tatu')).toMatchObject({ link_to: 'asha', vouched_by: 'juma' })
  }
})

test('what people who count as one have moved alone is one sum', async () => {
  await person('umi', ['payments'])
  const { db } = nare.base
  const moved = (operators: readonly string[]) => movedAlone(db, { operators, actions: ['withdrawal.decide'] })
  for (const [by, amount] of [
    ['juma', 3n],
    ['umi', 5n],
    ['asha', 100n],
  ] as const)
    await transact(db, async (tx) => {
      const line = await insertAction(tx, {
        ...{ operator: by, action: 'withdrawal.decide', subject: 'withdrawal 1', facts: {}, reason },
      })
      await insertOutcome(tx, line, { outcome: 'cleared', amount })
    })
  expect(await moved(await eyesOf(db, 'umi'))).toBe(8n)
  expect(await moved(await eyesOf(db, 'juma'))).toBe(8n)
  expect(await moved(await eyesOf(db, 'asha'))).toBe(100n)
})
