import { useLingui } from '@lingui/react/macro'
import { gameRisks } from '@nare/contract/game-shapes'
import { plinkoRows, plinkoTable } from '@nare/games/plinko'
import { useState } from 'react'
import { BetButton } from './bet-button.tsx'
import { RiskChoice } from './choices.tsx'
import { tenThousandths, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { PlinkoBoard, type Choice } from './plinko-board.tsx'
import { StakeField, useStake } from './stake.tsx'
import { useFalling } from './use-falling.ts'
import { ballsMax, useGameSession } from './use-game-session.ts'
import style from './plinko.module.css'

/**
 * Plinko: a ball falls left or right at every row, and its slot determines the payout. Several balls can fall at once: each is a bet of
 * its own, with its stake beside it.
 */
export function Plinko() {
  const { t } = useLingui()
  const play = useGameSession('plinko', ballsMax)
  const [choice, choose] = useState<Choice>({ rows: 12, risk: 'medium' })
  const table = plinkoTable(choice)
  const stake = useStake('plinko', table[0] ?? 0n)
  const { falling, land, shown } = useFalling(play.arrived)
  const isOver = falling.length === 0
  const isLocked = !isOver || play.phase !== 'idle'
  const moreRows = (by: number): void => {
    const rows = Math.min(plinkoRows.most, Math.max(plinkoRows.least, choice.rows + by))
    if (!isLocked) choose({ ...choice, rows })
  }
  const moreRisk = (by: number): void => {
    const risk = gameRisks[gameRisks.indexOf(choice.risk) + by]
    if (risk && !isLocked) choose({ ...choice, risk })
  }
  return (
    <GameFrame
      play={{ ...play, round: shown, rounds: play.rounds.filter((round) => !falling.includes(round)) }}
      isRevealed
      unshown={falling}
      automatic
      keys={[
        { keys: ['arrowleft', 'arrowright'], name: t`rows`, act: (key) => moreRows(key === 'arrowright' ? 1 : -1) },
        { keys: ['arrowup', 'arrowdown'], name: t`risk`, act: (key) => moreRisk(key === 'arrowup' ? 1 : -1) },
      ]}
      outcome={({ result, multiplier }) => {
        const [slot, times] = [result.slot + 1, timesText(tenThousandths(multiplier))]
        return t`Slot ${slot} pays ${times}.`
      }}
      chip={({ multiplier }) => timesText(tenThousandths(multiplier))}
      stage={<PlinkoBoard choice={choice} falling={falling} landed={shown} onLanded={land} />}
      controls={
        <>
          <label className={style.rows}>
            <span>{t`Rows`}</span>
            <input
              type="range"
              min={plinkoRows.least}
              max={plinkoRows.most}
              value={choice.rows}
              disabled={isLocked}
              onChange={({ target }) => choose({ ...choice, rows: Number(target.value) })}
            />
            <output className="num">{choice.rows}</output>
          </label>
          <RiskChoice value={choice.risk} locked={isLocked} onPick={(risk) => choose({ ...choice, risk })} />
        </>
      }
      stake={<StakeField value={stake} />}
      button={<BetButton play={play} stake={stake} isReady={falling.length < ballsMax} options={choice} />}
    />
  )
}
