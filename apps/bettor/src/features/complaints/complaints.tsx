import { Trans, useLingui } from '@lingui/react/macro'
import { complaints as calls, type Complaint } from '@nare/contract/complaints'
import { kickoff } from '@nare/ui/format'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { PagedList } from '../../paging/paged-list.tsx'
import { ComplaintForm } from './complaint-form.tsx'
import style from './complaints.module.css'
import { subjectOf, useSubjectText } from './subject.ts'

const perPage = 20
const refreshMs = 30_000

/** Something wrong: a form with the bet or payment of the address, and the bettor's complaints with their answers. */
export function Complaints() {
  const { t, i18n } = useLingui()
  const [query] = useSearchParams()
  const [version, setVersion] = useState(0)
  const refresh = (): void => setVersion((last) => last + 1)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const subject = subjectOf(query)
  return (
    <>
      <h2>{t`Something wrong?`}</h2>
      <ComplaintForm key={`${subject.about} ${subject.ref}`} subject={subject} onSent={refresh} />
      <p className={style.hint}>
        <Link href="/dispute-resolution">{t`How we settle disputes`}</Link>
      </p>
      <h2>{t`Your complaints`}</h2>
      <PagedList
        key={version}
        route={calls.complaints}
        filter={{}}
        perPage={perPage}
        freshMs={0}
        idOf={({ complaint_id }) => complaint_id}
        failed={(failed) => failureText(i18n, failed)}
      >
        {({ rows, page }) =>
          rows.length === 0 && page === 1 ? (
            <p className={style.hint}>{t`You haven't sent any complaint`}</p>
          ) : (
            <ul className={style.list} aria-label={t`Your complaints`}>
              {rows.map((complaint) => (
                <Row key={complaint.complaint_id} complaint={complaint} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </>
  )
}

function Row({ complaint }: { complaint: Complaint }) {
  const { t, i18n } = useLingui()
  const subjectText = useSubjectText()
  const { complaint_id, about, ref, text, state, at, due_at, answer, answered_at } = complaint
  const by = kickoff(due_at, i18n.locale)
  const subject = subjectText({ about, ref })
  return (
    <li className={style.row}>
      <p className={style.head}>
        <b>
          {about === 'bet' && ref ? <Link href={`/my-bets?bet=${encodeURIComponent(ref)}`}>{subject}</Link> : subject}
        </b>
        <span className={style.state} data-state={state}>
          {state === 'answered' ? t`Answered` : t`Open`}
        </span>
      </p>
      <small>
        #{complaint_id} · {kickoff(at, i18n.locale)}
      </small>
      <p className={style.text}>{text}</p>
      {answer === null ? (
        <p className={style.hint}>
          <Trans>You get an answer by {by}</Trans>
        </p>
      ) : (
        <div className={style.answer}>
          <small>
            {t`Our answer`}
            {answered_at && ` · ${kickoff(answered_at, i18n.locale)}`}
          </small>
          <p className={style.text}>{answer}</p>
        </div>
      )}
    </li>
  )
}
