import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { BetActions } from './bet-actions.tsx'
import type { CashOutProps } from './cash-out/cash-out-part.tsx'
import style from './my-bets.module.css'

const loadCashOut = () => loadWithMessages(() => import('./cash-out/cash-out-part.tsx'), ['cashout', 'forms'])

/** Loaded for bets that may be cashed out. If loading fails, the line has no cash-out button. */
const CashOut = lazy<ComponentType<CashOutProps>>(() =>
  loadCashOut().then(
    (part) => ({ default: part.CashOut }),
    () => ({ default: ({ line }: CashOutProps) => line(null) }),
  ),
)

/** Resolves cash-outs of earlier visits without a response. */
export const LostCashOuts = lazyPart(() => loadCashOut().then((part) => part.LostCashOuts), { failed: null })

type FootProps = Pick<CashOutProps, 'bet' | 'learn' | 'isPage'>

/** The actions of a bet in one line: cash out if it has a value now, bet again, share. */
export function BetFoot({ bet, learn, isPage }: FootProps) {
  const [canCashOut] = useState(bet.product === 'sports' && (bet.state === 'open' || isPage))
  const line = (button: ReactNode): ReactNode => (
    <div className={style.actions}>
      {button}
      <BetActions bet={bet} />
    </div>
  )
  if (!canCashOut) return line(null)
  return (
    <Suspense fallback={line(null)}>
      <CashOut bet={bet} learn={learn} isPage={isPage} line={line} />
    </Suspense>
  )
}
