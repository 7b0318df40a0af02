import { Trans, useLingui } from '@lingui/react/macro'
import { protection as calls } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { Amount } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import { kickoff } from '@nare/ui/format'
import { useState } from 'react'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/reads.ts'
import { Breaks } from './breaks.tsx'
import { Limits } from './limits.tsx'
import { RealityCheck } from './reality-check.tsx'
import style from './protection.module.css'

type Told = Answer<typeof calls.protection>

/** The bettor's own play, limits, breaks and self-exclusion: two taps from every page. */
export function Protection() {
  const loggedIn = useApp(({ auth }) => auth.isLoggedIn)
  return loggedIn ? <Own /> : null
}

function Own() {
  const { i18n } = useLingui()
  const [changes, setChanges] = useState(0)
  const { body, failed, again } = useRead(calls.protection, {}, 0)
  const changed = (): void => {
    setChanges(changes + 1)
    again()
  }
  return (
    <section className={style.page} aria-labelledby="protection">
      <h2 id="protection">
        <Trans>Your play and your limits</Trans>
      </h2>
      {failed && !body && <Notice>{failed.error}</Notice>}
      {body?.exclusion && (
        <Notice tone="info">
          {body.exclusion.kind === 'break' ? (
            <Trans>You are taking a break until</Trans>
          ) : (
            <Trans>You have excluded yourself until</Trans>
          )}{' '}
          <b>{kickoff(body.exclusion.until, i18n.locale)}</b>. <Trans>You can still withdraw.</Trans>
        </Notice>
      )}
      {body && <Play told={body} />}
      <Limits />
      {body && (
        <RealityCheck
          minutes={body.reality_check.interval_minutes}
          longest={body.reality_check.longest_minutes}
          onChanged={changed}
        />
      )}
      <Breaks onChanged={changed} />
      {body && (
        <p className={style.help}>
          <Trans>Help line</Trans> <a href={`tel:${body.help_line}`}>{body.help_line}</a>
        </p>
      )}
    </section>
  )
}

function Play({ told }: { told: Told }) {
  const { t } = useLingui()
  const rows = [
    { key: 'session', label: <Trans>This session</Trans>, play: told.session },
    { key: 'month', label: <Trans>Last 30 days</Trans>, play: told.last_30_days },
  ]
  return (
    <div className={style.scroller} tabIndex={0} role="group" aria-label={t`Your play and your limits`}>
      <table className={style.play}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Period</Trans>
            </th>
            <th scope="col">
              <Trans>Staked</Trans>
            </th>
            <th scope="col">
              <Trans>Returned</Trans>
            </th>
            <th scope="col">
              <Trans>Net</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, play }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                <Amount bare value={play.staked} />
              </td>
              <td>
                <Amount bare value={play.returned} />
              </td>
              <td>
                <Amount bare value={play.net} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
