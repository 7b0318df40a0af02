import { Trans, useLingui } from '@lingui/react/macro'
import { betting as calls, type BetView } from '@nare/contract/betting'
import { Icon } from '@nare/ui/icon'
import { useEffect, useState } from 'react'
import { notify } from '../../notices/notices.ts'
import { call } from '../../state/browser.ts'
import { wirePicks } from '../../state/picks.ts'
import own from './receipt.module.css'

/** The booking code of a placed bet, with buttons to copy and to share it. The server returns one code for the same picks. */
export function ReceiptCode({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const [code, setCode] = useState<string | undefined>()
  useEffect(() => {
    let isShown = true
    void call(calls.share, { slip: wirePicks(bet.legs) }).then((reply) => {
      if (isShown && reply.ok) setCode(reply.body.code)
    })
    return () => {
      isShown = false
    }
  }, [bet.legs])
  if (!code) return <div className={own.code} aria-hidden="true" />
  const message = t`My picks on Nare, code ${code}: ${`${location.origin}/b/${code}`}`
  const copy = (): void =>
    void navigator.clipboard?.writeText(code).then(
      () => notify({ message: t`Booking code ${code} copied` }),
      () => {},
    )
  return (
    <div className={own.code}>
      <p>
        <small>
          <Trans>Booking code</Trans>
        </small>
        <code>{code}</code>
      </p>
      {'clipboard' in navigator && (
        <button type="button" onClick={copy}>
          <Trans>Copy</Trans>
        </button>
      )}
      <a href={`https://wa.me/?text=${encodeURIComponent(message)}`} target="_blank" rel="noopener noreferrer">
        <Icon name="share" size={16} /> WhatsApp
      </a>
    </div>
  )
}
