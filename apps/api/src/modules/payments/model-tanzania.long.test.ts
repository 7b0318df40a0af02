import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { money } from '@nare/money/money'
import type { PaymentFault, PromptAction } from '@nare/contract/sandbox'
import { queryRows } from '#platform/db'
import { random } from '#platform/random'
import { assertSame } from '#testing/money-model'
import type { SeededBettor } from '#testing/seed'
import { depositFaultPoints, withdrawalFaultPoints } from './deps.ts'
import type { ProviderName } from './ports.ts'
import { decideNow } from './testing/decide-now.ts'
import { someone } from './testing/payments-world.ts'
import { openTanzania, type Tanzania } from './testing/tanzania.ts'

/** The number of random courses, RUNS. SEED repeats a run. */
const runs = Number(process.env['RUNS'] ?? 25)
const courseMaxMs = 15_000

const common = ['time_out', 'no_answer', 'callback_lost', 'refused', 'token_expired', 'payout_ambiguous'] as const
const spoilt = ['malformed', 'unknown_code', 'other_payment', 'payout_failed'] as const
const faults: Readonly<Record<ProviderName, readonly PaymentFault[]>> = {
  mpesa: [
    ...common,
    ...spoilt,
    'payout_duplicate',
    'payout_busy',
    'session_waits',
    'still_processing',
    'status_refused',
    'gateway_refused',
  ],
  airtel: [...common, 'callback_doubled', 'callback_first', 'payout_failed', 'payout_duplicate', 'still_processing'],
  mixx: [...common, ...spoilt, 'wrong_amount', 'callback_doubled', 'callback_first'],
}
const providers = ['mpesa', 'airtel', 'mixx'] as const

type Step =
  | { do: 'deposit' | 'withdraw'; provider: ProviderName; shillings: number }
  | { do: 'fault'; provider: ProviderName; fault: PaymentFault }
  | { do: 'answer'; action: PromptAction }
  | { do: 'crash'; at: (typeof depositFaultPoints | typeof withdrawalFaultPoints)[number] }
  | { do: 'pass'; seconds: number }
  | { do: 'restart' | 'forge' | 'confirm' }

const anyProvider = fc.constantFrom(...providers)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('deposit' as const, 'withdraw' as const),
    provider: anyProvider,
    shillings: fc.integer({ min: 10, max: 400 }),
  }),
  anyProvider.chain((provider) =>
    fc.record({
      do: fc.constant('fault' as const),
      provider: fc.constant(provider),
      fault: fc.constantFrom(...faults[provider]),
    }),
  ),
  fc.record({
    do: fc.constant('answer' as const),
    action: fc.constantFrom('approve' as const, 'approve' as const, 'cancel' as const, 'no_funds' as const),
  }),
  fc.record({
    do: fc.constant('crash' as const),
    at: fc.constantFrom(...depositFaultPoints, ...withdrawalFaultPoints),
  }),
  fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(11, 61, 91, 181) }),
  fc.record({ do: fc.constantFrom('restart' as const, 'forge' as const, 'confirm' as const) }),
)

let world: Tanzania
beforeAll(async () => {
  world = await openTanzania()
})
afterAll(() => world.close())

test(
  'after any random course of payments by the wallets of Tanzania, with faults and crashes, the books of all providers and ours agree',
  async () => {
    const seed = Number(process.env['SEED'] ?? random.below(2 ** 31))
    console.log(`wallets of Tanzania: SEED=${seed}`)
    const course = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const bettor = await someone(world)
      try {
        for (const each of steps) await perform(bettor, each)
      } finally {
        await settle(bettor)
      }
      await agree(bettor)
    })
    await fc.assert(course, { numRuns: runs, seed, endOnFailure: true })
    await world.proven()
  },
  Math.max(300_000, runs * courseMaxMs),
)

async function perform(bettor: SeededBettor, given: Step): Promise<void> {
  switch (given.do) {
    case 'deposit':
    case 'withdraw': {
      const { provider } = given
      const request = given.do === 'deposit' ? world.deposit : world.withdraw
      await request(bettor, `${given.shillings}`, { provider })
      await world.quiet()
      if (given.do === 'deposit' && (await hasDeposit(bettor))) await world.promptOf(bettor)
      return
    }
    case 'fault':
      return world.fault(given.fault, 1, given.provider)
    case 'answer':
      return (await hasDeposit(bettor)) ? world.tap(bettor, given.action) : undefined
    case 'crash':
      return world.crashAt(given.at)
    case 'pass':
      await world.pass(given.seconds)
      return world.crashed() ? world.again() : undefined
    case 'restart':
      // What waits for a PIN is dropped, as when the process is killed.
      return world.again()
    case 'forge':
      return (await hasDeposit(bettor)) && !world.crashed() ? forge(bettor) : undefined
    case 'confirm':
      return world.crashed() ? undefined : confirmByStatement(bettor)
  }
}

type Row = {
  id: bigint
  kind: 'in' | 'out'
  provider: ProviderName
  state: string
  ours: string
  cents: bigint
  cash: bigint
}

