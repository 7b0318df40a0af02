import { useLingui } from '@lingui/react/macro'
import { slipCodes } from '@nare/contract/slip-codes'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { houseName } from '../../i18n/house-name.ts'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import { wirePicks, type Pick } from '../../state/picks.ts'
import { BookingCode } from './booking-code.tsx'
import style from './slip.module.css'

/** Scrolls the code into sight, above the pinned foot: the style sheet keeps room for it. */
const showAboveFoot = (code: HTMLElement | null): void => code?.scrollIntoView({ block: 'nearest' })

/** A button that creates a booking code for the slip, opens the share sheet of the phone and shows the code. */
export function ShareSlip({ slip }: { slip: readonly Pick[] }) {
  const { i18n, t } = useLingui()
  const [shown, setShown] = useState<{ slip: readonly Pick[]; code?: string; error?: string } | undefined>()
  const { busy, once } = useOnce()
  const share = async (): Promise<void> => {
    const reply = await call(slipCodes.share, { slip: wirePicks(slip) })
    if (!reply.ok) return setShown({ slip, error: failureText(i18n, reply) })
    const { code } = reply.body
    setShown({ slip, code })
    const url = `${location.origin}/b/${code}`
    await navigator.share?.({ text: t`My picks on ${houseName}, code ${code}: ${url}` }).catch(() => {})
  }
  const current = shown?.slip === slip ? shown : undefined
  return (
    <div className={style.share}>
      <Button small look="plain" disabled={busy} onClick={() => void once(share)}>
        <Icon name="share" size={18} /> {t`Share`}
      </Button>
      {current?.error && <span role="alert">{current.error}</span>}
      {current?.code && (
        <div role="status" ref={showAboveFoot}>
          <BookingCode code={current.code} />
        </div>
      )}
    </div>
  )
}
