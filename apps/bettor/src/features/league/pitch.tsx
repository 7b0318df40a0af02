import { Trans } from '@lingui/react/macro'
import { Canvas, type CanvasSize } from '@nare/ui/canvas'
import { useState } from 'react'
import { serverNow } from '../../state/browser.ts'
import { ballPath } from './commentary.ts'
import type { Period, Playout } from './use-league.ts'
import style from './playout.module.css'

/** The units that the pitch is drawn in; the style sheet has the same aspect ratio. */
const pitch = { width: 680, height: 240 }
/** Every third frame is enough for a ball, and spares slow phones. */
const frameMs = 50
/** The drawn path of the ball begins this many minutes back. */
const trailMinutes = 5

type PitchProps = { match: Playout; period: Period; pausedAt: number | undefined }

/** The pitch of the chosen match. The path of the ball follows from the commitment and shows nothing of the result. */
export function Pitch({ match, period, pausedAt }: PitchProps) {
  const [path] = useState(() => ballPath(period.commitment, match.match_id))
  const draw = (context: CanvasRenderingContext2D, size: CanvasSize): void => {
    const [startMs, endMs] = [Date.parse(period.start_time), Date.parse(period.end_time)]
    const minute = Math.min(90, Math.max(0, (90 * (serverNow() - startMs)) / (endMs - startMs)))
    context.scale(size.width / pitch.width, size.height / pitch.height)
    drawPitch(context, path, pausedAt ?? minute)
  }
  return (
    <figure className={style.pitch}>
      <Canvas draw={draw} everyMs={frameMs} running={pausedAt === undefined} />
      <figcaption>
        {match.home_team}{' '}
        <b className="num">
          {match.home_score} – {match.away_score}
        </b>{' '}
        {match.away_team}
        <small>
          <Trans>Animation only: the result is already sealed</Trans>
        </small>
      </figcaption>
    </figure>
  )
}

function drawPitch(context: CanvasRenderingContext2D, path: readonly { x: number; y: number }[], minute: number): void {
  const { width, height } = pitch
  context.fillStyle = '#14382a'
  context.fillRect(0, 0, width, height)
  context.strokeStyle = 'rgb(255 255 255 / 75%)'
  context.lineWidth = 2
  const edge = 10
  context.strokeRect(edge, edge, width - 2 * edge, height - 2 * edge)
  context.strokeRect(edge, height / 2 - 55, 70, 110)
  context.strokeRect(width - edge - 70, height / 2 - 55, 70, 110)
  context.beginPath()
  context.moveTo(width / 2, edge)
  context.lineTo(width / 2, height - edge)
  context.stroke()
  context.beginPath()
  context.arc(width / 2, height / 2, 38, 0, 2 * Math.PI)
  context.stroke()

  const fullMinutes = Math.floor(minute)
  const from = path[fullMinutes]
  const to = path[fullMinutes + 1] ?? from
  if (!from || !to) return
  const share = minute - fullMinutes
  const ball = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  context.strokeStyle = '#f5b83d'
  context.setLineDash([8, 6])
  context.beginPath()
  for (const point of [...path.slice(Math.max(0, fullMinutes - trailMinutes), fullMinutes + 1), ball])
    context.lineTo(point.x * width, point.y * height)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.arc(ball.x * width, ball.y * height, 8, 0, 2 * Math.PI)
  context.fill()
}
