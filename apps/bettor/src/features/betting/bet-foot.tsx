import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Link } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { BetActions } from './bet-actions.tsx'
import { mayHaveValue } from '../../state/bet-now.ts'
import type { CashOutProps } from './cash-out/cash-out-part.tsx'
import style from './bet.module.css'

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

type FootProps = Pick<CashOutProps, 'bet' | 'learn' | 'isPage'> & {
  /** Whether a link leads to the page of the bet. */
  hasDetails: boolean
}

/** The actions of a bet: cash out if it has a value now; below, share, bet again, and the link to its page. */
export function BetFoot({ bet, learn, isPage, hasDetails }: FootProps) {
  const { t } = useLingui()
  const line = (button: ReactNode): ReactNode => (
    <div className={style.actions}>
      {button}
      <BetActions bet={bet} />
      {hasDetails && (
        <Link href={`/my-bets?bet=${bet.bet_id}`} className={style.details}>
          {t`Details`} <span className="unseen">{t`of bet #${bet.bet_id}`}</span>
        </Link>
      )}
    </div>
  )
  return <MayCashOut bet={bet} learn={learn} isPage={isPage} line={line} />
}

/** The action line of a bet; of a sports bet that is open, or that has its own page, with the cash-out. */
export function MayCashOut(props: CashOutProps) {
  const { bet, isPage, line } = props
  const [canCashOut] = useState(bet.product === 'sports' && (bet.state === 'open' || isPage))
  if (!canCashOut) return line(null)
  return (
    <Suspense fallback={line(mayHaveValue(bet) && <div className={style.cash} />)}>
      <CashOut {...props} />
    </Suspense>
  )
}
