import type { BetView } from '@nare/contract/betting'
import type { BetValueState } from '@nare/contract/cash-out'
import { useReasonText } from './reason-text.ts'
import { useSuspension } from './use-suspension.ts'
import style from './cash-out.module.css'

/** Reasons that end by themselves. */
const passing: ReadonlySet<string> = new Set(['suspended', 'silent_feed', 'settling', 'starting', 'interrupted'])

/** Why an open bet has no cash-out for the moment, in the place of its button; nothing where there is nothing to wait for. */
export function CashOutPause({ bet, value }: { bet: BetView; value: BetValueState | undefined }) {
  const reasonText = useReasonText()
  const suspension = useSuspension(bet.legs)
  const reason = value?.reason
  if (bet.state !== 'open' || reason === undefined || !passing.has(reason)) return null
  return <span className={style.waits}>{reasonText(reason === 'suspended' ? (suspension ?? reason) : reason)}</span>
}
