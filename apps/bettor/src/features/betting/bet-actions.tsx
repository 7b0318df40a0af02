import { Trans, useLingui } from '@lingui/react/macro'
import { betting as calls, type BetView } from '@nare/contract/betting'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'

/**
 * Share and Bet again, for the legs of a bet that are still undecided: both make a booking code of them. Bet again opens the
 * code's page, where the bettor sees today's prices. Nothing for a bet without such legs.
 */
export function BetActions({ bet }: { bet: BetView }) {
  const { i18n, t } = useLingui()
  const [, go] = useLocation()
  const [shown, setShown] = useState<{ code?: string; error?: string }>({})
  const { busy, once } = useOnce()
  const slip = bet.legs
    .filter(({ state }) => state === 'open')
    .map(({ match_id, sub_type_id, odd_key, odd_value }) => ({ match_id, sub_type_id, odd_key, odd_value }))
  if (slip.length === 0 || bet.product !== 'sports') return null

  const code = async (): Promise<string | undefined> => {
    const reply = await call(calls.share, { slip })
    setShown(reply.ok ? {} : { error: failureText(i18n, reply) })
    return reply.ok ? reply.body.code : undefined
  }
  const again = async (): Promise<void> => {
    const made = await code()
    if (made) go(`/b/${made}`)
  }
  const share = async (): Promise<void> => {
    const made = await code()
    if (!made) return
    setShown({ code: made })
    const url = `${location.origin}/b/${made}`
    await navigator.share?.({ text: t`My picks on Nare, code ${made}: ${url}` }).catch(() => {})
  }
  return (
    <>
      <Button look="plain" disabled={busy} onClick={() => void once(again)}>
        <Trans>Bet again</Trans>
      </Button>
      <Button look="soft" disabled={busy} onClick={() => void once(share)}>
        <Icon name="share" size={18} />
        <span className="unseen">
          <Trans>Share</Trans>
        </span>
      </Button>
      {shown.code && (
        <span role="status">
          <Trans>Booking code</Trans> <code>{shown.code}</code>
        </span>
      )}
      {shown.error && <span role="alert">{shown.error}</span>}
    </>
  )
}
