import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { operatorProposals as proposals } from '@nare/contract/operator-proposals'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { csvLine } from '#platform/csv'
import { parse } from 'csv-parse/sync'
import { checkAuditFile } from './audit-file.ts'
import { verifyAudit } from './verify.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const [asha, ben, mary, tom] = ['the-token-of-asha', 'the-token-of-ben', 'the-token-of-mary', 'the-token-of-tom']
const reason = 'seen and checked'

let nare: TestApp
const people = [
  `asha:${hashOf(asha)}`,
  `ben:${hashOf(ben)}`,
  `mary:marketing:${hashOf(mary)}`,
  `tom:trader:${hashOf(tom)}`,
].join(',')
beforeAll(async () => {
  nare = await testApp({ OPERATORS: people })
})
afterAll(() => nare.close())

const adjust = (to: SeededBettor, points: number, token: string, id: string = randomUUID()) =>
  nare.call(calls.adjustPoints, { id, bettor_id: String(to.id), points, reason }, token)
const pointsOf = async ({ id }: SeededBettor) => (await nare.app.ledger.balances(id)).points

/** Proposes 50,000 points for a new bettor. */
async function proposed(by = asha) {
  const bettor = await nare.bettor(10)
  const { status, body } = await adjust(bettor, 50_000, by)
  expect(status).toBe(202)
  return { bettor, id: String(body['proposal_id']) }
}

const decide = (what: 'confirmProposal' | 'refuseProposal' | 'takeBackProposal', id: string, token: string) =>
  nare.call(proposals[what], { id, reason }, token)
const rowOf = async (id: string, token = ben) =>
  (await nare.call(proposals.proposals, { limit: 100 }, token)).body.data.find((row) => row.proposal_id === id)

test('a proposal is listed with its facts, and confirmed once by somebody else', async () => {
  const { bettor, id } = await proposed()
  expect(await rowOf(id)).toMatchObject({
    action: 'points.adjust',
    subject: `bettor ${bettor.id}`,
    before: { points: '0' },
    after: { points: '50000' },
    ...{ proposer: 'asha', reason, state: 'waiting', decided_by: null, outcome: null },
  })
  expect(await decide('confirmProposal', id, asha)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const both = await Promise.all(Array.from({ length: 20 }, () => decide('confirmProposal', id, ben)))
  expect(both.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
    { state: 'done', outcome: 'done' },
  ])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await pointsOf(bettor)).toBe(50_000)
  expect(await rowOf(id)).toMatchObject({ state: 'done', decided_by: 'ben', outcome: 'done' })
})

test('of all who confirm, refuse and take back at once, over two processes and by both calls, one decides', async () => {
  const other = await testApp({ OPERATORS: people }, { base: nare.base })
  try {
    for (let times = 0; times < 5; times++) {
      const { bettor, id } = await proposed()
      const same = { id: randomUUID(), bettor_id: String(bettor.id), points: 50_000, reason }
      const answers = await Promise.all([
        ...[nare, other].flatMap((at) => [
          at.call(proposals.confirmProposal, { id, reason }, ben),
          at.call(proposals.confirmProposal, { id, reason }, mary),
          at.call(proposals.refuseProposal, { id, reason }, mary),
          at.call(proposals.takeBackProposal, { id, reason }, asha),
        ]),
        other.call(calls.adjustPoints, same, mary),
      ])
      const { state, outcome } = (await rowOf(id)) ?? {}
      const done = answers.filter(({ status }) => status === 200)
      expect(await pointsOf(bettor)).toBe(state === 'done' ? 50_000 : 0)
      expect([done.length, outcome]).toEqual([1, state])
    }
  } finally {
    await other.close()
  }
})

test('who may not make the call neither sees nor decides its proposals', async () => {
  const { bettor, id } = await proposed()
  expect(await rowOf(id, tom)).toBeUndefined()
  expect(await rowOf(id, mary)).toMatchObject({ state: 'waiting' })
  for (const what of ['confirmProposal', 'refuseProposal', 'takeBackProposal'] as const)
    expect((await decide(what, id, tom)).status).toBe(404)
  expect((await decide('confirmProposal', id, mary)).body).toEqual({ state: 'done', outcome: 'done' })
  expect(await pointsOf(bettor)).toBe(50_000)
})

