import { useLingui } from '@lingui/react/macro'
import { diceMultiplier, winningRolls } from '@nare/games/dice'
import { hundredthsOf } from '@nare/games/hundredths'
import { useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'
import { BetButton } from './bet-button.tsx'
import { Choice, DecimalField, Facts } from './choices.tsx'
import { decimalOf, endingOf, percentText, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './dice.module.css'

const rolls = 10_001
const rollMs = 500
/** The bounds of the target in hundredths: a bet wins with 1 to 9,800 of the 10,001 rolls. */
const bounds = { over: { min: 200, max: 9_999 }, under: { min: 1, max: 9_800 } }

/** Dice: a roll from 0 to 100 over or under a target. */
export function Dice() {
  const { t } = useLingui()
  const play = useGameSession('dice')
  const [choice, choose] = useState({ target: 5_050, over: true })
  const { target, over } = choice
  const multiplier = diceMultiplier(choice)
  const stake = useStake('dice', multiplier)
  const isRevealed = useRevealed(play.round?.round_id ?? '', rollMs)
  const sideBounds = over ? bounds.over : bounds.under
  const setSide = (next: boolean): void => {
    const mirrored = 10_000 - target
    const { min, max } = next ? bounds.over : bounds.under
    choose(next === over ? choice : { over: next, target: Math.min(max, Math.max(min, mirrored)) })
  }
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={({ result, options }) =>
        options.over
          ? t`Roll ${result.roll}, over ${options.target} was needed.`
          : t`Roll ${result.roll}, under ${options.target} was needed.`
      }
      chip={({ result }) => result.roll}
      stage={<Track target={target} over={over} round={play.round} isRevealed={isRevealed} />}
      controls={
        <>
          <Choice
            label={t`Roll`}
            value={over ? 'over' : 'under'}
            onPick={(side) => setSide(side === 'over')}
            items={[
              { key: 'over', text: t`Over` },
              { key: 'under', text: t`Under` },
            ]}
          />
          <div className={style.target}>
            <DecimalField
              label={t`Target`}
              value={target}
              {...sideBounds}
              onChange={(next) => choose({ over, target: next })}
            />
            <input
              type="range"
              aria-label={t`Target`}
              min={sideBounds.min}
              max={sideBounds.max}
              step={1}
              value={target}
              aria-valuetext={decimalOf(target)}
              onKeyDown={(event) => {
                const by = { ArrowLeft: -50, ArrowDown: -50, ArrowRight: 50, ArrowUp: 50 }[event.key]
                if (by === undefined) return
                event.preventDefault()
                choose({ over, target: Math.min(sideBounds.max, Math.max(sideBounds.min, target + by)) })
              }}
              onChange={(event) => choose({ over, target: Number(event.target.value) })}
            />
          </div>
          <Facts
            facts={[
              { name: t`Chance`, value: percentText(winningRolls(choice) / rolls) },
              { name: t`Pays`, value: timesText(multiplier) },
            ]}
          />
        </>
      }
      stake={<StakeField value={stake} />}
      button={
        <BetButton play={play} stake={stake} isReady={isRevealed} options={{ target: decimalOf(target), over }} />
      }
    />
  )
}

/** The scale from 0 to 100, with the winning side and the last roll. */
function Track(props: { target: number; over: boolean; round: Play<'dice'>['round']; isRevealed: boolean }) {
  const { target, over, round, isRevealed } = props
  const isAnimated = useMotion()
  const roll = round && hundredthsOf(round.result.roll)
  return (
    <div className={style.dice} aria-hidden="true">
      <p className="num" data-ending={round && isRevealed ? endingOf(round) : undefined}>
        {round && isRevealed ? round.result.roll : '–'}
      </p>
      <div
        className={style.track}
        data-over={over}
        data-still={!isAnimated || undefined}
        style={{ '--target': target / 100 } as React.CSSProperties}
      >
        <i />
        {roll !== undefined && (
          <span style={{ '--roll': roll / 100 } as React.CSSProperties} data-moves={round?.round_id} />
        )}
      </div>
      <div className={`num ${style.scale}`}>
        {[0, 25, 50, 75, 100].map((at) => (
          <span key={at}>{at}</span>
        ))}
      </div>
    </div>
  )
}
