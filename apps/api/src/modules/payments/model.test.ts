import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { money } from '@nare/money/money'
import { paymentFaults, promptActions, type PaymentFault, type PromptAction } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { random } from '#platform/random'
import type { SeededBettor } from '#testing/seed'
import type { FaultPoint } from './payments.ts'
import { openWorld, someone, type World } from './testing/payments-world.ts'

/**
 * Random sequences of everything that can happen to a bettor's money by payments, with every fault of the provider and crashes
 * between any two steps. When all is quiet again the ledger and the provider's books must agree to the shilling.
 */
const runs = Number(process.env['RUNS'] ?? 200)
const most = 8
const points: readonly FaultPoint[] = [
  'deposit stored',
  'deposit claimed',
  'deposit sent',
  'deposit noted',
  'callback stored',
  'claim noted',
  'deposit confirmed',
  'deposit credited',
  'withdrawal held',
  'withdrawal judged',
  'withdrawal claimed',
  'withdrawal sent',
  'withdrawal noted',
  'result read',
  'withdrawal settled',
]

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Step =
  | { do: 'deposit'; shillings: number; fault: PaymentFault | undefined }
  | { do: 'answer'; action: PromptAction }
  | { do: 'withdraw'; shillings: number; fault: PaymentFault | undefined }
  | { do: 'pay'; shillings: number }
  | { do: 'stake'; shillings: number }
  | { do: 'confirm' }
  | { do: 'pass'; seconds: number }
  | { do: 'flush' }
  | { do: 'crash'; at: FaultPoint }
  | { do: 'restart' }

const shillings = fc.integer({ min: 60, max: 600 })
const fault = fc.option(fc.constantFrom(...paymentFaults), { nil: undefined })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deposit' as const), shillings, fault }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      action: fc.oneof(
        { weight: 3, arbitrary: fc.constant('approve' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...promptActions) },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('withdraw' as const), shillings, fault }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay' as const), shillings }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stake' as const), shillings }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(6, 11, 61, 400) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), at: fc.constantFrom(...points) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

type Course = { bettor: SeededBettor; lastDeposit: string | undefined; staked: bigint }

async function take(course: Course, one: Step): Promise<void> {
  const { bettor } = course
  switch (one.do) {
    case 'deposit':
    case 'withdraw': {
      if (one.fault) await world.fault(one.fault)
      const asked =
        one.do === 'deposit'
          ? await world.deposit(bettor, `${one.shillings}`)
          : await world.withdraw(bettor, `${one.shillings}`)
      if (one.do === 'deposit') course.lastDeposit = asked.body.deposit_id ?? course.lastDeposit
      return world.quiet()
    }
    case 'answer':
      return answerNewest(bettor, one.action)
    case 'pay':
      await calm()
      await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: one.shillings })
      return world.quiet()
    case 'stake':
      course.staked += await stake(bettor, BigInt(one.shillings) * 100n)
      return
    case 'confirm':
      if (course.lastDeposit) await world.post('/v1/deposit-confirmation', { deposit_id: course.lastDeposit }, bettor)
      return
    case 'pass':
      return world.pass(one.seconds)
    case 'flush':
      await world.fakes.flush()
      return world.quiet()
    case 'crash':
      return world.crashAt(one.at)
    case 'restart':
      return world.restart()
  }
}

async function answerNewest(bettor: SeededBettor, action: PromptAction): Promise<void> {
  const waiting = (await world.fakes.prompts(bettor.msisdn)).some((prompt) => prompt.state === 'waiting')
  if (waiting) await world.answer(bettor, action)
}

/** A bet that is lost: what is staked stays with the house. Answers what was taken. */
function stake({ id }: SeededBettor, cents: bigint): Promise<bigint> {
  return transact(world.base.db, async (tx) => {
    const cash = (await world.ledger.lockCash(tx, [id])).get(id)
    if (!cash || cash.balance < cents) return 0n
    const postings = [
      { account: cash.account, amount: money(-cents) },
      { account: world.ledger.house('house:sports'), amount: money(cents) },
    ]
    await world.ledger.post(tx, [{ id: `bet/${id}/${cash.balance}/${cents}`, kind: 'stake', postings }])
    return cents
  })
}

/** From now on nothing goes wrong any more. */
async function calm(): Promise<void> {
  for (const one of paymentFaults) await world.fault(one, 0)
}

/** Everything comes to its end: the platform runs, the provider answers, no prompt waits. */
async function settle(bettor: SeededBettor): Promise<void> {
  await calm()
  await world.restart()
  await world.fakes.flush()
  await world.pass(11)
  for (const prompt of await world.fakes.prompts(bettor.msisdn))
    if (prompt.state === 'waiting') await world.fakes.act(bettor.msisdn, prompt.id, 'cancel')
  await world.quiet()
  for (const seconds of [61, 301]) await world.pass(seconds)
}

async function agree({ bettor, staked }: Course): Promise<void> {
  const { movements } = await world.fakes.books('mpesa')
  const mine = movements.filter((one) => one.msisdn === bettor.msisdn)
  const cents = (kind: 'in' | 'out') =>
    mine.filter((one) => one.kind === kind).reduce((sum, one) => sum + BigInt(one.amount) * 100n, 0n)
  const rows = await paymentsOf(bettor)
  const sumOf = (what: (row: Row) => bigint) => rows.reduce((sum, row) => sum + what(row), 0n)
  expect({ in: sumOf((row) => (row.kind === 'deposit' && row.state === 'succeeded' ? row.gross : 0n)) }).toEqual({
    in: cents('in'),
  })
  expect({ out: sumOf((row) => (row.kind === 'withdrawal' && row.state === 'done' ? row.net : 0n)) }).toEqual({
    out: cents('out'),
  })
  const cash =
    100_000n -
    staked +
    sumOf((row) =>
      row.kind === 'deposit' ? (row.state === 'succeeded' ? row.net : 0n) : row.state === 'failed' ? 0n : -row.gross,
    )
  expect({ cash: (await world.ledger.balances(bettor.id)).balance }).toEqual({ cash })
}

type Row = { kind: 'deposit' | 'withdrawal'; state: string; gross: bigint; net: bigint }

async function paymentsOf({ id }: SeededBettor): Promise<Row[]> {
  const found = await sql<Row>`
    select 'deposit' as kind, state, amount as gross, net from payments.deposit where bettor_id = ${id}::bigint
    union all select 'withdrawal', state, debited, sum from payments.withdrawal where bettor_id = ${id}::bigint`.execute(
    world.base.db,
  )
  return found.rows
}

test('after any course of payments, faults and crashes the ledger and the books of the provider agree', async () => {
  const seed = Number(process.env['SEED'] ?? random.below(2 ** 31))
  console.log(`payments model: SEED=${seed}`)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: most }), async (steps) => {
      const course: Course = { bettor: await someone(world), lastDeposit: undefined, staked: 0n }
      for (const one of steps) await take(course, one)
      await settle(course.bettor)
      await agree(course)
    }),
    { numRuns: runs, seed },
  )
  await world.proven()
}, 600_000)
