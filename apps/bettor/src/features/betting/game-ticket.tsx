import { Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Link } from 'wouter'
import { useOwnGameName } from '../../play/game-names.ts'
import style from './my-bets.module.css'

type Played = NonNullable<BetView['game']>

/** The name of a house game in the current language; a game that this build does not know has the server's name. */
export function PlayedName({ game }: Pick<Played, 'game'>) {
  return useOwnGameName()(game)
}

/** Whether a round of a house game paid something, but no more than the stake: this is not shown as a win. */
export const isPartlyReturned = ({ game, state, stake, returned }: BetView): boolean =>
  game !== undefined && (state === 'won' || state === 'cashed_out') && Number(returned) <= Number(stake)

/** The result of a house game round, with a link to the game, where an open round continues and an ended one can be verified. */
export function PlayedRound({ bet, played }: { bet: BetView; played: Played }) {
  return (
    <li>
      <span className={style.mark} data-state={bet.state === 'cashed_out' ? 'won' : bet.state} aria-hidden="true" />
      <b>
        <Ended bet={bet} played={played} />
      </b>
      <span className={style.match}>
        <Link href={`/nare-games/${encodeURIComponent(played.game)}`}>
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

/** The result of a round: the drawn number if there is a single one, else the multiplier. An ended bet is never shown as open. */
function Ended({ bet: { state }, played }: { bet: BetView; played: Played }) {
  const { game, multiplier, result, target, over } = played
  if (state === 'open') return <Trans>The round is open</Trans>
  if (state === 'void') return <Trans>Stake returned</Trans>
  const times = multiplier && truncated(multiplier)
  if (game === 'crash') {
    if (times) return <Trans>Cashed out at {times}</Trans>
    if (state !== 'lost') return <Trans>Cashed out</Trans>
    const point = result && truncated(result)
    return point ? <Trans>Crashed at {point}</Trans> : <Trans>Crashed before you cashed out</Trans>
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
  return times ? <Trans>Result {times}</Trans> : <Trans>The round is over</Trans>
}

/** A multiplier truncated to two decimal places: "1.27×", "2×". */
const truncated = (multiplier: string): string => `${multiplier.replace(/(\.\d\d)\d*$/, '$1').replace(/\.00$/, '')}×`
