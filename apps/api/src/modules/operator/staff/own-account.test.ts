import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions } from '@nare/contract/console-bettor-actions'
import { operator } from '@nare/contract/operator'
import { operatorReconciliation } from '@nare/contract/operator-payments-reconciliation'
import { operatorPaymentWork } from '@nare/contract/operator-payments-work'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { payments } from '@nare/contract/payments'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { withdraw } from '#testing/withdraw'
import { openConsole, seated as seatedOf, tokenBy } from '#testing/console-client'

const reason = 'seen and checked'

let nare: TestApp
let [own, other]: SeededBettor[] = []
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
  ;[own, other] = [await nare.bettor(500_000), await nare.bettor(500_000)]
})
afterAll(() => nare.close())

const seated = (name: string) => seatedOf(nare, name)

/** What a bettor has that people of the house decide. */
async function paymentsOf({ id, token }: SeededBettor) {
  const { body } = await withdraw(nare, token, '200000')
  const asked = await nare.call(payments.deposit, { id: randomUUID(), amount: '150' }, token)
  const check = await sql<{ id: bigint }>`
    insert into identity.kyc_case (bettor, client_id, hash, kind, number, name, state, submitted_at, changed_at)
    values (${id}::bigint, ${randomUUID()}::uuid, sha256(${id}::text::bytea), 'passport', ${`A${id}00000`}, 'Somebody', 'checking', platform.now(), platform.now())
    returning id`.execute(nare.base.db)
  await nare.app.payments.settled()
  const review = await sql<{ id: bigint }>`
    insert into payments.review (payment_id, what, facts, at)
    values (${asked.body.deposit_id}::bigint, 'test', '', platform.now()) returning id`.execute(nare.base.db)
  const difference = await sql<{ id: bigint }>`
    insert into payments.difference (provider, day, kind, key, payment_id, ours)
    values ('mpesa', '2026-01-01', 'ours_only', ${`payment/${asked.body.deposit_id}`}, ${asked.body.deposit_id}::bigint, 15000)
    returning id`.execute(nare.base.db)
  return {
    review: String(review.rows[0]?.id),
    difference: String(difference.rows[0]?.id),
    withdrawal: body.withdrawal_id,
    deposit: asked.body.deposit_id,
    check: String(check.rows[0]?.id),
  }
}

test('nobody acts on payments and documents of the own betting account, nor on what is proposed about it', async () => {
  const [chebet, asha] = [await seated('chebet'), await seated('asha')]
  await chebet.send(calls.declareAccount, { account: String(own?.id) })
  const answersFor = async (bettor: SeededBettor | undefined) => {
    if (!bettor) throw new Error('no bettor was opened')
    const { withdrawal, deposit, check, review, difference } = await paymentsOf(bettor)
    const proposed = await asha.send(operator.decideWithdrawal, { id: withdrawal, approve: true, reason })
    const proposal = String((proposed.body as { proposal_id?: string }).proposal_id)
    const answers = [
      await chebet.send(operatorPaymentWork.claimWithdrawal, { id: withdrawal, reason }),
      await chebet.send(operatorPaymentWork.askForProof, { withdrawal_id: withdrawal, text: 'Your payslip', reason }),
      await chebet.send(operatorPaymentWork.undoWithdrawal, { id: withdrawal, reason }),
      await chebet.send(operator.resendWithdrawal, { id: withdrawal, reason }),
      await chebet.send(operator.creditReturn, { id: deposit, reason }),
      await chebet.send(operator.nameReceipt, { id: deposit, receipt: `OWN${bettor.id}`, reason }),
      await chebet.send(operator.endDeposit, { id: deposit, reason }),
      await chebet.send(operator.resolveReview, { id: review, reason }),
      await chebet.send(operatorReconciliation.endDifference, { id: difference, action: 'noted', reason }),
      await chebet.send(operator.decideIdentityCheck, { id: check, approve: true, reason }),
      await chebet.send(operatorProposals.refuseProposal, { id: proposal, reason }),
    ]
    return answers.map(({ body }) => body.code === 'own_account')
  }
  expect(new Set(await answersFor(own))).toEqual(new Set([true]))
  expect(new Set(await answersFor(other))).toEqual(new Set([false]))
})

test('a token neither approves a promotion nor opens a jackpot of somebody else', async () => {
  const [asha, juma] = [await seated('asha'), await seated('juma')]
  const { token } = await tokenBy(asha, juma, { name: 'drafts', roles: ['marketing'], days: 1 })
  const bearer = { cookie: undefined, headers: { authorization: `Bearer ${token}` } }
  const unknown = { id: '999999', reason }
  for (const call of [operatorPromotions.approvePromotion, operator.openJackpot]) {
    expect(await asha.send(call, unknown, bearer)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await asha.send(call, unknown)).toMatchObject({ status: 404 })
  }
})

test('a refusal for the own account, or without a fresh confirmation, is a line of the log', async () => {
  const baraka = openConsole(nare)
  await baraka.login('baraka')
  await baraka.send(calls.declareAccount, { account: String(own?.id) })
  const percent = (id: unknown) =>
    baraka.send(consoleBettorActions.setStakePercent, { id: String(id), percent: 50, reason })
  expect((await percent(own?.id)).body).toMatchObject({ code: 'own_account' })
  const chebet = openConsole(nare)
  await chebet.login('chebet')
  await chebet.send(operator.decideWithdrawal, { id: '999', approve: true, reason })
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', a.operator, a.action, a.subject, a.reason, o.outcome) as line
    from operator.audit a join operator.audit_outcome o on o.audit_id = a.id
    where (a.operator = 'baraka' and o.outcome = 'own_account') or a.subject = 'withdrawal 999' order by a.id`.execute(
    nare.base.db,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    `baraka bettor.stake_percent bettor ${own?.id} ${reason} own_account`,
    `chebet withdrawal.decide withdrawal 999 ${reason} confirm_first`,
  ])
})

test('whoever confirms by the same call has confirmed who sits there, also where proposing does not need it', async () => {
  const [dalili, esther] = [openConsole(nare), openConsole(nare)]
  await dalili.login('dalili')
  await esther.login('esther')
  const change = { id: String(other?.id), msisdn: '254110000877', reason }
  const typed = { ...change, msisdn: '110/000.877' }
  expect(await dalili.send(consoleBettorActions.changeBettorNumber, typed)).toMatchObject({ status: 202 })
  const { body } = await esther.send(operatorProposals.proposals, { state: 'waiting' })
  expect(body.data.find(({ subject }) => subject === `bettor ${change.id}`)?.after).toEqual({ msisdn: '0110 *** 877' })
  const confirm = () => esther.send(consoleBettorActions.changeBettorNumber, change)
  expect(await confirm()).toMatchObject({ status: 403, body: { code: 'confirm_first' } })
  await esther.send(calls.confirmPerson, { code: await esther.code('esther') })
  expect(await confirm()).toMatchObject({ status: 200, body: { state: 'done' } })
})
