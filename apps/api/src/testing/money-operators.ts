import { sql } from 'kysely'
import type { Found, OperatorName } from '#modules/payments/testing/payments-world'
import { assertSame, expected, type Books, type MoneyWorld } from './money-model.ts'
import type { SeededBettor } from './seed.ts'

const operators: readonly OperatorName[] = ['asha', 'ben']

/**
 * Has two operators end this bettor's payouts that the provider has not answered for, by its statement. The payouts count as three days old;
 * nothing is late at the provider any more, as after three days. The platform may end in between.
 */
export async function endPayouts(world: MoneyWorld, { id }: SeededBettor): Promise<void> {
  await world.fakes.flush()
  await world.quiet()
  if (world.crashed()) return
  const { rows } = await sql<{ id: bigint; conversation: string }>`
    update payments.withdrawal set sent_at = sent_at - interval '72 hours'
    where bettor_id = ${id}::bigint and state = 'sent' returning id, conversation::text as conversation`.execute(
    world.base.db,
  )
  const { movements } = await world.fakes.books('mpesa')
  for (const { id: withdrawal, conversation } of rows) {
    const paid = movements.find((one) => one.kind === 'out' && one.reference === conversation)
    const found: Found = paid
      ? { withdrawal, outcome: 'paid', receipt: paid.receipt, amount: BigInt(paid.amount) * 100n }
      : { withdrawal, outcome: 'not_paid', reference: 'Not in the statement' }
    for (const operator of operators) if (!world.crashed()) await world.endPayout(operator, found)
  }
  await world.quiet()
}

/** Every payout that was sent has ended. Others may wait for approval. */
export async function assertPayoutsEnded({ base }: MoneyWorld, { id }: SeededBettor): Promise<void> {
  const { rows } = await sql<{ id: bigint; reason: string | null }>`
    select id, reason from payments.withdrawal where bettor_id = ${id}::bigint and state = 'sent'`.execute(base.db)
  assertSame('payouts without an end', rows, [])
}

/** Lets the time pass after which failed returns are tried again. */
export async function retryReturns(world: MoneyWorld, books: Books): Promise<void> {
  for (const seconds of [601, 3601, 21_601, 86_401])
    if ((await expected(world, books)).returnable > 0n) await world.pass(seconds)
}
