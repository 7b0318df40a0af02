import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { countdownText } from '../../state/league-clock.ts'
import { useNow } from '../../state/use-now.ts'
import type { Period } from './use-league.ts'
import style from './board.module.css'

type NextProps = { id: string; playing: Period | undefined; next: Period }

/** The button to the matches of the next round, in sight while a round plays, with the times of both. */
export function NextRound({ id, playing, next }: NextProps) {
  return (
    <div className={style.next} data-up>
      <Times playing={playing} next={next} />
      <Link href={`/nare-league?competition=${id}&round=${encodeURIComponent(next.round_id)}`}>
        <Trans>Bet on round {next.round_number}</Trans>
      </Link>
    </div>
  )
}

function Times({ playing, next }: Omit<NextProps, 'id'>) {
  const left = useApp(({ virtualLeague }) => virtualLeague.timeAfter)
  const nowMs = useNow()
  const closes = countdownText(Math.max(0, Math.ceil((Date.parse(next.betting_closes_at) - nowMs) / 1000)))
  const ends = left === null ? undefined : countdownText(left)
  return (
    <p className="num">
      <span>
        {playing && ends !== undefined && (
          <Trans>
            Round {playing.round_number} ends in <b>{ends}</b>
          </Trans>
        )}
      </span>
      <span>
        <Trans>
          round {next.round_number} locks in <b>{closes}</b>
        </Trans>
      </span>
    </p>
  )
}
