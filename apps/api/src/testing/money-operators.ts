import type { FoundEnd } from '#modules/payments/testing/decide-now'
import type { Books } from './money-books.ts'
import { assertSame, expected, type MoneyWorld } from './money-model.ts'
import type { SeededBettor } from './seed.ts'
import { queryRows } from '#platform/db'

/**
 * Lets two operators end, by the provider's statement, this bettor's payouts without a response. The payouts are made three days old and
 * the provider sends everything it had delayed. The server may crash in between.
 */
export async function endPayouts(world: MoneyWorld, { id }: SeededBettor): Promise<void> {
  await world.fakes.flush()
  await world.quiet()
  if (world.crashed()) return
  const rows = await queryRows<{ id: bigint; conversation: string }>(world.base.db)`
    update payments.withdrawal set sent_at = sent_at - interval '72 hours'
    where bettor_id = ${id}::bigint and state = 'sent' returning id, conversation::text as conversation`
  const { movements } = await world.fakes.books('mpesa')
  for (const { id: withdrawal, conversation } of rows) {
    const paid = movements.find((movement) => movement.kind === 'out' && movement.reference === conversation)
    const statement: FoundEnd = paid
      ? { withdrawal, outcome: 'paid', receipt: paid.receipt, amount: BigInt(paid.amount) * 100n }
      : { withdrawal, outcome: 'not_paid', reference: 'Not in the statement' }
    if (!world.crashed()) await world.endPayout(statement)
  }
  await world.quiet()
}

/** Asserts that every payout that was sent has ended. Other payouts may wait for approval. */
export async function assertPayoutsEnded({ base }: MoneyWorld, { id }: SeededBettor): Promise<void> {
  const rows = await queryRows<{ id: bigint; reason: string | null }>(base.db)`
    select id, reason from payments.withdrawal where bettor_id = ${id}::bigint and state = 'sent'`
  assertSame('payouts without an end', rows, [])
}

/** Advances the time until failed returns are retried. */
export async function retryReturns(world: MoneyWorld, books: Books): Promise<void> {
  for (const seconds of [601, 3601, 21_601, 86_401])
    if ((await expected(world, books)).returnable > 0n) await world.pass(seconds)
}