/** The payments of a bettor: what each moved at its provider, and in the cash, if it has succeeded. */
const rowsOf = ({ id }: SeededBettor) =>
  queryRows<Row>(world.base.db)`
    select id, 'in' as kind, provider, state, reference as ours, amount as cents, net as cash from payments.deposit
    where bettor_id = ${id}::bigint
    union all select id, 'out', provider, state, replace(conversation::text, '-', ''), coalesce(paid, sum), returned - debited
    from payments.withdrawal where bettor_id = ${id}::bigint order by id`

const hasDeposit = async (bettor: SeededBettor): Promise<boolean> =>
  (await rowsOf(bettor)).some(({ kind }) => kind === 'in')

/** Messages that report the newest deposit as paid, though nobody has paid it. */
async function forge(bettor: SeededBettor): Promise<void> {
  const { reference } = await world.depositOf(bettor)
  const receipt = `F${random.code()}`
  const mixx = {
    Status: true,
    MFSTransactionID: receipt,
    ReferenceID: `${world.fakes.billerCode}${reference}`,
    Amount: '1',
  }
  const airtel = { transaction: { id: reference, status_code: 'TS', airtel_money_id: receipt } }
  for (const [provider, body] of [
    ['mixx', mixx],
    ['airtel', airtel],
  ] as const)
    await world.post(new URL(await world.payments().callbackAddress(provider)).pathname, body, bettor)
  await world.quiet()
}

async function movementOf({ kind, provider, ours }: Row) {
  const { movements } = await world.fakes.books(provider)
  return movements.find((movement) => movement.kind === kind && movement.reference === ours)
}

/** People confirm the deposits that Mixx has in its statement. */
async function confirmByStatement(bettor: SeededBettor): Promise<void> {
  for (const row of (await rowsOf(bettor)).filter((one) => one.kind === 'in' && one.provider === 'mixx')) {
    const moved = await movementOf(row)
    if (!moved) continue
    const found = { deposit: row.id, receipt: moved.receipt, amount: money(BigInt(moved.amount) * 100n) }
    await decideNow(world.base.db, world.payments().operator.decisions.confirmation, found).catch(() => undefined)
  }
}

/** A person approves the withdrawals that wait because of a finding. */
async function approveWaiting(bettor: SeededBettor): Promise<void> {
  for (const { id } of (await rowsOf(bettor)).filter(({ kind, state }) => kind === 'out' && state === 'checking')) {
    const { withdrawal } = world.payments().operator.decisions
    await decideNow(world.base.db, withdrawal, { withdrawal: id, operator: 'asha', approve: true })
  }
  await world.quiet()
}

/** Two people end the payouts that are open, by the statement. */
async function endOpen(bettor: SeededBettor): Promise<void> {
  for (const row of (await rowsOf(bettor)).filter(({ kind, state }) => kind === 'out' && state === 'sent')) {
    const moved = await movementOf(row)
    const end = moved
      ? ({ outcome: 'paid', receipt: moved.receipt } as const)
      : ({ outcome: 'not_paid', reference: 'not in the statement' } as const)
    await world.endPayout({ withdrawal: row.id, ...end })
  }
}

async function settle(bettor: SeededBettor): Promise<void> {
  await world.again()
  for (const provider of providers) for (const fault of faults[provider]) await world.fault(fault, 0, provider)
  for (const { id, state } of await world.fakes.prompts(bettor.msisdn))
    if (state === 'waiting') await world.fakes.act(bettor.msisdn, id, 'cancel')
  await world.quiet()
  for (const provider of providers) await world.payments().operator.endFaults({ provider, operator: 'amina' })
  await world.pass(11)
  await approveWaiting(bettor)
  for (const seconds of [91, 181, 301, 301]) await world.pass(seconds)
  await confirmByStatement(bettor)
  await world.pass(3700)
  await endOpen(bettor)
  if ((await rowsOf(bettor)).some(({ kind, state }) => kind === 'out' && state === 'sent')) {
    await world.pass(73 * 3600)
    await endOpen(bettor)
  }
}

/** What the providers moved is what we booked, and no payment moved twice. */
async function agree(bettor: SeededBettor): Promise<void> {
  const rows = await rowsOf(bettor)
  const booked = rows.filter(({ state }) => state === 'succeeded' || state === 'done')
  for (const provider of providers) {
    const { movements } = await world.fakes.books(provider)
    const moved = movements.filter(({ msisdn }) => msisdn === bettor.msisdn)
    const lines = (all: readonly (readonly [string, string, bigint])[]) => all.map((one) => one.join(' ')).toSorted()
    assertSame(
      `the payments by ${provider}`,
      lines(
        booked.filter((row) => row.provider === provider).map(({ kind, ours, cents }) => [kind, ours, cents] as const),
      ),
      lines(moved.map(({ kind, reference, amount }) => [kind, reference, BigInt(amount) * 100n] as const)),
    )
  }
  const open = rows.filter(({ kind, state }) => kind === 'out' && state !== 'done' && state !== 'failed')
  assertSame('the open payouts', open, [])
  const cash = booked.reduce((sum, row) => sum + row.cash, 100_000n)
  const [whole, cents] = [cash / 100n, (cash % 100n).toString().padStart(2, '0')]
  assertSame('the balance', await world.balance(bettor), `${whole}.${cents}`)
}
