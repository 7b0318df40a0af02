import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { formatMoney, money } from '@nare/money/money'
import { thousands } from '@nare/ui/format'
import { useMedia } from '../../state/use-media.ts'
import { endingOf, netOf } from './figures.ts'
import style from './round-list.module.css'

type Listed = { round_id: string; staked: string; payout: string }

/**
 * The last rounds with what each won or lost, above the options on desktops; phones have the row of last results alone. Its room is kept
 * before the first round, which would else move the options.
 */
export function RoundList<R extends Listed>({ rounds, chip }: { rounds: readonly R[]; chip: (round: R) => string }) {
  const { t } = useLingui()
  const isWide = useMedia('(min-width: 60em) and (min-height: 481px)')
  if (!isWide) return null
  return (
    <div className={style.list}>
      <p>
        <b>{t`Your rounds`}</b>
        {rounds.length > 0 && <Link href="/my-bets">{t`All`}</Link>}
      </p>
      <ol aria-label={t`Your rounds`}>
        {rounds.slice(0, 20).map((round) => (
          <li key={round.round_id} data-ending={endingOf(round)}>
            <b className="num">{chip(round)}</b>
            <span className="num">{thousands(round.staked)}</span>
            <b className="num">{signed(netOf(round))}</b>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** "+20", "−20", "0" from cents. */
function signed(cents: bigint): string {
  if (cents === 0n) return '0'
  return `${cents > 0n ? '+' : '−'}${thousands(formatMoney(money(cents > 0n ? cents : -cents)))}`
}
