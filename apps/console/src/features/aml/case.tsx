import type { OneAmlCase } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ReadAge } from '../../parts/age.tsx'
import { BettorLink, useBettorKey } from '../../parts/bettor-link.tsx'
import { Facts, Head } from '../../parts/controls.tsx'
import { dayText, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ActionButtons, Words } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './aml.module.css'
import { CaseForm, caseActs, caseActTexts, caseKeys, type CaseAct } from './case-forms.tsx'
import { CaseAlerts, CasePayments, Evidence } from './case-parts.tsx'
import { momentsOf } from './case-moments.ts'
import { Due } from './cases.tsx'
import { ReportFile } from './report-file.tsx'

/** A case: its facts, what is kept as evidence, what was done, and what can be done now. */
export function CasePage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch, dataUpdatedAt } = useRead(calls.amlCase, { case_id: id }, { everyMs: 15_000 })
  // While another case loads, the last answer stays: nothing may be done to the wrong one.
  const one = data?.case_id === id ? data : undefined
  return (
    <Loaded of={{ isLoading: !one && error === null, error: one ? null : error, retry: () => void refetch() }}>
      {one && <Case key={id} of={one} readAtMs={dataUpdatedAt} />}
    </Loaded>
  )
}

function Case({ of, readAtMs }: { of: OneAmlCase; readAtMs: number }) {
  const [act, setAct] = useState<CaseAct>()
  const navigate = useNavigate()
  const mayAct = useMay()('aml.act')
  useBettorKey(of.bettor_id)
  useKeys([
    {
      keys: ['Escape'],
      label: 'back to cases',
      press: () => void navigate({ to: '/house/aml/cases' }),
      on: act === undefined,
    },
  ])
  return (
    <>
      <Head
        title={`Case ${of.case_id}`}
        about={
          <>
            <Due of={of} /> <ReadAge atMs={readAtMs} />
          </>
        }
      >
        <Link to="/house/aml/cases">All cases</Link>
      </Head>
      <div className={style.page}>
        <div className={style.main}>
          <CaseFacts of={of} />
          <CaseAlerts alerts={of.alerts} />
          <CasePayments id={of.case_id} />
          <Evidence evidence={of.evidence} />
        </div>
        <aside className={style.side} aria-label="Actions and timeline">
          {mayAct && act === undefined && (
            <ActionButtons
              keys={caseKeys}
              actions={caseActs(of.state)}
              textOf={(one) => caseActTexts[one]}
              onAsk={setAct}
            />
          )}
          {act !== undefined && <CaseForm key={act} act={act} of={of} onClose={() => setAct(undefined)} />}
          {mayAct && <ReportFile of={of} />}
          <Timeline of={of} />
        </aside>
      </div>
    </>
  )
}

function CaseFacts({ of }: { of: OneAmlCase }) {
  const { bettor_id, subject, reason, owner, suspected_at, due_at, opened_at, opened_by } = of
  const when = (at: string): string => whenText(at, serverNow())
  return (
    <section className={style.section} aria-label="Facts">
      <h2>{subject.name}</h2>
      <Words>{reason}</Words>
      <div className={style.two}>
        <Facts
          rows={[
            [
              'Bettor',
              <BettorLink key="bettor" id={bettor_id}>
                B-{bettor_id}
              </BettorLink>,
            ],
            ['Number', subject.msisdn],
            ['Account since', dayText(subject.since)],
            ['Born', subject.born === null ? '–' : dayText(`${subject.born}T12:00:00Z`)],
            ['Identity', subject.verified ? 'confirmed' : 'not confirmed'],
          ]}
        />
        <Facts
          rows={[
            ['Owner', <b key="owner">{owner}</b>],
            ['Suspected', when(suspected_at)],
            ['Due', when(due_at)],
            ['Opened', `${opened_by}, ${when(opened_at)}`],
            ['Report', of.reference ?? 'none filed'],
          ]}
        />
      </div>
    </section>
  )
}

/** What was done about the case, the newest first. */
function Timeline({ of }: { of: OneAmlCase }) {
  return (
    <section aria-label="Timeline">
      <h3>Timeline</h3>
      <ol className={style.timeline}>
        {momentsOf(of).map(({ id, at, by, what, text }) => (
          <li key={id}>
            <b>{what}</b>
            <small>
              {by}, {whenText(at, serverNow())}
            </small>
            <Words>{text}</Words>
          </li>
        ))}
      </ol>
    </section>
  )
}
