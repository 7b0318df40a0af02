import { useLingui } from '@lingui/react/macro'
import { kyc } from '@nare/contract/kyc'
import { Tick } from '@nare/ui/field'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'

/** The consent that others read the name beside wins and on boards; off until the bettor gives it. */
export function WinnerName() {
  const { t, i18n } = useLingui()
  const { body } = useRead(kyc.nameShown, {}, 0)
  const { busy, once } = useOnce()
  const [chosen, setChosen] = useState<boolean>()
  const [wrong, setWrong] = useState<string>()
  if (!body) return null
  const choose = async (shown: boolean): Promise<void> => {
    const reply = await call(kyc.showName, { shown })
    if (reply.ok) setChosen(reply.body.shown)
    setWrong(reply.ok ? undefined : failureText(i18n, reply))
  }
  return (
    <Tick
      checked={chosen ?? body.shown}
      disabled={busy}
      error={wrong}
      onChange={(event) => void once(() => choose(event.target.checked))}
    >{t`Show my name beside my wins`}</Tick>
  )
}
