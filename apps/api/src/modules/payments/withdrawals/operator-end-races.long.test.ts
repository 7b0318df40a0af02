import { afterAll, beforeAll, expect, test } from 'vitest'
import { endFaultPoints } from '../deps.ts'
import { endNow } from '../testing/decide-now.ts'
import { openWorld, type World } from '../testing/payments-world.ts'
import { findingsOf, kindsOf, neverSent, paidUnanswered } from '../testing/stuck-payouts.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const notPaid = { outcome: 'not_paid', reference: 'Statement 22 November' } as const
type Found = typeof notPaid | { outcome: 'paid'; receipt: string }
const end = (withdrawal: bigint, found: Found) =>
  endNow(world.base.db, world.payments().operator, { withdrawal, ...found })
const valueOf = (answer: Awaited<ReturnType<typeof end>>): string => (answer.ok ? answer.value : answer.code)

test('a hundred concurrent confirmations of the same end move the money of a payout once', async () => {
  const { bettor, id } = await neverSent(world)
  const answers = await Promise.all(Array.from({ length: 100 }, () => end(id, notPaid)))
  expect(new Set(answers.map(valueOf))).toEqual(new Set(['not_paid']))
  expect(await kindsOf(world, id)).toEqual(['withdrawal', 'withdrawal_released'])
  expect(await world.balance(bettor)).toBe('1000.00')
})

test('of two ends that differ and are confirmed concurrently one ends the payout', async () => {
  const { id } = await neverSent(world)
  const paid = { outcome: 'paid', receipt: 'DISAGREE01' } as const
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => end(id, n % 2 === 0 ? notPaid : paid)))
  const kinds = await kindsOf(world, id)
  expect(kinds).toHaveLength(2)
  const outcome = kinds[1] === 'withdrawal_paid' ? 'paid' : 'not_paid'
  expect(new Set(answers.map(valueOf))).toEqual(new Set([outcome, 'already_ended']))
})

test.each(['paid', 'not_paid'] as const)(
  "the provider's answer and a hundred concurrent confirmations of %s end a payout once",
  async (outcome) => {
    const payouts = []
    for (let made = 0; made < 8; made++) payouts.push(await paidUnanswered(world))
    const found = (receipt: string): Found => (outcome === 'paid' ? { outcome, receipt } : notPaid)
    for (const { id } of payouts) await world.payments().operator.afterEndProposed(id)
    await world.quiet()
    await world.fault('status_refused', 0)
    await world.endFaults()
    await world.clock.advance(11)
    const message = { Result: { ResultCode: 0, ConversationID: 'AG_any', TransactionID: 'ANY0000001' } }
    // One payout after the other: eight hundred calls at once would wait too long for a connection.
    for (const { id, bettor, receipt } of payouts)
      await Promise.all([
        world.post(world.callbackPath('payout', id), message, bettor),
        ...Array.from({ length: 100 }, () => end(id, found(receipt))),
      ])
    await world.quiet()
    for (const { id, bettor } of payouts) {
      const [, ...ends] = await kindsOf(world, id)
      expect(ends).toHaveLength(1)
      const isBack = ends[0] === 'withdrawal_released'
      expect(await world.balance(bettor)).toBe(isBack ? '1000.00' : '900.25')
      expect(await findingsOf(world, id)).toEqual(
        isBack ? ['contradiction: failed by asha and ben in our records, then reported as succeeded'] : [],
      )
    }
  },
)

test.each(endFaultPoints)('a crash at "%s" loses no end of a payout and moves no money twice', async (point) => {
  const { bettor, id } = await neverSent(world)
  await world.crashAt(point)
  const ending = point === 'payout end applied' ? end(id, notPaid) : world.payments().operator.afterEndProposed(id)
  await expect(ending).rejects.toThrow(point)
  await world.restart()
  for (let times = 0; times < 2; times++) expect(valueOf(await end(id, notPaid))).toBe('not_paid')
  expect(await kindsOf(world, id)).toEqual(['withdrawal', 'withdrawal_released'])
  expect(await world.balance(bettor)).toBe('1000.00')
})
