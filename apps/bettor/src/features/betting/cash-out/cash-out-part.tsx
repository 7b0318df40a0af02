import { Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLite } from '../../../preferences/use-lite.ts'
import { mayHaveValue, remainingOf } from '../../../state/bet-now.ts'
import { CashOutButton } from './cash-out-button.tsx'
import { CashOutDetails } from './cash-out-details.tsx'
import { CashOutPanel } from './cash-out-panel.tsx'
import type { Part } from './figures.ts'
import { CashOutPause } from './cash-out-pause.tsx'
import { CashOutPaid } from './cash-out-paid.tsx'
import { useBetValue } from './use-bet-value.ts'
import { useLostCashOuts } from './use-lost-cash-outs.ts'
import type { PaidNow } from './use-cash-out.ts'
import card from '../bet.module.css'
import style from './cash-out.module.css'

export type CashOutProps = {
  bet: BetView
  learn: (bet: BetView) => void
  /** Whether this is the page of the bet, which also shows why it cannot be cashed out, past cash-outs, and the rule. */
  isPage: boolean
  /** The line of the actions of the bet, with a place for the button. */
  line: (button: ReactNode) => ReactNode
}

/**
 * The action line of a sports bet: with the cash-out button if the bet has a value, else with the reason of a pause. The
 * confirmation replaces the line.
 */
export function CashOut({ bet, learn, isPage, line }: CashOutProps) {
  const lite = useLite()
  const value = useBetValue(bet)
  /** The part that the open confirmation begins with. */
  const [cashing, setCashing] = useState<Part | undefined>()
  const isCashing = cashing !== undefined
  const [paid, setPaid] = useState<PaidNow | undefined>()
  const opener = useRef<HTMLButtonElement>(null)
  const wasCashing = useRef(false)
  useEffect(() => {
    // After a payment, `CashOutPaid` gets the focus.
    if (wasCashing.current && !isCashing && !paid) opener.current?.focus()
    wasCashing.current = isCashing
  }, [isCashing, paid])
  const left = remainingOf(bet)
  // Lite gets no pushed values: the button is shown without one, and the panel requests a quote.
  const canCash = bet.state === 'open' && left !== undefined && (value ? value.amount !== undefined : lite)
  if (cashing && left) {
    return (
      <CashOutPanel
        bet={{ ...bet, left }}
        live={value}
        part={cashing}
        state={bet.state}
        onClose={() => setCashing(undefined)}
        onPaid={(now) => {
          setPaid(now)
          setCashing(undefined)
          learn(now.bet)
        }}
      />
    )
  }
  const open = (part: Part): void => {
    setPaid(undefined)
    setCashing(part)
  }
  return (
    <>
      {paid && <CashOutPaid paid={paid} />}
      {!isPage && left && bet.cash_out?.rule && (
        <p className={style.waits}>
          <Trans>
            Cashes out automatically at <Amount value={bet.cash_out.rule} />
          </Trans>
        </p>
      )}
      {line(
        mayHaveValue(bet) && (
          <div className={card.cash}>
            {canCash ? (
              <CashOutButton ref={opener} bet_id={bet.bet_id} value={value} onOpen={open} />
            ) : (
              !isPage && <CashOutPause bet={bet} value={value} />
            )}
          </div>
        ),
      )}
      {isPage && <CashOutDetails bet={bet} value={value} learn={learn} />}
    </>
  )
}

/** Resolves cash-outs of earlier visits. */
export function LostCashOuts() {
  useLostCashOuts()
  return null
}
