import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tz } from '#country/tz'
import { random } from '#platform/random'
import type { SeededBettor } from '#testing/seed'
import { killedServer, type KilledServer } from './testing/killed-server.ts'
import { booksProven } from './testing/payments-proof.ts'

// Starting the real server is slow while other tests run.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const pollMs = 25
const pollsMax = 2400
let killed: KilledServer

beforeAll(async () => {
  killed = await killedServer({}, tz)
})
afterAll(() => killed.close())

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if (await is()) return
    await wait(pollMs)
  }
  throw new Error(`timed out waiting until ${what}`)
}

/** A bettor with TSh 10,000. */
async function someone(): Promise<SeededBettor> {
  const [bettor] = await killed.bettors(1, 10_000)
  if (!bettor) throw new Error('no bettor was seeded')
  return bettor
}

const promptOf = async ({ msisdn }: SeededBettor) => (await killed.fakes.prompts(msisdn))[0]

/** Requests a deposit of TSh 1,000 by M-Pesa and waits until its prompt is on the phone. */
async function ask(bettor: SeededBettor): Promise<void> {
  const reply = await killed.call('/stk/deposit', { id: random.uuid(), amount: '1000' }, bettor.token)
  expect(reply).toMatchObject({ status: 200 })
  await until('the prompt is on the phone', async () => (await promptOf(bettor)) !== undefined)
}

const approve = async (bettor: SeededBettor) =>
  killed.fakes.act(bettor.msisdn, (await promptOf(bettor))?.id ?? '', 'approve')

async function cashOf({ id }: SeededBettor): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger.account where owner = ${id}::bigint and kind = 'cash'`.execute(killed.server.db)
  return rows[0]?.balance ?? 0n
}

/** Moves the clock until open payments have been queried, and the balance is this. */
const untilCash = (bettor: SeededBettor, cents: bigint) =>
  until(`the balance is ${cents}`, async () => {
    await killed.call('/sandbox/clock', { advance_s: 91 })
    return (await cashOf(bettor)) === cents
  })

/** What moved at the provider for this number, in shillings: in, then out. */
async function moved({ msisdn }: SeededBettor): Promise<[number, number]> {
  const { movements } = await killed.fakes.books('mpesa')
  const sum = (kind: 'in' | 'out') =>
    movements
      .filter((movement) => movement.msisdn === msisdn && movement.kind === kind)
      .reduce((total, { amount }) => total + amount, 0)
  return [sum('in'), sum('out')]
}

test('a prompt is credited as soon as Vodacom answers, while the process runs', async () => {
  const bettor = await someone()
  await ask(bettor)
  await approve(bettor)
  await until('the deposit is credited', async () => (await cashOf(bettor)) === 1_100_000n)
  expect(await moved(bettor)).toEqual([1000, 0])
})

test.each([['before'], ['after']] as const)(
  'a process killed by SIGKILL while it waits for a PIN, which is entered %s the next one starts, credits the deposit once',
  async (moment) => {
    const bettor = await someone()
    await ask(bettor)
    await killed.server.killProcess()
    if (moment === 'before') await approve(bettor)
    await killed.again()
    if (moment === 'after') await approve(bettor)
    await untilCash(bettor, 1_100_000n)
    for (let n = 0; n < 3; n++) await killed.call('/sandbox/clock', { advance_s: 301 })
    expect([await cashOf(bettor), await moved(bettor)]).toEqual([1_100_000n, [1000, 0]])
    await booksProven(killed.server.db)
  },
)

test('a process killed after a payout was sent has paid it exactly once', async () => {
  const bettor = await someone()
  await killed.killAt('withdrawal sent')
  await killed.withdraw(bettor, '2000')
  await killed.server.gone()
  await killed.again()
  await until('the withdrawal has ended', async () => {
    await killed.call('/sandbox/clock', { advance_s: 91 })
    const { rows } = await sql<{ state: string }>`
      select state from payments.withdrawal where bettor_id = ${bettor.id}::bigint`.execute(killed.server.db)
    return rows[0]?.state === 'done'
  })
  expect([await cashOf(bettor), await moved(bettor)]).toEqual([800_000n, [0, 2000]])
  await booksProven(killed.server.db)
})
