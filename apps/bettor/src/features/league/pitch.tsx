import { Trans } from '@lingui/react/macro'
import { Canvas, type CanvasSize } from '@nare/ui/canvas'
import { useState } from 'react'
import { serverNow } from '../../state/browser.ts'
import { sidesOf } from './club-colours.ts'
import { ballPath } from './commentary.ts'
import { drawPitch } from './draw-pitch.ts'
import { pathWithGoals } from './highlight.ts'
import type { Period, Playout } from './use-league.ts'
import style from './playout.module.css'

/** Every third frame is enough for a ball, and spares slow phones. */
const frameMs = 50

type PitchProps = { match: Playout; period: Period; pausedAt: number | undefined }

/** The pitch of the chosen match. The path of the ball follows from the commitment and from the goals that have been shown. */
export function Pitch({ match, period, pausedAt }: PitchProps) {
  const [decorative] = useState(() => ballPath(period.commitment, match.match_id))
  const path = pathWithGoals(decorative, match.events)
  const goals = new Set(match.events.map(({ minute }) => minute))
  const sides = sidesOf(match.home_team, match.away_team)
  const draw = (context: CanvasRenderingContext2D, size: CanvasSize): void => {
    const [startMs, endMs] = [Date.parse(period.start_time), Date.parse(period.end_time)]
    const minute = Math.min(90, Math.max(0, (90 * (serverNow() - startMs)) / (endMs - startMs)))
    drawPitch(context, size, { path, goals, sides, minute: pausedAt ?? minute })
  }
  return (
    <figure className={style.pitch}>
      <Canvas draw={draw} everyMs={frameMs} running={pausedAt === undefined} />
      <figcaption>
        <Trans>Animation only: the result is already sealed</Trans>
      </figcaption>
    </figure>
  )
}
