import { useLingui } from '@lingui/react/macro'
import { gameRisks } from '@nare/contract/game-shapes'
import { wheelSizes, wheelTable } from '@nare/games/wheel'
import { useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'
import { BetButton } from './bet-button.tsx'
import { Choice, RiskChoice, type Risk } from './choices.tsx'
import { endingOf, percentText, tenThousandths, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { sector } from './sector.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './wheel.module.css'

const spinMs = 1_600
const turns = 3

/** The item before or after one in a list; the item itself beyond the ends. */
function besideOf<T>(list: readonly T[], item: T, forward: boolean): T {
  return list[list.indexOf(item) + (forward ? 1 : -1)] ?? item
}
const nextSize = (size: number, forward: boolean): number => besideOf<number>(wheelSizes, size, forward)
const nextRisk = (risk: Risk, higher: boolean): Risk => besideOf<Risk>(gameRisks, risk, higher)

/** Wheel: one of the segments stops at the pointer and determines the payout. */
export function Wheel() {
  const { t } = useLingui()
  const play = useGameSession('wheel')
  const [choice, choose] = useState<{ segments: number; risk: Risk }>({ segments: 20, risk: 'medium' })
  const table = wheelTable(choice)
  const maxMultiplier = table.reduce((largest, multiplier) => (multiplier > largest ? multiplier : largest), 0n)
  const stake = useStake('wheel', maxMultiplier)
  const { round } = play
  const isRevealed = useRevealed(round?.round_id ?? '', spinMs + 100)
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={({ result, multiplier }) => {
        const [segment, times] = [result.segment + 1, timesText(tenThousandths(multiplier))]
        return t`Segment ${segment} pays ${times}.`
      }}
      chip={({ multiplier }) => timesText(tenThousandths(multiplier))}
      automatic
      keys={[
        {
          keys: ['arrowleft', 'arrowright'],
          name: t`segments`,
          act: (key) => isRevealed && choose({ ...choice, segments: nextSize(choice.segments, key === 'arrowright') }),
        },
        {
          keys: ['arrowup', 'arrowdown'],
          name: t`risk`,
          act: (key) => isRevealed && choose({ ...choice, risk: nextRisk(choice.risk, key === 'arrowup') }),
        },
      ]}
      stage={<Disc table={table} choice={choice} round={round} isRevealed={isRevealed} />}
      controls={
        <>
          <Choice
            label={t`Segments`}
            value={choice.segments}
            locked={!isRevealed}
            onPick={(segments) => choose({ ...choice, segments })}
            items={wheelSizes.map((size) => ({ key: size as number, text: String(size) }))}
          />
          <RiskChoice value={choice.risk} locked={!isRevealed} onPick={(risk) => choose({ ...choice, risk })} />
        </>
      }
      stake={<StakeField value={stake} />}
      button={<BetButton play={play} stake={stake} isReady={isRevealed} options={choice} />}
    />
  )
}

type DiscProps = {
  table: readonly bigint[]
  choice: { segments: number; risk: Risk }
  round: Play<'wheel'>['round']
  isRevealed: boolean
}

function Disc({ table, choice, round, isRevealed }: DiscProps) {
  const { t } = useLingui()
  const isAnimated = useMotion()
  const isSame = round?.options.segments === choice.segments && round.options.risk === choice.risk
  const segment = isSame ? round.result.segment : 0
  const angle = 360 / table.length
  const [initialRound] = useState(round?.round_id)
  const spins = isSame && round.round_id !== initialRound
  // Each spin continues from the last one in the same direction.
  const [wheel, setWheel] = useState({ roundId: round?.round_id, at: 0 })
  if (spins && wheel.roundId !== round.round_id) {
    const stopAngle = 360 - (segment + 0.5) * angle
    const fullTurns = Math.ceil(wheel.at / 360) * 360 + (isAnimated ? turns * 360 : 0)
    setWheel({ roundId: round.round_id, at: fullTurns + stopAngle })
  }
  const levels = [...new Set(table)].toSorted((a, b) => Number(a - b))
  return (
    <div className={style.wheel}>
      <div className={style.disc}>
        <svg viewBox="-100 -100 200 200" aria-hidden="true">
          <g
            style={{
              transform: `rotate(${wheel.at}deg)`,
              transition: isAnimated && spins ? `transform ${spinMs}ms cubic-bezier(0.15, 0.6, 0.2, 1)` : 'none',
            }}
          >
            {table.map((multiplier, at) => (
              <path
                key={at}
                d={sector({ from: at * angle, by: angle, outer: 92, inner: 62 })}
                data-level={levels.indexOf(multiplier)}
              />
            ))}
          </g>
          <path className={style.pointer} d="M-7 -100h14l-7 16z" />
        </svg>
        <p className="num" aria-hidden="true" data-ending={isSame && isRevealed && spins ? endingOf(round) : undefined}>
          {isSame && isRevealed && spins ? timesText(tenThousandths(round.multiplier)) : '–'}
        </p>
      </div>
      <ul className={`num ${style.legend}`} aria-label={t`What the segments pay`}>
        {levels.map((multiplier, level) => (
          <li key={level} data-level={level}>
            <b>{timesText(multiplier)}</b>{' '}
            {percentText(table.filter((value) => value === multiplier).length / table.length)}
          </li>
        ))}
      </ul>
    </div>
  )
}
