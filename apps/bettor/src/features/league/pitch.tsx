import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverNow } from '../../state/browser.ts'
import { ballPath } from './commentary.ts'
import type { Period, Playout } from './use-league.ts'
import style from './playout.module.css'

const size = { width: 680, height: 240 }
/** A third of the frames is enough for a ball, and leaves a slow phone its time. */
const frameMs = 50
const trail = 5

type PitchProps = { match: Playout; period: Period; pausedAt: number | undefined }

/** A light pitch for the chosen match: the ball's way is drawn from the commitment and has nothing to do with the result. */
export function Pitch({ match, period, pausedAt }: PitchProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [path] = useState(() => ballPath(period.commitment, match.match_id))
  const paused = pausedAt !== undefined
  const draw = useEffectEvent(() => {
    const context = canvas.current?.getContext('2d')
    const [startMs, endMs] = [Date.parse(period.start_time), Date.parse(period.end_time)]
    const now = Math.min(90, Math.max(0, (90 * (serverNow() - startMs)) / (endMs - startMs)))
    if (context) drawPitch(context, path, pausedAt ?? now)
  })
  useEffect(() => {
    let request = 0
    let lastMs = 0
    const frame = (atMs: number): void => {
      if (atMs - lastMs >= frameMs) {
        lastMs = atMs
        draw()
      }
      if (!paused) request = requestAnimationFrame(frame)
    }
    request = requestAnimationFrame(frame)
    return () => cancelAnimationFrame(request)
  }, [paused])
  return (
    <figure className={style.pitch}>
      <canvas ref={canvas} width={size.width} height={size.height} aria-hidden="true" />
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
  const { width, height } = size
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

  const whole = Math.floor(minute)
  const from = path[whole]
  const to = path[whole + 1] ?? from
  if (!from || !to) return
  const share = minute - whole
  const ball = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  context.strokeStyle = '#f5b83d'
  context.setLineDash([8, 6])
  context.beginPath()
  for (const point of [...path.slice(Math.max(0, whole - trail), whole + 1), ball])
    context.lineTo(point.x * width, point.y * height)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.arc(ball.x * width, ball.y * height, 8, 0, 2 * Math.PI)
  context.fill()
}
