import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Tick } from '@nare/ui/field'
import { dateWithYear } from '@nare/ui/format'
import { Sheet } from '@nare/ui/sheet'
import { useState } from 'react'
import { serverNow } from '../../state/browser.ts'
import { breakEnd, isExclusion, type Period } from './break-end.ts'
import { HelpLine } from './help-line.tsx'
import style from './protection.module.css'

type ConfirmProps = {
  period: Period
  name: string
  helpLine: string
  busy: boolean
  onStart: () => void
  onCancel: () => void
}

/** The confirmation of a break: its consequences and its end. A self-exclusion also needs a ticked box. */
export function ConfirmBreak({ period, name, helpLine, busy, onStart, onCancel }: ConfirmProps) {
  const { t, i18n } = useLingui()
  const [from] = useState(serverNow)
  const [ticked, setTicked] = useState(false)
  const [missing, setMissing] = useState(false)
  const until = dateWithYear(breakEnd(period, from), i18n.locale)
  const start = (): void => {
    if (isExclusion(period) && !ticked) return setMissing(true)
    onStart()
  }
  return (
    <Sheet open title={t`Stop betting for ${name}`} closeLabel={t`Close`} onClose={onCancel}>
      <div className={style.confirm}>
        <p>
          <Trans>
            You can't bet, play games or deposit until <b>{until}</b>, and your promotions end. You can't end it early.
            You can withdraw your money at any time.
          </Trans>
        </p>
        {isExclusion(period) && (
          <Tick
            checked={ticked}
            onChange={(event) => {
              setTicked(event.target.checked)
              setMissing(false)
            }}
            error={missing ? t`Tick this box to exclude yourself` : undefined}
          >
            <Trans>I understand that nobody can end this before {until}</Trans>
          </Tick>
        )}
        <div className={style.actions}>
          <Button look="danger" wide disabled={busy} onClick={start}>
            {busy ? t`Sending…` : t`Start now`}
          </Button>
          <Button look="soft" wide onClick={onCancel}>{t`Cancel`}</Button>
        </div>
        <HelpLine number={helpLine} />
      </div>
    </Sheet>
  )
}
