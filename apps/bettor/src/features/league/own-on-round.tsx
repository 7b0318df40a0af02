import { Plural, Trans } from '@lingui/react/macro'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import style from './board.module.css'
import { useOwnBets } from './use-own-bets.ts'

type OwnProps = { matches: readonly { match_id: string }[]; round: number }

/** The bettor's open bets on a round that has still to play, pinned below its matches: their stakes, and what they pay if all win. The slip has this place while it has picks. */
export function OwnOnRound({ matches, round }: OwnProps) {
  const { bets } = useOwnBets()
  const isFree = useApp(({ betting }) => betting.kiron_slip.length === 0)
  const own = bets.filter(
    ({ state, legs }) =>
      state === 'open' && legs.some((leg) => matches.some(({ match_id }) => match_id === leg.match_id)),
  )
  if (!isFree || own.length === 0) return null
  return (
    <div className={style.next} data-own>
      <p>
        <Trans>Your bets on round {round}</Trans> ·{' '}
        <Plural value={own.flatMap(({ legs }) => legs).length} one="# pick" other="# picks" />
        <b className="num">
          <Amount bare value={sumOf(own.map(({ stake }) => stake))} /> →{' '}
          <Amount bare value={sumOf(own.map(({ possible_win }) => possible_win))} />
        </b>
      </p>
      <Link href="/bethistory">
        <Trans>My bets</Trans>
      </Link>
    </div>
  )
}

const sumOf = (amounts: readonly (string | null)[]): string =>
  formatMoney(money(amounts.reduce((sum, amount) => sum + (parseMoney(amount ?? '') ?? 0n), 0n)))
