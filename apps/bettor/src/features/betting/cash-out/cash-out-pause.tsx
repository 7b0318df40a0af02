import type { BetView } from '@nare/contract/betting'
import type { BetValueState } from '@nare/contract/cash-out'
import { useReasonText } from './reason-text.ts'
import { useSuspension } from './use-suspension.ts'
import style from './cash-out.module.css'

/** Reasons that end without an action of the bettor. */
const temporaryReasons: ReadonlySet<string> = new Set([
  'suspended',
  'silent_feed',
  'settling',
  'starting',
  'interrupted',
])

/** Why the cash-out of an open bet is paused, in place of its button; renders nothing for permanent reasons. */
export function CashOutPause({ bet, value }: { bet: BetView; value: BetValueState | undefined }) {
  const reasonText = useReasonText()
  const suspension = useSuspension(bet.legs)
  const reason = value?.reason
  if (bet.state !== 'open' || reason === undefined || !temporaryReasons.has(reason)) return null
  return <span className={style.waits}>{reasonText(reason === 'suspended' ? (suspension ?? reason) : reason)}</span>
}
