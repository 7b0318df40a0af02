import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { random } from '#platform/random'
import type { SeededBettor } from '#testing/seed'
import { depositFaultPoints, type FaultPoint, withdrawalFaultPoints } from './deps.ts'
import { killedServer, type KilledServer } from './testing/killed-server.ts'
import { booksProven } from './testing/payments-proof.ts'

// Starting the real server is slow while other tests run.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const pollMs = 25
const pollsMax = 2400
let killed: KilledServer

beforeAll(async () => {
  killed = await killedServer()
})
afterAll(() => killed.close())

/** `npm test` kills each money command once; with EVERY_KILL=1, as in `npm run test:release`, at each of its points. */
const isEveryKill = process.env['EVERY_KILL'] === '1'
const deposits: readonly FaultPoint[] = isEveryKill ? depositFaultPoints : ['deposit sent']
const early: readonly FaultPoint[] = ['deposit stored', 'deposit claimed', 'deposit sent', 'deposit noted']
// 'withdrawal claimed' comes last: its payout is queried for days, and those answers would kill the process of a later test.
const everyWithdrawal: readonly FaultPoint[] = [
  ...withdrawalFaultPoints.filter((point) => point !== 'withdrawal claimed'),
  'callback stored',
  'withdrawal claimed',
]
const withdrawals: readonly FaultPoint[] = isEveryKill ? everyWithdrawal : ['withdrawal sent']

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if (await is()) return
    await wait(pollMs)
  }
  throw new Error(`timed out waiting until ${what}`)
}

const waiting = async ({ msisdn }: SeededBettor) =>
  (await killed.fakes.prompts(msisdn)).filter((prompt) => prompt.state === 'waiting')

async function cashOf({ id }: SeededBettor): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger.account where owner = ${id}::bigint and kind = 'cash'`.execute(killed.server.db)
  return rows[0]?.balance ?? 0n
}

/** Moves the clock so that every payment that is open is due. */
const later = () => killed.call('/sandbox/clock', { advance_s: 61 })

/** A bettor with KSh 1,000, and a process that is killed at this point. */
async function meeting(point: FaultPoint): Promise<SeededBettor> {
  const [bettor] = await killed.bettors(1)
  if (!bettor) throw new Error('no bettor was seeded')
  await killed.killAt(point)
  return bettor
}

test.each(deposits)(
  'a process killed at "%s" of a deposit neither loses nor duplicates money after its restart',
  async (point) => {
    const bettor = await meeting(point)
    await killed.call('/stk/deposit', { id: random.uuid(), amount: '100' }, bettor.token)
    const beforeAnswer = early.includes(point)
    if (!beforeAnswer) await approve(bettor)
    await killed.server.gone()
    await killed.again()
    if (beforeAnswer && point !== 'deposit claimed') await approve(bettor)
    const nothing = point === 'deposit claimed'
    await until('the deposit is credited', async () => {
      if (nothing) return true
      await later()
      return (await cashOf(bettor)) === 109_500n
    })
    await proven(bettor, nothing ? 0 : 100, 0)
  },
)

test('a deposit and a withdrawal in flight while PostgreSQL is killed take effect once or not at all', async () => {
  const [payer, payee] = await killed.bettors(2)
  if (!payer || !payee) throw new Error('no bettors were made')
  const deposit = { id: random.uuid(), amount: '100' }
  const sendDeposit = () => killed.call('/stk/deposit', deposit, payer.token)
  const inFlight = [sendDeposit(), killed.withdraw(payee, '105')]
  await killed.server.killPostgres()
  await Promise.all(inFlight)
  await killed.server.ready()
  await until('the deposit is accepted under its id', async () => (await sendDeposit()).status < 400)
  await approve(payer)
  await until('the deposit is credited', async () => {
    await later()
    return (await cashOf(payer)) === 109_500n
  })
  const stateOf = async () =>
    (
      await sql<{ state: string }>`
        select state from payments.withdrawal where bettor_id = ${payee.id}::bigint`.execute(killed.server.db)
    ).rows[0]?.state
  const exists = (await stateOf()) !== undefined
  await until('the withdrawal has ended', async () => {
    await later()
    return !exists || (await stateOf()) === 'done'
  })
  expect(await cashOf(payee)).toBe(exists ? 89_500n : 100_000n)
  await proven(payer, 100, 0)
  await proven(payee, 0, exists ? 100 : 0)
})

/** Approves the prompt as soon as it has arrived on the phone. A restarted process sends an unsent prompt. */
async function approve(bettor: SeededBettor): Promise<void> {
  await until('the prompt is on the phone', async () => (await waiting(bettor)).length > 0)
  const [prompt] = await waiting(bettor)
  await killed.fakes.act(bettor.msisdn, prompt?.id ?? '', 'approve')
}

test.each(withdrawals)('a process killed at "%s" of a withdrawal has paid it exactly once', async (point) => {
  const bettor = await meeting(point)
  await killed.withdraw(bettor, '105')
  await killed.server.gone()
  await killed.again()
  const nothing = point === 'withdrawal claimed'
  await until('the withdrawal has ended', async () => {
    await later()
    const { rows } = await sql<{ state: string }>`
      select state from payments.withdrawal where bettor_id = ${bettor.id}::bigint`.execute(killed.server.db)
    return rows[0]?.state === (nothing ? 'sent' : 'done')
  })
  expect(await cashOf(bettor)).toBe(89_500n)
  await proven(bettor, 0, nothing ? 0 : 100)
})

/** Compares the provider's books of this number with the expected sums, and verifies our own books. */
async function proven({ msisdn }: SeededBettor, paidIn: number, paidOut: number): Promise<void> {
  const { movements } = await killed.fakes.books('mpesa')
  const sum = (kind: 'in' | 'out') =>
    movements
      .filter((movement) => movement.msisdn === msisdn && movement.kind === kind)
      .reduce((total, one) => total + one.amount, 0)
  expect([sum('in'), sum('out')]).toEqual([paidIn, paidOut])
  await booksProven(killed.server.db)
}
