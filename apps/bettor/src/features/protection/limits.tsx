import { Trans, useLingui } from '@lingui/react/macro'
import type { protection as calls, LimitView, LimitsView } from '@nare/contract/protection'
import { useAmountText } from '@nare/ui/amount'
import { kickoff } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Sheet } from '@nare/ui/sheet'
import { useState } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { useApp } from '../../state/hooks.ts'
import type { Reading } from '../../state/use-read.ts'
import { LimitForm, PeriodName } from './limit-form.tsx'
import { type Kind, limitOf, periodsOf } from './limit-kinds.ts'
import style from './protection.module.css'

const kinds = ['deposit', 'loss', 'stake'] as const satisfies readonly Kind[]

/**
 * Deposit, loss and stake limits: a row for each, which opens its limits in a sheet. Lower limits apply immediately; raising or
 * removing one takes as long as the country says and a confirmation, and may stop bets for so long.
 */
export function Limits({ reading: { body, failed, again } }: { reading: Reading<typeof calls.limits> }) {
  const { i18n, t } = useLingui()
  const [open, setOpen] = useState<Kind | undefined>()
  const names: Readonly<Record<Kind, string>> = { deposit: t`Deposits`, loss: t`Losses`, stake: t`Stakes` }
  return (
    <div>
      <h3>{t`Limits`}</h3>
      <ChangesNote />
      {body?.bets_from && (
        <Notice tone="info">{t`You've changed a limit. You can bet from ${kickoff(body.bets_from, i18n.locale)}`}</Notice>
      )}
      {failed && !body && <Notice>{failureText(i18n, failed)}</Notice>}
      {body && (
        <ul className={style.rows}>
          {kinds.map((kind) => (
            <li key={kind}>
              <button type="button" className={style.row} onClick={() => setOpen(kind)}>
                <b>{names[kind]}</b>
                <Summary limits={body} kind={kind} />
                <span aria-hidden>›</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {body && open && (
        <Sheet open title={names[open]} closeLabel={t`Close`} onClose={() => setOpen(undefined)}>
          <div className={style.confirm} role="group" aria-label={names[open]}>
            {periodsOf(open).map((period) => {
              const limit = limitOf(body, open, period)
              return limit && <LimitForm key={period} kind={open} period={period} limit={limit} onChanged={again} />
            })}
            <ChangesNote />
          </div>
        </Sheet>
      )}
    </div>
  )
}

/** What a change of a limit means in this country. */
function ChangesNote() {
  const { t } = useLingui()
  const { wait_hours: hours = 24, stops_bets: stops } = useApp(({ data }) => data.app_config?.limit_changes) ?? {}
  const days = hours / 24
  return (
    <p className={style.note}>
      {stops
        ? t`After any change of a limit no bets are taken for ${days} days. Decreases apply now, increases after that, once you confirm them`
        : t`Decreases apply now. Increases need ${hours} hours and your confirmation`}
    </p>
  )
}

/** The limits of a kind that are set, and a note if a change is pending. */
function Summary({ limits, kind }: { limits: LimitsView; kind: Kind }) {
  const set = periodsOf(kind).flatMap((period) => {
    const limit = limitOf(limits, kind, period)
    return limit && (limit.value !== null || limit.pending) ? [{ period, limit }] : []
  })
  return (
    <span className={style.summary}>
      {set.length === 0 ? (
        <Trans>Not set</Trans>
      ) : (
        set.map(({ period, limit }, n) => (
          <span key={period}>
            {n > 0 && ' · '}
            <PeriodName period={period} /> <Value limit={limit} />
          </span>
        ))
      )}
    </span>
  )
}

function Value({ limit: { value, pending } }: { limit: LimitView }) {
  const { t } = useLingui()
  const text = useAmountText()
  return (
    <>
      {value === null ? t`Not set` : text(value)}
      {pending && <> ({t`change requested`})</>}
    </>
  )
}
