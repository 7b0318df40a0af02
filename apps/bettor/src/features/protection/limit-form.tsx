import { Trans, useLingui } from '@lingui/react/macro'
import { protection as calls, type LimitView } from '@nare/contract/protection'
import { amountText } from '@nare/contract/typed'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { kickoff } from '@nare/ui/format'
import { useId, useState, type FormEvent } from 'react'
import { fieldText } from '../../forms/field-text.ts'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import { useNow } from '../../state/use-now.ts'
import type { Kind, Period } from './limit-kinds.ts'
import style from './protection.module.css'

type LimitProps = { kind: Kind; period: Period; limit: LimitView; onChanged: () => void }

/** One limit with its use, its pending change, and the field that sets it. */
export function LimitForm({ kind, period, limit, onChanged }: LimitProps) {
  const { i18n, t } = useLingui()
  const id = useId()
  const [error, setError] = useState<string | undefined>()
  const { busy, once } = useOnce()
  const set = (value: string | null): Promise<void> =>
    once(async () => {
      const reply = await call(calls.setLimits, { [kind]: { [period]: value } })
      setError(reply.ok ? undefined : (fieldText(i18n, reply, `${kind}.${period}`) ?? failureText(i18n, reply)))
      if (reply.ok) onChanged()
    })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('value')
    const typed = typeof value === 'string' ? amountText(value) : ''
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(typed)) return setError(t`Enter an amount like 100 or 100.50`)
    void set(typed)
  }
  return (
    <form className={style.limit} onSubmit={submit} key={`${limit.value}/${limit.pending?.takes_effect_at}`}>
      <label htmlFor={id}>
        <PeriodName period={period} />
      </label>
      <input
        id={id}
        name="value"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={limit.value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <Button small type="submit" look="soft" disabled={busy}>{t`Set`}</Button>
      <p id={`${id}-note`} className={style.note}>
        {limit.value === null ? (
          t`Not set`
        ) : limit.used === null ? (
          t`Applies to each bet`
        ) : (
          <Used used={limit.used} value={limit.value} />
        )}
        {limit.value !== null && (
          <Button small look="plain" disabled={busy} onClick={() => void set(null)}>{t`Remove`}</Button>
        )}
        {limit.pending && <Pending pending={limit.pending} busy={busy} onConfirm={(value) => void set(value)} />}
        {error && <span role="alert">{error}</span>}
      </p>
    </form>
  )
}

function Used({ used, value }: { used: string; value: string }) {
  return (
    <>
      <Trans>Used</Trans> <Amount value={used} /> / <Amount bare value={value} />
    </>
  )
}

type PendingProps = {
  pending: NonNullable<LimitView['pending']>
  busy: boolean
  onConfirm: (value: string | null) => void
}

function Pending({ pending, busy, onConfirm }: PendingProps) {
  const { i18n, t } = useLingui()
  const ready = useNow(60_000) >= Date.parse(pending.takes_effect_at)
  return (
    <span className={style.pending}>
      {pending.value === null ? (
        t`Removal requested`
      ) : (
        <>
          {t`Requested`} <Amount value={pending.value} />
        </>
      )}{' '}
      ·{' '}
      {ready ? (
        <>
          {t`confirm before`} {kickoff(pending.lapses_at, i18n.locale)}
          <Button small look="soft" disabled={busy} onClick={() => onConfirm(pending.value)}>{t`Confirm`}</Button>
        </>
      ) : (
        <>
          {t`you can confirm from`} {kickoff(pending.takes_effect_at, i18n.locale)}
        </>
      )}
    </span>
  )
}

/** The name of a limit's period. */
export function PeriodName({ period }: { period: Period }) {
  const { t } = useLingui()
  switch (period) {
    case 'bet':
      return t`Per bet`
    case 'day':
      return t`Daily`
    case 'week':
      return t`Weekly`
    case 'month':
      return t`Monthly`
  }
}
