import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLines, decisionFaultPoints, verifyAudit, type DecisionFaultPoint } from '#modules/operator/operator'
import { killedServer, type KilledServer } from '#modules/payments/testing/killed-server'
import { booksProven } from '#modules/payments/testing/payments-proof'
import type { SeededBettor } from '#testing/seed'

const pollMs = 25
const pollsMax = 1200
const tokens = { asha: 'the-token-of-asha', ben: 'the-token-of-ben', cara: 'the-token-of-cara' }
const reason = 'seen and checked'
/** The points before the commit: nothing has happened there. */
const isEarly = (point: string): boolean => point === 'line written' || point === 'decision not stored'

let killed: KilledServer
beforeAll(async () => {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
  const people = Object.entries(tokens).map(([name, token]) => `${name}:payments+finance:${hashOf(token)}`)
  killed = await killedServer({ OPERATORS: people.join(',') })
})
afterAll(() => killed.close())

const as = (name: keyof typeof tokens, path: string, body: object) =>
  killed.call(`/v1/operator/${path}`, { reason, ...body }, tokens[name])

async function bettorWith(shillings: number): Promise<SeededBettor> {
  const [bettor] = await killed.bettors(1, shillings)
  if (!bettor) throw new Error('no bettor was seeded')
  return bettor
}

async function cashOf({ id }: SeededBettor): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger.account where owner = ${id}::bigint and kind = 'cash'`.execute(killed.server.db)
  return rows[0]?.balance ?? 0n
}

/** The lines about a subject, oldest first: who, and the outcome. */
async function linesOf(subject: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', a.operator, coalesce(o.outcome, 'none')) as line
    from operator.audit a left join operator.audit_outcome o on o.audit_id = a.id where a.subject = ${subject}
    order by a.id`.execute(killed.server.db)
  return rows.map(({ line }) => line)
}

async function proposalsOf(subject: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from operator.proposal where subject = ${subject} order by id`.execute(killed.server.db)
  return rows.map(({ state }) => state)
}

/** Lets eleven minutes pass and sweeps, as the job of the server does. */
async function swept(): Promise<void> {
  await killed.call('/sandbox/clock', { advance_s: 660 })
  await closeLines(killed.server.db)
}

async function dies(point: DecisionFaultPoint, call: () => Promise<{ status: number }>): Promise<void> {
  await killed.killAt(point)
  expect(await call()).toMatchObject({ status: 0 })
  await killed.again()
}

async function proven(): Promise<void> {
  await booksProven(killed.server.db)
  expect((await verifyAudit(killed.server.db)).map(({ broken }) => broken)).toEqual([0, 0, 0])
}

test.each(decisionFaultPoints)(
  'a process killed at "%s" of a proposal has stored it whole or not at all, and the same command again makes no second one',
  async (point) => {
    const bettor = await bettorWith(100)
    const subject = `bettor ${bettor.id}`
    const correct = { id: randomUUID(), direction: 'credit', amount: '500.00' }
    const propose = () => as('asha', `bettors/${bettor.id}/correct`, correct)
    await dies(point, propose)
    expect(await proposalsOf(subject)).toEqual(isEarly(point) ? [] : ['waiting'])
    expect(await linesOf(subject)).toEqual([isEarly(point) ? 'asha none' : 'asha waiting'])
    expect(await propose()).toMatchObject({ status: 202 })
    expect(await proposalsOf(subject)).toEqual(['waiting'])
    await swept()
    expect(await linesOf(subject)).toEqual(
      isEarly(point) ? ['asha unknown', 'asha waiting'] : ['asha waiting', 'asha repeated'],
    )
    expect(await cashOf(bettor)).toBe(10_000n)
    await proven()
  },
)

test.each(decisionFaultPoints)(
  'a process killed at "%s" of a confirmation has moved the money with the end of the proposal, or neither',
  async (point) => {
    const bettor = await bettorWith(100)
    const subject = `bettor ${bettor.id}`
    const path = `bettors/${bettor.id}/correct`
    const correct = { direction: 'credit', amount: '500.00' }
    expect(await as('asha', path, { ...correct, id: randomUUID() })).toMatchObject({ status: 202 })
    const id = randomUUID()
    const confirm = () => as('ben', path, { ...correct, id })
    await dies(point, confirm)
    expect(await proposalsOf(subject)).toEqual([isEarly(point) ? 'waiting' : 'done'])
    expect(await cashOf(bettor)).toBe(isEarly(point) ? 10_000n : 60_000n)
    await swept()
    expect(await linesOf(subject)).toEqual(['asha waiting', isEarly(point) ? 'ben unknown' : 'ben done'])
    const again = await Promise.all([confirm(), confirm()])
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    expect(await cashOf(bettor)).toBe(60_000n)
    expect(await proposalsOf(subject)).toEqual(['done'])
    await proven()
  },
)

test.each([...decisionFaultPoints, 'withdrawal claimed', 'withdrawal sent'] as const)(
  'a payout whose process is killed at "%s" after one person has cleared it is paid exactly once, with the line that let it go',
  async (point) => {
    const bettor = await bettorWith(40_000)
    expect(await killed.withdraw(bettor, '31500')).toMatchObject({ status: 200 })
    const withdrawal = async () => {
      const { rows } = await sql<{ id: bigint; state: string; line: bigint | null }>`
        select id, state, audit_id as line from payments.withdrawal where bettor_id = ${bettor.id}::bigint`.execute(
        killed.server.db,
      )
      return rows[0] ?? { id: 0n, state: 'none', line: null }
    }
    await until('it waits for a person', async () => (await withdrawal()).state === 'checking')
    const { id } = await withdrawal()
    // What one person clears alone in a day is bounded.
    const by = point.startsWith('withdrawal') ? 'cara' : 'asha'
    const clear = () => as(by, `withdrawals/${id}/decide`, { approve: true, id: undefined })
    if (point === 'withdrawal claimed' || point === 'withdrawal sent') {
      await killed.killAt(point)
      expect(await clear()).toMatchObject({ status: 200 })
      await until('the process has died with the payout', async () => {
        await killed.call('/sandbox/clock', { advance_s: 61 })
        return !killed.server.runs()
      })
      await killed.again()
    } else await dies(point, clear)
    const isCleared = !isEarly(point)
    expect((await withdrawal()).line === null).toBe(!isCleared)
    if (!isCleared) expect(await clear()).toMatchObject({ status: 200 })
    else expect(await clear()).toMatchObject({ status: 404 })
    // Nobody knows whether a payout that was claimed and not sent has arrived: it waits for the provider's word, and is not sent again.
    const end = point === 'withdrawal claimed' ? 'sent' : 'done'
    await until(`the payout is ${end}`, async () => {
      await killed.call('/sandbox/clock', { advance_s: 61 })
      return (await withdrawal()).state === end
    })
    const { movements } = await killed.fakes.books('mpesa')
    const paid = movements.filter(({ msisdn, kind }) => msisdn === bettor.msisdn && kind === 'out')
    expect(paid.map(({ amount }) => amount)).toEqual(end === 'done' ? [30_000] : [])
    expect(await cashOf(bettor)).toBe(850_000n)
    await proven()
  },
)

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if (await is()) return
    await wait(pollMs)
  }
  throw new Error(`timed out waiting until ${what}`)
}
