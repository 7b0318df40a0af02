import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import type { GameName } from '@nare/contract/game-shapes'
import { useOnline } from '../../slip/use-online.ts'
import type { Play } from './use-game-session.ts'
import style from './frame.module.css'

/** The main button of an open round. It cashes out `amount`; without an amount it shows `before`, the move that is needed first. */
export function CashOut<G extends GameName>(props: {
  play: Play<G>
  amount: string | undefined
  before: string
  onCashOut: () => void
}) {
  const { play, amount, before, onCashOut } = props
  const { t } = useLingui()
  const text = useAmountText()
  const online = useOnline()
  const canCashOut = amount !== undefined && play.phase === 'idle' && online
  return (
    <button
      type="button"
      className={style.cashOut}
      aria-disabled={!canCashOut || undefined}
      onClick={() => canCashOut && onCashOut()}
    >
      {!online
        ? t`You're offline; the round waits`
        : play.phase === 'checking'
          ? t`Checking…`
          : amount === undefined
            ? before
            : t`Cash out ${text(amount)}`}
    </button>
  )
}
