import { useLingui } from '@lingui/react/macro'
import { betting, type BetView } from '@nare/contract/betting'
import { isoDay, thousands } from '@nare/ui/format'
import { Link } from 'wouter'
import { pickText } from '../../../i18n/pick-text.ts'
import { useFreshRead } from '../../../play/use-fresh-read.ts'
import { BetName } from '../../../slip/bet-name.tsx'
import type { Reading } from '../../../state/use-read.ts'
import { useNow } from '../../../state/use-now.ts'
import { BetState } from '../bet-head.tsx'
import { isSettledOn } from '../play-days.ts'
import { hasGain, paidOf } from '../../../tax/paid-of.ts'
import style from './open-bets.module.css'

const minuteMs = 60_000
const lately = { state: 'settled', kind: 'tickets', order: 'settled', page: 1, limit: 5 } as const

/** The tickets that were settled last. */
export const useSettledLately = (): Reading<typeof betting.bets> => useFreshRead(betting.bets, lately)

type SettledTodayProps = {
  title?: string
  /** A bet that is shown elsewhere on the page. */
  except?: string
}

/** The tickets that were settled today, the newest first, in one line each; without any, nothing. Rounds of games are not among them. */
export function SettledToday({ title, except }: SettledTodayProps) {
  const { t } = useLingui()
  const { body } = useSettledLately()
  const today = isoDay(useNow(minuteMs))
  const bets = body?.data.filter((bet) => isSettledOn(bet, today) && bet.bet_id !== except) ?? []
  if (bets.length === 0) return null
  return (
    <section className={style.open} aria-label={title ?? t`Settled today`}>
      <header>
        <h3>{title ?? t`Settled today`}</h3>
        <Link href="/my-bets?state=settled">{t`All my bets`}</Link>
      </header>
      <ul>
        {bets.map((bet) => (
          <SettledBet key={bet.bet_id} bet={bet} />
        ))}
      </ul>
    </section>
  )
}

/** A settled bet in one line: its result, its pick or its kind, and "100 → 171". */
function SettledBet({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const [leg] = bet.legs
  return (
    <li className={style.line}>
      <BetState bet={bet} />
      <Link href={`/my-bets?bet=${bet.bet_id}`}>
        {bet.jackpot ? bet.jackpot.name : leg && bet.legs.length === 1 ? pickText(leg) : <BetName bet={bet} />}
      </Link>
      <span className="num" data-gained={hasGain(bet) || undefined}>
        <span className="unseen">{t`Stake`}</span> {thousands(bet.stake)} <span aria-hidden="true">→</span>{' '}
        <span className="unseen">{t`returned`}</span> <b>{thousands(paidOf(bet))}</b>
      </span>
    </li>
  )
}
