import { useLingui } from '@lingui/react/macro'
import { formatMoney, parseMoney } from '@nare/money/money'
import { Button } from '@nare/ui/button'
import { useAmountText } from '@nare/ui/amount'
import { useState } from 'react'
import { BetButton } from './bet-button.tsx'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { largestWinOf, betsOf, chipsMax, colourOf, costOf, withChip, type Chip } from './roulette-bets.ts'
import { RouletteTable } from './roulette-table.tsx'
import { RouletteWheel, spinMs } from './roulette-wheel.tsx'
import { useGameInfo } from './game-info.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession } from './use-game-session.ts'
import style from './roulette.module.css'

/** European roulette: chips on numbers and groups of numbers; the chips stay for the next spin. */
export function Roulette() {
  const { t } = useLingui()
  const text = useAmountText()
  const play = useGameSession('roulette')
  const info = useGameInfo('roulette')
  const chip = useStake('roulette', 10_000n)
  const [chips, setChips] = useState<readonly Chip[]>([])
  const { round } = play
  const isRevealed = useRevealed(round?.round_id ?? '', spinMs + 300)
  const isLocked = !isRevealed || play.phase !== 'idle'
  const cost = formatMoney(costOf(chips))
  const exceedsMaxWin = info !== undefined && largestWinOf(chips) > (parseMoney(info.max_win) ?? 0n)
  const put = (on: string): void => {
    if (!isLocked) setChips(withChip(chips, { on, value: chip.stake }))
  }
  const colours = { red: t`red`, black: t`black`, green: t`green` }
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={({ result: { number } }) => `${number} ${colours[colourOf(number)]}.`}
      chip={({ result: { number } }) => String(number)}
      chipColour={({ result: { number } }) => colourOf(number)}
      automatic
      keys={[
        { keys: ['u'], name: t`undo`, act: () => isLocked || setChips(chips.slice(0, -1)) },
        { keys: ['c'], name: t`clear`, act: () => isLocked || setChips([]) },
      ]}
      stage={
        <div className={style.roulette}>
          <RouletteWheel number={round?.result.number} round={round?.round_id} spins={!isRevealed} />
          <RouletteTable chips={chips} number={round && isRevealed ? round.result.number : undefined} onPut={put} />
        </div>
      }
      controls={
        <>
          <div className={style.tools}>
            <Button
              look="soft"
              small
              disabled={isLocked || chips.length === 0}
              onClick={() => setChips(chips.slice(0, -1))}
            >
              {t`Undo`}
            </Button>
            <Button look="plain" small disabled={isLocked || chips.length === 0} onClick={() => setChips([])}>
              {t`Clear`}
            </Button>
            <span className="num">
              {chips.length >= chipsMax
                ? t`The table is full`
                : chips.length > 0
                  ? t`On the table: ${text(cost)}`
                  : t`Lines: split 18×. Edges: street 12×.`}
            </span>
          </div>
        </>
      }
      stake={<StakeField value={chip} label={t`Chip`} locked={isLocked} staked={cost} />}
      button={
        <BetButton
          play={play}
          stake={{ ...chip, stake: cost, bounds: { min: chip.bounds.min, max: info?.max_stake ?? chip.bounds.max } }}
          isReady={isRevealed}
          options={chips.length > 0 && !exceedsMaxWin ? { bets: betsOf(chips) } : undefined}
          missing={exceedsMaxWin ? t`The largest win is ${text(info.max_win)}` : t`Put chips on the table`}
        />
      }
    />
  )
}