test('a proposal fails when its facts have changed, whoever confirms it and how', async () => {
  const { bettor, id } = await proposed()
  await adjust(bettor, 10, ben)
  expect(await decide('confirmProposal', id, ben)).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
  expect(await rowOf(id)).toMatchObject({ state: 'failed', outcome: 'changed' })
  expect(await decide('confirmProposal', id, ben)).toMatchObject({
    status: 409,
    body: { code: 'not_waiting', state: 'failed' },
  })
  const again = await adjust(bettor, 50_000, asha)
  await adjust(bettor, 10, ben)
  expect(await adjust(bettor, 50_000, ben)).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
  expect(await rowOf(String(again.body['proposal_id']))).toMatchObject({ state: 'failed' })
  expect(await pointsOf(bettor)).toBe(20)
})

test('another person refuses a proposal, and its subject is free again', async () => {
  const { bettor, id } = await proposed()
  expect((await decide('refuseProposal', id, asha)).status).toBe(403)
  expect((await decide('refuseProposal', id, ben)).body).toEqual({ state: 'refused' })
  expect(await rowOf(id)).toMatchObject({ state: 'refused', decided_by: 'ben' })
  expect((await adjust(bettor, 50_000, asha)).status).toBe(202)
})

test('only its proposer takes a proposal back', async () => {
  const { bettor, id } = await proposed()
  expect((await decide('takeBackProposal', id, ben)).status).toBe(403)
  expect((await decide('takeBackProposal', id, asha)).body).toEqual({ state: 'taken_back' })
  expect((await decide('confirmProposal', id, ben)).status).toBe(409)
  expect(await pointsOf(bettor)).toBe(0)
})

test('a subject has one proposal that waits; a smaller change still goes through and ends it', async () => {
  const { bettor, id } = await proposed()
  expect(await adjust(bettor, 60_000, ben)).toMatchObject({
    status: 409,
    body: { code: 'already_proposed', proposal_id: id },
  })
  expect((await adjust(bettor, 7, ben)).body).toEqual({ state: 'done' })
  expect((await decide('confirmProposal', id, ben)).status).toBe(409)
  expect(await pointsOf(bettor)).toBe(7)
})

test('a command sent twice is one, with its first answer; with other fields it is refused', async () => {
  const bettor = await nare.bettor(10)
  const id = randomUUID()
  const twice = await Promise.all([adjust(bettor, 50_000, asha, id), adjust(bettor, 50_000, asha, id)])
  expect(twice[0]).toEqual(twice[1])
  expect(twice[0].status).toBe(202)
  expect(await adjust(bettor, 40_000, asha, id)).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  expect((await adjust(bettor, 50_000, ben)).body).toEqual({ state: 'done' })
  expect((await adjust(bettor, 50_000, asha, id)).body).toEqual(twice[0].body)
  expect(await pointsOf(bettor)).toBe(50_000)
})

test('a proposal that nobody decides within a day expires', async () => {
  const { bettor, id } = await proposed()
  await nare.app.clock.advance(24 * 3600 + 1)
  expect(await rowOf(id)).toMatchObject({ state: 'expired' })
  expect(await decide('confirmProposal', id, ben)).toMatchObject({ status: 409, body: { state: 'expired' } })
  expect((await adjust(bettor, 50_000, ben)).status).toBe(202)
  expect(await rowOf(id)).toMatchObject({ state: 'expired', decided_by: null })
  expect(await pointsOf(bettor)).toBe(0)
})

test('every decision has its lines in the audit log: the proposal, and what it did in the name of whom', async () => {
  const { bettor, id } = await proposed()
  await decide('confirmProposal', id, ben)
  const linesOf = async (subject: string) =>
    (await nare.call(calls.audit, { subject }, asha)).body.data.map((line) => [
      ...[line.operator, line.action, line.outcome],
      line.proposal_id,
    ])
  expect(await linesOf(`bettor ${bettor.id}`)).toEqual([
    ['ben', 'points.adjust', 'done', null],
    ['ben', 'proposal.confirm', 'done', null],
    ['asha', 'points.adjust', 'waiting', id],
  ])
  expect(await linesOf(`proposal ${id}`)).toEqual([['ben', 'proposal.confirm', 'done', null]])
})

test('the lines of the audit log are a chain: each hash covers the line and the hash before', async () => {
  await Promise.all(Array.from({ length: 20 }, async () => decide('refuseProposal', '999999', ben)))
  const { rows } = await sql<{ id: bigint; hash: string; previous: string; text: string }>`
    select id, hash, previous, operator.line_text(a) as text from operator.audit a order by id`.execute(nare.base.db)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ previous }) => previous)).toEqual(['', ...rows.slice(0, -1).map(({ hash }) => hash)])
  for (const { hash, previous, text } of rows) {
    expect(hash).toBe(hashOf(text))
    expect(text.startsWith(previous)).toBe(true)
  }
})

