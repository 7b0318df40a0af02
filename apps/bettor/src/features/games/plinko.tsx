import { useLingui } from '@lingui/react/macro'
import { plinkoRows, plinkoTable } from '@nare/games/plinko'
import { useEffect, useRef, useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'
import { BetButton } from './bet-button.tsx'
import { RiskChoice, type Risk } from './choices.tsx'
import { endingOf, shortTimes, tenThousandths, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './plinko.module.css'

const rowMs = 75
const width = 340
/** The space beside the outermost pegs; the slots below have the same margin (plinko.module.css). */
const edge = 4
const pegGap = (rows: number): number => width / (rows + 1)

/** Plinko: a ball falls left or right at every row, and its slot determines the payout. */
export function Plinko() {
  const { t } = useLingui()
  const play = useGameSession('plinko')
  const [choice, choose] = useState<{ rows: number; risk: Risk }>({ rows: 12, risk: 'medium' })
  const table = plinkoTable(choice)
  const stake = useStake('plinko', table[0] ?? 0n)
  const { round } = play
  const isRevealed = useRevealed(round?.round_id ?? '', ((round?.options.rows ?? 0) + 2) * rowMs)
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={({ result, multiplier }) => {
        const [slot, times] = [result.slot + 1, timesText(tenThousandths(multiplier))]
        return t`Slot ${slot} pays ${times}.`
      }}
      chip={({ multiplier }) => timesText(tenThousandths(multiplier))}
      stage={<Board choice={choice} round={round} isRevealed={isRevealed} />}
      controls={
        <>
          <label className={style.rows}>
            <span>{t`Rows`}</span>
            <input
              type="range"
              min={plinkoRows.least}
              max={plinkoRows.most}
              value={choice.rows}
              disabled={!isRevealed}
              onChange={({ target }) => choose({ ...choice, rows: Number(target.value) })}
            />
            <output className="num">{choice.rows}</output>
          </label>
          <RiskChoice value={choice.risk} locked={!isRevealed} onPick={(risk) => choose({ ...choice, risk })} />
        </>
      }
      stake={<StakeField value={stake} />}
      button={<BetButton play={play} stake={stake} isReady={isRevealed} options={choice} />}
    />
  )
}

type Choice = { rows: number; risk: Risk }

/** The pegs and the slots; the ball stays in its slot until the options change. */
function Board({ choice, round, isRevealed }: { choice: Choice; round: Play<'plinko'>['round']; isRevealed: boolean }) {
  const { rows } = choice
  const gap = pegGap(rows)
  const height = gap * 0.82
  const isSame = round?.options.rows === rows && round.options.risk === choice.risk
  const landed = isSame && isRevealed ? round.result.slot : undefined
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
        {isSame && (
          <Ball key={round.round_id} path={round.result.path} gap={gap} height={height} isFalling={!isRevealed} />
        )}
      </svg>
      <Slots table={plinkoTable(choice)} landed={landed} ending={round && endingOf(round)} />
    </div>
  )
}

function Slots({
  table,
  landed,
  ending,
}: {
  table: readonly bigint[]
  landed: number | undefined
  ending?: string | undefined
}) {
  const { t } = useLingui()
  return (
    <ol className={`num ${style.slots}`} aria-label={t`What each slot pays`} data-many={table.length > 12 || undefined}>
      {table.map((multiplier, slot) => (
        <li
          key={slot}
          data-gains={multiplier > 10_000n || undefined}
          data-landed={slot === landed ? ending : undefined}
        >
          <span>{shortTimes(multiplier)}</span>
        </li>
      ))}
    </ol>
  )
}

type BallProps = { path: readonly number[]; gap: number; height: number; isFalling: boolean }

/** The ball at the end of its path. If animations are allowed, it first falls along the path. */
function Ball({ path, gap, height, isFalling }: BallProps) {
  const ball = useRef<SVGCircleElement>(null)
  const isAnimated = useMotion()
  const [falls] = useState(isFalling && isAnimated)
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
    const fall = element.animate(frames, { duration: (path.length + 2) * rowMs, easing: 'linear' })
    return () => fall.cancel()
  }, [path, gap, height, falls])
  const rights = path.reduce((sum, right) => sum + right, 0)
  const x = width / 2 + (rights - path.length / 2) * gap
  const y = (path.length + 0.4) * height
  return (
    <circle
      ref={ball}
      className={style.ball}
      r={Math.max(4, gap / 4)}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    />
  )
}
