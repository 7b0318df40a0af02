import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type BetValueState, type CashOutNow } from '@nare/contract/cash-out'
import { useLite } from '../../../preferences/use-lite.ts'
import { useRead } from '../../../state/use-read.ts'
import { CashOutReceipt } from './cash-out-paid.tsx'
import { CashOutRule } from './cash-out-rule.tsx'
import { useSuspension } from './use-suspension.ts'
import { useReasonText } from './reason-text.ts'
import style from './cash-out.module.css'

type DetailsProps = { bet: BetView; value: BetValueState | undefined; learn: (bet: BetView) => void }

/** Reasons that are permanent for a bet. */
const permanentReasons: ReadonlySet<string> = new Set(['product', 'cashed_out', 'settled', 'lost'])

/** The cash-outs of a bet on its page: why it cannot be cashed out now, what they have paid, and the automatic cash-out. */
export function CashOutDetails({ bet, value, learn }: DetailsProps) {
  const reasonText = useReasonText()
  const lite = useLite()
  const isOpen = bet.state === 'open'
  // With a value from the topic, nothing is requested.
  const { body } = useRead(calls.now, isOpen && (lite || !value) ? { bet_id: bet.bet_id } : undefined, 2_000)
  const now = value ?? body?.data
  const suspension = useSuspension(bet.legs)
  const current = now?.amount === undefined ? now?.reason : undefined
  const reason = current === 'suspended' ? (suspension ?? current) : current
  const onRuleChanged = ({ rule, left }: CashOutNow): void => {
    const { rule: _, ...kept } = bet.cash_out ?? {}
    learn({ ...bet, ...(left && bet.left && { left }), cash_out: { ...kept, ...(rule && { rule }) } })
  }
  return (
    <>
      {isOpen && reason !== undefined && <p className={style.why}>{reasonText(reason)}</p>}
      <CashOutReceipt bet={bet} />
      {isOpen && now && !(reason !== undefined && permanentReasons.has(reason)) && (
        <CashOutRule bet={bet} amount={now.amount} onChanged={onRuleChanged} />
      )}
    </>
  )
}
