import { useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { slipCodes } from '@nare/contract/slip-codes'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { houseName } from '../../i18n/house-name.ts'
import { useOnce } from '../../forms/use-once.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { mayHaveValue } from '../../state/bet-now.ts'
import { call } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'

const loadEdit = () => loadWithMessages(() => import('./edit/begin-edit.ts'), ['slip'])

/**
 * Edit, Share and Bet again for the undecided legs of a bet: Share and Bet again create a booking code for these legs, Edit puts them into the slip. Bet again opens the page of the
 * code, which shows the current prices. Renders nothing for a bet without undecided legs.
 */
export function BetActions({ bet }: { bet: BetView }) {
  const { i18n, t } = useLingui()
  const [, go] = useLocation()
  const [shown, setShown] = useState<{ code?: string; error?: string }>({})
  const { busy, once } = useOnce()
  const send = useSend()
  const slip = bet.legs
    .filter(({ state }) => state === 'open')
    .map(({ match_id, sub_type_id, odd_key, odd_value }) => ({ match_id, sub_type_id, odd_key, odd_value }))
  if (slip.length === 0 || bet.product !== 'sports') return null

  const createCode = async (): Promise<string | undefined> => {
    const reply = await call(slipCodes.share, { slip })
    setShown(reply.ok ? {} : { error: failureText(i18n, reply) })
    return reply.ok ? reply.body.code : undefined
  }
  const betAgain = async (): Promise<void> => {
    const code = await createCode()
    if (code) go(`/b/${code}`)
  }
  const share = async (): Promise<void> => {
    const code = await createCode()
    if (!code) return
    setShown({ code })
    const url = `${location.origin}/b/${code}`
    await navigator.share?.({ text: t`My picks on ${houseName}, code ${code}: ${url}` }).catch(() => {})
  }
  const edit = async (): Promise<void> => {
    const { beginEdit } = await loadEdit()
    const failed = await send(beginEdit(bet))
    setShown(failed ? { error: failureText(i18n, failed) } : {})
    // On wide screens the slip is beside this page.
    if (!failed && !document.getElementById('slip')) go('/betslip-slip')
  }
  const mayEdit = bet.state === 'open' && bet.bonus_stake === undefined && mayHaveValue(bet)
  return (
    <>
      {mayEdit && <Button look="plain" disabled={busy} onClick={() => void once(edit)}>{t`Edit bet`}</Button>}
      <Button look="plain" disabled={busy} onClick={() => void once(share)}>
        <Icon name="share" size={16} />
        {t`Share`}
      </Button>
      <Button look="plain" disabled={busy} onClick={() => void once(betAgain)}>{t`Bet again`}</Button>
      {shown.code && (
        <span role="status">
          {t`Booking code`} <code>{shown.code}</code>
        </span>
      )}
      {shown.error && <span role="alert">{shown.error}</span>}
    </>
  )
}
