import { useLingui } from '@lingui/react/macro'
import { protection as calls } from '@nare/contract/protection'
import { dateWithYear } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useEffect } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { endOf } from '../../state/exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { Breaks } from './breaks.tsx'
import { HelpLine } from './help-line.tsx'
import { Limits } from './limits.tsx'
import { Play } from './play.tsx'
import type { ProtectionData } from './protection-data.ts'
import style from './protection.module.css'
import { RealityCheck } from './reality-check.tsx'

/** The bettor's play, limits, reminders, breaks and self-exclusion, two taps from every page. */
export function Protection() {
  const { i18n, t } = useLingui()
  const { body, failed, again } = useRead(calls.protection, {}, 0)
  const limits = useRead(calls.limits, {}, 0)
  const loaded = body !== undefined && limits.body !== undefined
  const waiting = (!body && !failed) || (!limits.body && !limits.failed)
  useEffect(() => {
    if (loaded && location.hash === '#break') document.getElementById('break')?.focus()
  }, [loaded])
  const heading = <h2 id="protection">{t`Your play and your limits`}</h2>
  // All parts are shown at the same time, because a later part would move the others.
  if (waiting) {
    return (
      <section className={style.page} aria-labelledby="protection">
        {heading}
        <Skeleton />
      </section>
    )
  }
  return (
    <section className={style.page} aria-labelledby="protection">
      {heading}
      {failed && !body && <Notice>{failureText(i18n, failed)}</Notice>}
      {body?.exclusion?.period === 'closed' && (
        <Notice tone="info">
          {t`This account is closed.`} {t`You can still withdraw.`}
        </Notice>
      )}
      {body?.exclusion && body.exclusion.period !== 'closed' && (
        <Notice tone="info">
          <Ends of={body.exclusion} /> {t`You can still withdraw.`}
        </Notice>
      )}
      {body && <Play data={body} />}
      <Limits reading={limits} />
      {body && (
        <RealityCheck
          minutes={body.reality_check.interval_minutes}
          longest={body.reality_check.longest_minutes}
          onChanged={again}
        />
      )}
      {(!body?.exclusion || endOf(body.exclusion) !== null) && (
        <Breaks active={body?.exclusion ?? null} helpLine={body?.help_line ?? ''} onChanged={again} />
      )}
      {body && <HelpLine number={body.help_line} />}
    </section>
  )
}

/** What holds now, and until when. */
function Ends({ of }: { of: NonNullable<ProtectionData['exclusion']> }) {
  const { i18n, t } = useLingui()
  const end = endOf(of)
  if (end === null) return t`You're excluded for good.`
  return (
    <>
      {of.kind === 'break' ? t`You're taking a break until` : t`You're excluded until`}{' '}
      <b>{dateWithYear(end, i18n.locale)}</b>.
    </>
  )
}
