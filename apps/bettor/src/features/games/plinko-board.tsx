import { useLingui } from '@lingui/react/macro'
import type { GameRoundOf } from '@nare/contract/games'
import { plinkoTable } from '@nare/games/plinko'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMotion } from '../../play/use-motion.ts'
import { useMedia } from '../../state/use-media.ts'
import type { Risk } from './choices.tsx'
import { endingOf, shortTimes } from './figures.ts'
import style from './plinko.module.css'

export type Choice = { rows: number; risk: Risk }
type Round = GameRoundOf<'plinko'>

const rowMs = 100
const width = 340
/** The space beside the outermost pegs; the slots below have the same margin (plinko.module.css). */
const edge = 4
/** A phone on its side has room for low rows only. */
const [lowScreen, lowRow] = ['(min-width: 37.5em) and (max-height: 480px)', 0.4] as const
const pegGap = (rows: number): number => width / (rows + 1)

type BoardProps = {
  choice: Choice
  falling: readonly Round[]
  /** The round whose ball lies in its slot. */
  landed: Round | undefined
  onLanded: (roundId: string) => void
}

/** The pegs and the slots. The ball that landed last stays in its slot until the options change. */
export function PlinkoBoard({ choice, falling, landed, onLanded }: BoardProps) {
  const { rows } = choice
  const gap = pegGap(rows)
  const height = gap * (useMedia(lowScreen) ? lowRow : 0.82)
  const isSame = (round: Round): boolean => round.options.rows === rows && round.options.risk === choice.risk
  const lying = landed && isSame(landed) ? landed : undefined
  return (
    <div className={style.plinko}>
      <svg viewBox={`${-edge} 0 ${width + 2 * edge} ${(rows + 1) * height}`} aria-hidden="true">
        {Array.from({ length: rows }, (_, row) =>
          Array.from({ length: row + 3 }, (_each, at) => (
            <circle
              key={`${row} ${at}`}
              cx={width / 2 + (at - (row + 2) / 2) * gap}
              cy={(row + 0.6) * height}
              r={Math.max(1.6, gap / 14)}
            />
          )),
        )}
        {lying && <Ball key={`lies ${lying.round_id}`} round={lying} gap={gap} height={height} />}
        {falling
          .filter(isSame)
          .toReversed()
          .map((round) => (
            <Ball
              key={round.round_id}
              round={round}
              gap={gap}
              height={height}
              onLanded={() => onLanded(round.round_id)}
            />
          ))}
      </svg>
      <Slots
        table={plinkoTable(choice)}
        landed={lying?.result.slot}
        round={lying?.round_id}
        ending={lying && endingOf(lying)}
      />
    </div>
  )
}

type SlotsProps = {
  table: readonly bigint[]
  landed: number | undefined
  round: string | undefined
  ending: string | undefined
}

function Slots({ table, landed, round, ending }: SlotsProps) {
  const { t } = useLingui()
  const isAnimated = useMotion()
  return (
    <ol
      className={`num ${style.slots}`}
      aria-label={t`What each slot pays`}
      data-many={table.length > 12 || undefined}
      data-still={!isAnimated || undefined}
    >
      {table.map((multiplier, slot) => (
        <li
          key={slot === landed ? `${slot} ${round}` : slot}
          data-gains={multiplier > 10_000n || undefined}
          data-landed={slot === landed ? ending : undefined}
        >
          <span>{shortTimes(multiplier)}</span>
        </li>
      ))}
    </ol>
  )
}

type BallProps = { round: Round; gap: number; height: number; onLanded?: () => void }

/** A ball with its stake. It falls along its path and calls `onLanded`; without that it lies at the end of its path. */
function Ball({ round: { result, stake }, gap, height, onLanded }: BallProps) {
  const ball = useRef<SVGGElement>(null)
  const { path, slot } = result
  const landed = useEffectEvent(() => onLanded?.())
  const falls = onLanded !== undefined
  useEffect(() => {
    const element = ball.current
    if (!element || !falls) return
    let x = width / 2
    const frames = [{ transform: `translate(${x}px, 0px)` }]
    for (const [row, right] of path.entries()) {
      frames.push({ transform: `translate(${x}px, ${(row + 0.25) * height}px)` })
      x += right === 1 ? gap / 2 : -gap / 2
    }
    frames.push({ transform: `translate(${x}px, ${(path.length + 0.4) * height}px)` })
    const durationMs = (path.length + 2) * rowMs
    const fall = element.animate(frames, { duration: durationMs, easing: 'linear' })
    // A hidden tab pauses animations; the result must not wait for them.
    const timer = setTimeout(() => landed(), durationMs)
    return () => {
      clearTimeout(timer)
      fall.cancel()
    }
  }, [path, gap, height, falls])
  const x = width / 2 + (slot - path.length / 2) * gap
  const y = (path.length + 0.4) * height
  const radius = Math.max(4, gap / 4)
  return (
    <g
      ref={ball}
      className={style.ball}
      data-falling={falls || undefined}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      <circle r={radius} />
      {falls && (
        <text x={radius + 3} y="4">
          {stake.replace(/\.00$/, '')}
        </text>
      )}
    </g>
  )
}