test('whoever changes, removes or adds a line or an outcome of the audit log past its chain is found', async () => {
  const { id } = await proposed()
  await decide('confirmProposal', id, ben)
  class RolledBack extends Error {}
  const brokenAfter = async (tamper: string) => {
    let broken: number[] = []
    await transact(nare.base.db, async (tx) => {
      await sql`set local role none`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(tamper).execute(tx)
      broken = (await verifyAudit(tx)).map((check) => check.broken)
      throw new RolledBack()
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
    return broken
  }
  expect(await verifyAudit(nare.base.db)).toMatchObject([
    { scanned: expect.any(Number), broken: 0 },
    { scanned: expect.any(Number), broken: 0 },
    { scanned: expect.any(Number), broken: 0 },
  ])
  const newest = 'where audit_id = (select max(audit_id) from operator.audit_outcome)'
  const first = 'where n = (select min(n) from operator.audit_outcome)'
  for (const tamper of [
    `update operator.audit_outcome set outcome = 'refused' ${first}`,
    `update operator.audit_outcome set outcome = 'refused' ${newest}`,
    `update operator.audit_outcome set amount = 1 ${first}`,
    `update operator.audit_outcome set at = at - interval '1 second' ${newest}`,
    `update operator.audit_outcome o set outcome = 'refused', hash = operator.hash_of(o) ${first}`,
    `delete from operator.audit_outcome where n = (select max(n) from operator.audit_outcome)`,
    `delete from operator.audit_outcome ${first}`,
    // The outcomes are chained anew, as if the last one had never been: a later line still covers it.
    `with last as (delete from operator.audit_outcome where n = (select max(o.n) from operator.audit_outcome o join operator.audit a
       on a.outcomes = o.hash) returning n, previous), later as (delete from operator.audit_outcome o using last where o.n > last.n)
     update operator.outcome_chain set last_n = last.n - 1, last_hash = last.previous from last`,
    `update operator.audit set reason = 'another one' where id = (select min(id) from operator.audit)`,
    `delete from operator.audit where id = (select max(id) from operator.audit)`,
  ])
    expect([tamper, (await brokenAfter(tamper)).some((broken) => broken > 0)]).toEqual([tamper, true])
  expect((await verifyAudit(nare.base.db)).map(({ broken }) => broken)).toEqual([0, 0, 0])
})

test('the file of the audit log is checked by itself: whoever changes, removes or moves a line or an outcome is found', async () => {
  const { id } = await proposed()
  await decide('confirmProposal', id, ben)
  // Texts that a spreadsheet would read as formulas, also in their wide forms, have an apostrophe in the file and none in the log.
  for (const reason of ['-2 % "is", too much;\nsee the file', '\uff1d1+1', '\uff20sum', "'tis late", '=1+1'])
    await nare.call(proposals.refuseProposal, { id: '999999', reason }, ben)
  const file = async (query = '') => {
    const headers = { authorization: `Bearer ${asha}` }
    return (await nare.app.app.inject({ url: `/v1/operator/audit.csv${query}`, headers })).body
  }
  const text = await file()
  const checked = checkAuditFile(text)
  expect(checked.faults).toEqual([])
  expect([checked.lines > 20, checked.outcomes > 20, /^[0-9a-f]{64}$/.test(checked.last)]).toEqual([true, true, true])

  const rows: string[][] = parse(text, { bom: true })
  const [head = [], ...lines] = rows
  const at = (name: string) => head.indexOf(name)
  const faultsOf = (changed: readonly (readonly string[])[]) =>
    checkAuditFile([head, ...changed].map((cells) => csvLine(cells)).join('')).faults
  const changed = (n: number, name: string, value: string) =>
    lines.map((line, of) => (of === n ? line.map((cell, place) => (place === at(name) ? value : cell)) : line))
  const ended = lines.findIndex((line) => line[at('outcome_amount')] !== '')
  const facts = lines.findIndex((line) => line[at('facts')] !== '{}')
  for (const tampered of [
    changed(ended, 'outcome', 'refused'),
    changed(ended, 'outcome_amount', '1'),
    changed(ended, 'ended_at', '2020-01-01T00:00:00.000000Z'),
    changed(facts, 'facts', '{}'),
    ...['operator', 'action', 'subject', 'reason', 'at'].map((name) => changed(3, name, 'another')),
    changed(4, 'outcomes', ''),
    lines.filter((_, n) => n !== 5),
  ])
    expect(faultsOf(tampered)).not.toEqual([])
  expect(faultsOf(lines.toReversed())).toEqual([])
  expect(checkAuditFile(await file('?operator=asha')).faults[0]).toMatch(/something is missing/)
  expect(checkAuditFile('no,such\r\n1,2\r\n').faults).toEqual(['the file is not one of the audit log'])
})
