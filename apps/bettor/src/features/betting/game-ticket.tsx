import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Link } from 'wouter'
import { useOwnGameName } from '../../play/game-names.ts'
import { hasGain } from '../../tax/paid-of.ts'
import style from './bet.module.css'

type Played = NonNullable<BetView['game']>

/** The name of a house game in the current language; a game that this build does not know has the server's name. */
export function PlayedName({ game }: Pick<Played, 'game'>) {
  return useOwnGameName()(game)
}

/** Whether a round of a house game paid something, but no more than the stake: this is not shown as a win. */
export const isPartlyReturned = (bet: BetView): boolean =>
  bet.game !== undefined && (bet.state === 'won' || bet.state === 'cashed_out') && !hasGain(bet)

/** The result of a house game round, with a link to the game, where an open round continues and an ended one can be verified. */
export function PlayedRound({ bet, played }: { bet: BetView; played: Played }) {
  const { t } = useLingui()
  return (
    <li>
      <span className={style.mark} data-state={bet.state === 'cashed_out' ? 'won' : bet.state} aria-hidden="true" />
      <b>
        <Ended bet={bet} played={played} />
      </b>
      <span className={style.match}>
        <Link href={`/nare-games/${encodeURIComponent(played.game)}`}>
          {bet.state === 'open' ? t`Go on with the round` : t`Open the game and check the round`}
        </Link>
      </span>
    </li>
  )
}

/** The result of a round: the drawn number if there is a single one, else the multiplier. An ended bet is never shown as open. */
function Ended({ bet: { state }, played }: { bet: BetView; played: Played }) {
  const { t } = useLingui()
  const { game, multiplier, result, target, over } = played
  if (state === 'open') return t`The round is open`
  if (state === 'void') return t`Stake returned`
  const times = multiplier && truncated(multiplier)
  if (game === 'crash') {
    if (times) return <Trans>Cashed out at {times}</Trans>
    if (state !== 'lost') return t`Cashed out`
    const point = result && truncated(result)
    return point ? <Trans>Crashed at {point}</Trans> : t`Crashed before you cashed out`
  }
  if (result && target) {
    if (game === 'limbo') {
      const [drawn, wanted] = [truncated(result), truncated(target)]
      return (
        <Trans>
          {drawn}, target {wanted}
        </Trans>
      )
    }
    if (over !== undefined) {
      return over ? (
        <Trans>
          Rolled {result}, over {target}
        </Trans>
      ) : (
        <Trans>
          Rolled {result}, under {target}
        </Trans>
      )
    }
  }
  return times ? <Trans>Result {times}</Trans> : t`The round is over`
}

/** A multiplier truncated to two decimal places: "1.27×", "2×". */
const truncated = (multiplier: string): string => `${multiplier.replace(/(\.\d\d)\d*$/, '$1').replace(/\.00$/, '')}×`
