import { useLingui } from '@lingui/react/macro'
import { formatMoney, parseMoney } from '@nare/money/money'
import { Button } from '@nare/ui/button'
import { useAmountText } from '@nare/ui/amount'
import { useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'
import { BetButton } from './bet-button.tsx'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { largestWinOf, betsOf, chipsMax, colourOf, costOf, wheelOrder, withChip, type Chip } from './roulette-bets.ts'
import { RouletteTable } from './roulette-table.tsx'
import { sector } from './sector.ts'
import { useGameInfo } from './game-info.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './roulette.module.css'

const spinMs = 1_800
const turns = 2
const angle = 360 / wheelOrder.length

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
      stage={
        <div className={style.roulette}>
          <RouletteTable chips={chips} number={round && isRevealed ? round.result.number : undefined} onPut={put} />
          <Wheel round={round} spins={!isRevealed} />
        </div>
      }
      controls={
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
            {chips.length >= chipsMax ? t`The table is full` : t`On the table: ${text(cost)}`}
          </span>
        </div>
      }
      stake={<StakeField value={chip} label={t`Chip`} locked={isLocked} />}
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

/** The wheel, which covers the table while it spins. */
function Wheel({ round, spins }: { round: Play<'roulette'>['round']; spins: boolean }) {
  const isAnimated = useMotion()
  if (!round || !spins || !isAnimated) return null
  const stop = turns * 360 + 360 - (wheelOrder.findIndex((number) => number === round.result.number) + 0.5) * angle
  return (
    <div className={style.wheel} aria-hidden="true">
      <svg viewBox="-100 -100 200 200">
        <g style={{ '--stop': `${stop}deg`, animationDuration: `${spinMs}ms` } as React.CSSProperties}>
          {wheelOrder.map((number, at) => (
            <g key={number}>
              <path d={sector({ from: at * angle, by: angle, outer: 96, inner: 64 })} data-colour={colourOf(number)} />
              <text transform={`rotate(${(at + 0.5) * angle}) translate(0 -78)`}>{number}</text>
            </g>
          ))}
        </g>
        <path className={style.pointer} d="M-6 -100h12l-6 14z" />
      </svg>
    </div>
  )
}
