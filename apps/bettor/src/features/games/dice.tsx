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
const targetStep = 50
const rollsShown = 20
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
  const moveTarget = (by: number): void =>
    choose({ over, target: Math.min(sideBounds.max, Math.max(sideBounds.min, target + by)) })
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
      automatic
      keys={[
        { keys: ['o'], name: t`over`, act: () => setSide(true) },
        { keys: ['u'], name: t`under`, act: () => setSide(false) },
        {
          keys: ['arrowleft', 'arrowright'],
          name: t`target`,
          act: (key) => moveTarget(key === 'arrowleft' ? -targetStep : targetStep),
        },
      ]}
      stage={<Track choice={choice} play={play} isRevealed={isRevealed} />}
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
                const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
                if (by === undefined) return
                event.preventDefault()
                moveTarget(by * targetStep)
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

type TrackProps = { choice: { target: number; over: boolean }; play: Play<'dice'>; isRevealed: boolean }

/** The last roll above the scale from 0 to 100, which shows the winning side, the target and the rolls before. */
function Track({ choice, play: { round, rounds }, isRevealed }: TrackProps) {
  const { t } = useLingui()
  const { target, over } = choice
  const isAnimated = useMotion()
  const roll = round && hundredthsOf(round.result.roll)
  const chance = winningRolls(choice) / rolls
  const at = (hundredths: number, row = 0) => ({ '--at': hundredths / 100, '--row': row }) as React.CSSProperties
  const [wins, loses] = [percentText(chance), percentText(1 - chance)]
  const earlier = rounds.filter(({ round_id }) => isRevealed || round_id !== round?.round_id).slice(0, rollsShown)
  return (
    <div className={style.dice} aria-hidden="true">
      <p className="num" data-ending={round && isRevealed ? endingOf(round) : undefined}>
        {round && isRevealed ? round.result.roll : '\u00a0'}
      </p>
      <div className={style.earlier}>
        {earlier.length > 0 && <small>{t`your last ${earlier.length} rolls`}</small>}
        {earlier.map((past, age) => (
          <i
            key={past.round_id}
            data-ending={endingOf(past)}
            style={{ ...at(hundredthsOf(past.result.roll) ?? 0, age % 3), opacity: 1 - age * 0.035 }}
          />
        ))}
      </div>
      <div className={style.track} data-over={over} data-still={!isAnimated || undefined} style={at(target)}>
        <small>{over ? t`loses ${loses}` : t`wins ${wins}`}</small>
        <small>{over ? t`wins ${wins}` : t`loses ${loses}`}</small>
        <i />
        {roll !== undefined && <span style={at(roll)} data-moves={round?.round_id} />}
      </div>
      <div className={`num ${style.scale}`}>
        {[0, 25, 50, 75, 100].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </div>
  )
}
