import { amlRules, type AmlAlert, type AmlEvidence } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { amlFactsText, amlRuleTexts } from '../../parts/aml-text.ts'
import { CsvOfPersons } from '../../parts/csv-of-persons.tsx'
import { amountText, countOf, labelOf, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './aml.module.css'

/** The alerts of a case. */
export function CaseAlerts({ alerts }: { alerts: readonly AmlAlert[] }) {
  return (
    <section className={style.section} aria-label="Alerts">
      <h3>Alerts</h3>
      {alerts.length === 0 && <p className="t3">None: the case was opened by hand.</p>}
      <ul className={style.alerts}>
        {alerts.map(({ alert_id, rule, facts, raised_at }) => (
          <li key={alert_id}>
            <b>{amlRuleTexts[rule]}</b>
            <span>{amlFactsText(facts.text)}</span>
            <small>{whenText(raised_at, serverNow())}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The payments of the report, the oldest first. */
export function CasePayments({ id }: { id: string }) {
  const { data } = useRead(calls.amlPayments, { case_id: id })
  const payments = data?.data ?? []
  return (
    <section className={style.section} aria-label="Payments of the report">
      <header>
        <h3>Payments of the report</h3>
        <span className="t3">{data && countOf(payments.length, 'payment')}</span>
        <CsvOfPersons list={calls.amlPayments} filters={{ case_id: id }} />
      </header>
      {payments.length === 0 ? (
        <p className="t3">{data ? 'None in the 60 days before the suspicion.' : 'Loading…'}</p>
      ) : (
        <div className={style.scroll} role="group" aria-label="Payments of the report" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">At</th>
                <th scope="col">Kind</th>
                <th scope="col">Number</th>
                <th scope="col">Other side</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {payments.map(({ transfer, kind, ref, amount, at, other }) => (
                <tr key={transfer}>
                  <td>{whenText(at, serverNow())}</td>
                  <td>{labelOf(kind)}</td>
                  <td>{ref ?? '–'}</td>
                  <td>{other ?? '–'}</td>
                  <td>{amountText(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** What a piece of evidence is called: "Payment 31", "Alert 4: Split deposits". */
function evidenceText({ kind, ref, lines }: Pick<AmlEvidence, 'kind' | 'ref' | 'lines'>): string {
  const rule = kind === 'alert' ? amlRules.find((one) => one === lines[0]?.name) : undefined
  if (kind === 'timeline') return 'Timeline'
  return rule ? `Alert ${ref}: ${amlRuleTexts[rule]}` : `${labelOf(kind)} ${ref}`
}

/** What was attached, each as it was at the time. */
export function Evidence({ evidence }: { evidence: readonly AmlEvidence[] }) {
  return (
    <section className={style.section} aria-label="Evidence">
      <h3>Evidence, as it was when it was attached</h3>
      {evidence.length === 0 && <p className="t3">None yet.</p>}
      {evidence.map(({ evidence_id, kind, ref, lines, at, by }) => (
        <details key={evidence_id} className={style.evidence}>
          <summary>
            <b>{evidenceText({ kind, ref, lines })}</b>{' '}
            <small>
              {by}, {whenText(at, serverNow())}
            </small>
          </summary>
          <dl>
            {lines.map(({ name, text }, n) => (
              <div key={n}>
                <dt>{name}</dt>
                <dd>{amlFactsText(text)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  )
}
