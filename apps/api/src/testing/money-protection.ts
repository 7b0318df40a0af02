import { sql } from 'kysely'
import { exclude } from '#modules/protection/protection'
import { queryRows, transact } from '#platform/db'
import { ModelMismatch, type MoneyWorld } from './money-model.ts'
import type { SeededBettor } from './seed.ts'

const dayS = 86_400

/** Excludes a bettor for a day, under the same lock as every stake and every credit. */
export async function excludeNow({ base }: MoneyWorld, { id }: SeededBettor): Promise<void> {
  await transact(base.db, async (tx) => {
    await sql`select from ledger.account where owner = ${id}::bigint and kind = 'cash' for update`.execute(tx)
    await exclude(tx, { bettor: id, period: '24h', seconds: dayS })
  })
}

export async function isExcluded({ base }: MoneyWorld, { id }: SeededBettor): Promise<boolean> {
  const rows = await queryRows(base.db)`
    select from protection.exclusion where bettor_id = ${id}::bigint and until > platform.now()`
  return rows.length > 0
}

/** Asserts that deposits were credited only outside exclusions, and returnable money only during them: scenarios set no limits. */
export async function assertExclusionRespected({ base }: MoneyWorld, { id }: SeededBettor): Promise<void> {
  const rows = await queryRows<{ id: string; kind: string }>(base.db)`
    select distinct t.id, t.kind from ledger.account a join ledger.entry e on e.account_id = a.id
      join ledger.transfer t on t.no = e.transfer_no and t.kind in ('deposit', 'returnable')
    where a.owner = ${id}::bigint and (t.kind = 'deposit') = exists (
      select from protection.exclusion x where x.bettor_id = a.owner and t.at >= x.since and t.at < x.until)`
  if (rows.length > 0) throw new ModelMismatch(`money was credited against an exclusion: ${JSON.stringify(rows)}`)
}

/**
 * Sends forged callbacks to every callback address of a bettor's payments: successes with receipts of other payments, failures of
 * payments that succeeded, and confirmations of money that was paid by a prompt.
 */
export async function forge(world: MoneyWorld, bettor: SeededBettor): Promise<void> {
  const { db } = world.base
  const rows = await queryRows<{ id: bigint; kind: 'deposit' | 'withdrawal'; amount: bigint; request: string | null }>(
    db,
  )`
    select id, 'deposit' as kind, amount, request_id as request from payments.deposit where bettor_id = ${bettor.id}::bigint
    union all select id, 'withdrawal', sum, request_id from payments.withdrawal where bettor_id = ${bettor.id}::bigint`
  const { movements } = await world.fakes.books('mpesa')
  const send = (path: string, body: object) => world.post(path, body, bettor)
  for (const { id, kind, amount, request } of rows) {
    const shillings = Number(amount / 100n)
    const receipt =
      movements.findLast((movement) => movement.kind === 'in' && movement.amount === shillings)?.receipt ?? 'FORGED0001'
    for (const code of [0, 1032, 2001])
      await (kind === 'deposit'
        ? send(world.callbackPath('prompt', id), promptBody(code, { request, receipt, shillings }))
        : send(world.callbackPath('payout', id), payoutBody(code, { request, shillings })))
  }
  for (const { receipt, amount } of movements.filter(({ kind, msisdn }) => kind === 'in' && msisdn === bettor.msisdn))
    await send(world.callbackPath('paybill', ''), {
      TransID: receipt,
      TransAmount: `${amount}.00`,
      BillRefNumber: bettor.msisdn,
    })
  await world.quiet()
}

type Forged = { request: string | null; receipt: string; shillings: number }

const promptBody = (code: number, { request, receipt, shillings }: Forged): object => ({
  Body: {
    stkCallback: {
      CheckoutRequestID: request ?? 'ws_CO_forged',
      ResultCode: code,
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: shillings },
          { Name: 'MpesaReceiptNumber', Value: receipt },
        ],
      },
    },
  },
})

const payoutBody = (code: number, { request, shillings }: Omit<Forged, 'receipt'>): object => ({
  Result: {
    ResultCode: code,
    ConversationID: request ?? 'AG_forged',
    TransactionID: 'FORGED0002',
    ResultParameters: { ResultParameter: [{ Key: 'TransactionAmount', Value: shillings }] },
  },
})
