import type { BettorDetails } from '@nare/contract/console-bettors'
import type { ReactNode } from 'react'
import { amountText, countOf, countText, directionOf } from '../../parts/format.ts'
import { openText } from './sentences.ts'
import style from './bettor.module.css'

/** The bettor's money: what is in the accounts, what is on its way, and who is ahead. */
export function Balances({ bettor }: { bettor: BettorDetails }) {
  const { accounts, open, net_total } = bettor
  const { cash, waiting, waiting_withdrawals, bonus, points, debt, returnable } = accounts
  const isOwing = directionOf(debt) !== undefined
  const isAhead = net_total.startsWith('-')
  return (
    <dl className={style.balances}>
      <Balance label="Cash" value={amountText(cash)} asks={isOwing}>
        {isOwing ? `debt ${amountText(debt)}` : 'can be withdrawn'}
      </Balance>
      <Balance label="Waiting withdrawals" value={amountText(waiting)} asks={waiting_withdrawals > 0}>
        {waiting_withdrawals === 0 ? 'none' : countOf(waiting_withdrawals, 'withdrawal')}
      </Balance>
      <Balance label="Open bets" value={amountText(open.staked)}>
        {openText(bettor)}
      </Balance>
      <Balance label="Bonus" value={amountText(bonus)}>
        {directionOf(bonus) ? 'not yet cash' : 'none running'}
      </Balance>
      <Balance label="Points" value={countText(points)}>
        {directionOf(returnable) ? `${amountText(returnable)} to send back` : 'Nare points'}
      </Balance>
      <Balance label={isAhead ? 'Ahead of us by' : 'We kept'} value={amountText(net_total.replace('-', ''))}>
        of settled bets
      </Balance>
    </dl>
  )
}

function Balance({
  label,
  value,
  asks = false,
  children,
}: {
  label: string
  value: string
  asks?: boolean
  children: ReactNode
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={asks ? style.asks : undefined}>{value}</dd>
      <dd className={style.about}>{children}</dd>
    </div>
  )
}
