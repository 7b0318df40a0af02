import { useLingui } from '@lingui/react/macro'
import { protection as calls } from '@nare/contract/protection'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import style from './protection.module.css'

/** Sets the interval of the reality check, up to the country's maximum. */
export function RealityCheck({
  minutes,
  longest,
  onChanged,
}: {
  minutes: number
  longest: number
  onChanged: () => void
}) {
  const { t, i18n } = useLingui()
  const [error, setError] = useState<string | undefined>()
  const choices = [...new Set([5, 10, 15, 20, 30, 45, 60, minutes])]
    .filter((choice) => choice <= longest)
    .sort((a, b) => a - b)
  const { busy, once } = useOnce()
  const choose = (interval: number): Promise<void> =>
    once(async () => {
      const reply = await call(calls.setProtection, { reality_check_minutes: interval })
      setError(reply.ok ? undefined : failureText(i18n, reply))
      if (reply.ok) onChanged()
    })
  return (
    <div>
      <label className={style.check}>
        {t`Remind me of my time and money every`}
        <select value={minutes} disabled={busy} onChange={(event) => void choose(Number(event.target.value))}>
          {choices.map((rest) => (
            <option key={rest} value={rest}>
              {t`${rest} min`}
            </option>
          ))}
        </select>
      </label>
      <Notice>{error}</Notice>
    </div>
  )
}
