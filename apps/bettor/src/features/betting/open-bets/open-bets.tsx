import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { thousands } from '@nare/ui/format'
import { Link } from 'wouter'
import { openBetsMax, useOpenBets } from '../../../play/use-open-bets.ts'
import { useBetsInLite } from '../use-bets-in-lite.ts'
import { OpenBet } from './open-bet.tsx'
import { openSum } from './open-sum.ts'
import style from './open-bets.module.css'

/**
 * The bettor's open bets as compact cards, with score and cash-out: all of them, or those with a leg on one match. Without any, and for a
 * guest, nothing.
 */
export function OpenBets({ match_id }: { match_id?: string }) {
  const { t } = useLingui()
  const { body } = useOpenBets()
  useBetsInLite()
  const all = body?.data ?? []
  const bets = match_id === undefined ? all : all.filter(({ legs }) => legs.some((leg) => leg.match_id === match_id))
  if (bets.length === 0) return null
  const count = match_id === undefined ? (body?.meta.total ?? 0) : bets.length
  return (
    <section className={style.open} aria-label={match_id === undefined ? t`Open bets` : t`Your bets on this match`}>
      <header>
        <h3>{match_id === undefined ? <Trans>Open bets {count}</Trans> : <Trans>On this match {count}</Trans>}</h3>
        {count === bets.length && <Sum bets={bets} />}
      </header>
      <ul>
        {bets.map((bet) => (
          <OpenBet key={bet.bet_id} bet={bet} />
        ))}
      </ul>
      {count > bets.length && count > openBetsMax && (
        <Link href="/my-bets" className={style.all}>
          <Trans>All {count} open bets</Trans>
        </Link>
      )}
    </section>
  )
}

/** "370 → 1,161.22": what is staked on the bets, and what all of them may pay. A share of a pool has no amount yet. */
function Sum({ bets }: { bets: readonly BetView[] }) {
  const { t } = useLingui()
  const { stake, win } = openSum(bets)
  return (
    <span className="num">
      <span className="unseen">{t`Stakes`}</span> {thousands(stake)} <span aria-hidden="true">→</span>{' '}
      <span className="unseen">{t`possible payout`}</span> <b>{thousands(win)}</b>
    </span>
  )
}
