import { operatorAml as calls } from '@nare/contract/operator-aml'
import { amlRuleTexts } from '../../parts/aml-text.ts'
import { labelOf, whenText } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { Section } from './side-section.tsx'
import style from './side.module.css'

const shown = 5
const everyMs = 15_000

/** The newest cases and alerts of money laundering about a bettor, for people who may know of them; nothing else asks for them. */
export function Suspicions({ id }: { id: string }) {
  return useMay()('aml.read') ? <Found id={id} /> : null
}

function Found({ id }: { id: string }) {
  const of = { bettor_id: id, limit: shown }
  const alerts = useRead(calls.amlAlerts, of, { everyMs }).data?.data ?? []
  const cases = useRead(calls.amlCases, of, { everyMs }).data?.data ?? []
  if (alerts.length === 0 && cases.length === 0) return null
  const isOpen = [...alerts, ...cases].some(({ state }) => state === 'open')
  return (
    <Section
      id="suspicions"
      title="Money laundering"
      about={isOpen ? <b className={style.strong}>open · never tell the bettor</b> : 'never tell the bettor'}
    >
      <ul className={style.list}>
        {cases.map(({ case_id, state, owner, opened_at }) => (
          <li key={`case ${case_id}`}>
            <PageLink page={`/house/aml/cases/${case_id}`}>Case {case_id}</PageLink>
            <span>{labelOf(state)}</span>
            <small>
              {owner}, {whenText(opened_at, serverNow())}
            </small>
          </li>
        ))}
        {alerts.map(({ alert_id, rule, state, raised_at }) => (
          <li key={`alert ${alert_id}`}>
            <PageLink page={`/house/aml/alerts?bettor=${id}&alert=${alert_id}`}>{amlRuleTexts[rule]}</PageLink>
            <span>{alertTexts[state]}</span>
            <small>{whenText(raised_at, serverNow())}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const alertTexts = { open: 'Open alert', case: 'In a case', closed: 'Dismissed' } as const
