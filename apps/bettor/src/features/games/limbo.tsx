import { useLingui } from '@lingui/react/macro'
import { hundredthsOf } from '@nare/games/hundredths'
import { useEffect, useState } from 'react'
import { BetButton } from './bet-button.tsx'
import { Choice, DecimalField, Facts } from './choices.tsx'
import { decimalOf, endingOf, percentText, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './limbo.module.css'

const riseMs = 600
const target = { min: 101, max: 100_000_000, usual: 200 }
const quick = [150, 200, 500, 1_000, 10_000]

/** The share of the 10^8 possible draws that reach a target in hundredths: floor(99 × 10^8 / target) draws reach it. */
const chanceOf = (hundredths: number): number => Math.floor((99 * 1e8) / hundredths) / 1e8

/** The next of the usual targets above or below a target in hundredths; the target itself beyond the last one. */
const nextGoal = (goal: number, up: boolean): number =>
  (up ? quick.find((times) => times > goal) : quick.findLast((times) => times < goal)) ?? goal

/** Limbo: a multiplier is drawn, and the bet wins if it reaches the target. */
export function Limbo() {
  const { t } = useLingui()
  const play = useGameSession('limbo')
  const [goal, setGoal] = useState(target.usual)
  const multiplier = BigInt(goal) * 100n
  const stake = useStake('limbo', multiplier)
  const isRevealed = useRevealed(play.round?.round_id ?? '', riseMs)
  const chip = (text: string): string => timesText(BigInt(hundredthsOf(text) ?? 0) * 100n)
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={({ result, options }) => {
        const [drawn, wanted] = [chip(result.multiplier), chip(options.target)]
        return t`It went to ${drawn}, your target was ${wanted}.`
      }}
      chip={({ result }) => chip(result.multiplier)}
      automatic
      keys={[
        {
          keys: ['arrowleft', 'arrowright'],
          name: t`target`,
          act: (key) => setGoal(nextGoal(goal, key === 'arrowright')),
        },
      ]}
      stage={<Height round={play.round} isRevealed={isRevealed} goal={goal} />}
      controls={
        <>
          <div className={style.goal}>
            <DecimalField label={t`Target ×`} value={goal} min={target.min} max={target.max} onChange={setGoal} />
          </div>
          <Choice
            label={t`Usual targets`}
            value={goal}
            onPick={setGoal}
            items={quick.map((times) => ({ key: times, text: timesText(BigInt(times) * 100n) }))}
          />
          <Facts
            facts={[
              { name: t`Chance`, value: percentText(chanceOf(goal)) },
              { name: t`Pays`, value: timesText(multiplier) },
            ]}
          />
        </>
      }
      stake={<StakeField value={stake} />}
      button={<BetButton play={play} stake={stake} isReady={isRevealed} options={{ target: decimalOf(goal) }} />}
    />
  )
}

/** The drawn multiplier in large type. The animation counts up to it. */
function Height({ round, isRevealed, goal }: { round: Play<'limbo'>['round']; isRevealed: boolean; goal: number }) {
  const drawn = hundredthsOf(round?.result.multiplier ?? '') ?? 0
  const shown = useRising(drawn, round !== undefined && !isRevealed)
  // Before the first round it stands where each rise begins.
  const text = timesText(BigInt(round ? shown : 100) * 100n)
  return (
    <div className={style.limbo} aria-hidden="true">
      <p
        className="num"
        style={{ '--letters': text.length } as React.CSSProperties}
        data-ending={round && isRevealed ? endingOf(round) : undefined}
      >
        {text}
      </p>
      <p className="num">→ {timesText(BigInt(goal) * 100n)}</p>
      <i style={{ '--share': shareOf(goal) } as React.CSSProperties}>
        {round && (
          <b style={{ '--share': shareOf(shown) } as React.CSSProperties} data-reached={shown >= goal || undefined} />
        )}
      </i>
    </div>
  )
}

/** How far a multiplier in hundredths is up the scale, on which each tenfold is as long: 1× is 0, 1,000× is 1. */
const shareOf = (hundredths: number): number => Math.min(1, Math.max(0, Math.log10(hundredths / 100) / 3))

/** Hundredths that rise from 100 to `to` while `isRising`; `to` afterwards. */
function useRising(to: number, isRising: boolean): number {
  const [at, setAt] = useState(to)
  useEffect(() => {
    if (!isRising) return
    let frame = 0
    let start: number | undefined
    const step = (nowMs: number): void => {
      start ??= nowMs
      const share = Math.min(1, (nowMs - start) / riseMs)
      setAt(Math.round(100 * (to / 100) ** share))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [to, isRising])
  return isRising ? at : to
}
