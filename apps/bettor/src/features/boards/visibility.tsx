import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { boards } from '@nare/contract/boards'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import style from './boards.module.css'

/** The switch that hides the bettor's name from others. */
export function Visibility({ hidden, onChanged }: { hidden: boolean; onChanged: () => void }) {
  const { i18n, t } = useLingui()
  const { busy, once } = useOnce()
  const [chosen, setChosen] = useState<boolean | undefined>()
  const [failed, setFailed] = useState<Failed | undefined>()
  const change = (to: boolean): Promise<void> =>
    once(async () => {
      setChosen(to)
      const reply = await call(boards.visibility, { hidden: to })
      setFailed(reply.ok ? undefined : reply)
      if (reply.ok) onChanged()
      else setChosen(undefined)
    })
  return (
    <div className={style.card}>
      <label className={style.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={chosen ?? hidden}
          checked={chosen ?? hidden}
          disabled={busy}
          onChange={(event) => void change(event.target.checked)}
        />
        {t`Hide my name`}
      </label>
      <p>{t`Others see only part of your name, or none of it if you hide it. Your rank and prize stay yours`}</p>
      <Notice>{failed && failureText(i18n, failed)}</Notice>
    </div>
  )
}
