import { randomUUID } from 'node:crypto'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import type { TestApp } from '#testing/app'

export const reason = 'as the law asks'

/** Deposits that raise alerts, and the alerts and cases about them, as the officer with this token sees them. */
export function suspicionsOf(nare: () => TestApp, officer: string) {
  const post = (bettor: bigint, ...shillings: readonly bigint[]) =>
    transact(nare().app.db, (tx) =>
      nare().app.ledger.credit(
        tx,
        shillings.map((sum) => ({
          ...{ id: randomUUID(), kind: 'deposit' as const, bettor, amount: money(sum * 100n) },
          against: nare().app.ledger.house('house:sandbox'),
        })),
      ),
    )
  const follow = () => nare().app.aml.followLedger()
  /** The alerts about a bettor, whatever became of them. */
  const alertsOf = async (bettor: bigint, by = officer) =>
    (await nare().call(calls.amlAlerts, { bettor_id: `${bettor}`, limit: 100 }, by)).body.data
  /** A bettor with an alert about the deposits of a day. */
  async function suspect() {
    const bettor = await nare().bettor()
    await post(bettor.id, 300_000n)
    await follow()
    const [alert] = await alertsOf(bettor.id)
    if (!alert) throw new Error('no alert was raised')
    return { bettor, alert }
  }
  const open = (alert_id: string, given: { id?: string } = {}) =>
    nare().call(calls.openAmlCase, { alert_id, reason, ...given }, officer)
  /** A bettor with a case. */
  async function opened() {
    const { bettor, alert } = await suspect()
    return { bettor, alert, case_id: (await open(alert.alert_id)).body.case_id }
  }
  const caseOf = async (case_id: string) => (await nare().call(calls.amlCase, { case_id }, officer)).body
  return { post, follow, alertsOf, suspect, open, opened, caseOf }
}
