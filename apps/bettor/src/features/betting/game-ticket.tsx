import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Link } from 'wouter'
import style from './my-bets.module.css'

type Played = NonNullable<BetView['game']>

const names: Readonly<Record<string, MessageDescriptor>> = {
  dice: msg`Dice`,
  limbo: msg`Limbo`,
  mines: msg`Mines`,
  plinko: msg`Plinko`,
  keno: msg`Keno`,
  wheel: msg`Wheel`,
  roulette: msg`Roulette`,
  'hi-lo': msg`Hi-lo`,
  blackjack: msg`Blackjack`,
  crash: msg`Crash`,
}

/** The name of an own game; one that this build does not know keeps the server's. */
export function PlayedName({ game }: Pick<Played, 'game'>) {
  const { i18n } = useLingui()
  const name = Object.hasOwn(names, game) ? names[game] : undefined
  return name ? i18n._(name) : game
}

/** Whether a round of an own game paid something, but not more than was staked: that is no win. */
export const cameBack = ({ game, state, stake, returned }: BetView): boolean =>
  game !== undefined && (state === 'won' || state === 'cashed_out') && Number(returned) <= Number(stake)

/** What a round of an own game came to, with a way to the game: where an open one is played on, and every ended one can be checked. */
export function PlayedRound({ bet, played: { game, multiplier } }: { bet: BetView; played: Played }) {
  return (
    <li>
      <span className={style.mark} data-state={bet.state === 'cashed_out' ? 'won' : bet.state} aria-hidden="true" />
      <b>
        {multiplier === undefined ? (
          <Trans>The round is open</Trans>
        ) : (
          <Trans>
            Result <span className="num">{multiplier.replace(/(\.\d\d)\d*$/, '$1')}×</span>
          </Trans>
        )}
      </b>
      <span className={style.match}>
        <Link href={`/nare-games/${encodeURIComponent(game)}`}>
          {bet.state === 'open' ? (
            <Trans>Go on with the round</Trans>
          ) : (
            <Trans>Open the game and check the round</Trans>
          )}
        </Link>
      </span>
    </li>
  )
}
