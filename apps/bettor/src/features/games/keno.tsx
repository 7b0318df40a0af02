import { useLingui } from '@lingui/react/macro'
import { kenoDrawn, kenoSize, kenoTable } from '@nare/games/keno'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { timers } from '../../state/browser.ts'
import { useMotion } from '../../play/use-motion.ts'
import { BetButton } from './bet-button.tsx'
import { RiskChoice, type Risk } from './choices.tsx'
import { shortTimes, tenThousandths, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { useRevealed } from './reveal.ts'
import { useRoving } from './roving.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './keno.module.css'

const picksMax = 10
const ballMs = 90
const rowLength = 8
const all = Array.from({ length: kenoSize }, (_, n) => n)

/** Keno: the bettor picks one to ten of the numbers 1 to 40, and ten numbers are drawn. The API counts the numbers from 0. */
export function Keno() {
  const { t } = useLingui()
  const play = useGameSession('keno')
  const [picks, setPicks] = useState<readonly number[]>([])
  const [risk, setRisk] = useState<Risk>('medium')
  const { round } = play
  const table = kenoTable({ picks: picks.length, risk })
  const stake = useStake('keno', table.at(-1) ?? 0n)
  const isRevealed = useRevealed(round?.round_id ?? '', (kenoDrawn + 1) * ballMs)
  /** The round whose draw is hidden, because the picks have changed since. */
  const [hiddenRound, hideRound] = useState<string | undefined>()
  const drawn = round && round.round_id !== hiddenRound ? round : undefined
  const change = (next: readonly number[]): void => {
    if (!isRevealed) return
    setPicks(next)
    hideRound(round?.round_id)
  }
  const keep = (): void => {
    stake.keep()
    hideRound(undefined)
  }
  const toggle = (number: number): void => {
    if (picks.includes(number)) change(picks.filter((pick) => pick !== number))
    else if (picks.length < picksMax) change([...picks, number])
  }
  const pickAny = (): void => {
    const left = [...all]
    change(Array.from({ length: picksMax }, () => left.splice(Math.floor(timers.random() * left.length), 1)[0] ?? 0))
  }
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={({ result, options }) => {
        const [hits, of] = [result.hits, options.picks.length]
        return t`${hits} of your ${of} numbers came.`
      }}
      chip={({ multiplier }) => timesText(tenThousandths(multiplier))}
      automatic
      keys={[
        { keys: ['p'], name: t`pick 10`, act: pickAny },
        { keys: ['c'], name: t`clear`, act: () => change([]) },
      ]}
      stage={
        <div className={style.keno}>
          <Legend count={picks.length} onClear={isRevealed ? () => change([]) : undefined} />
          <Board picks={picks} drawn={drawn} onToggle={toggle} />
          <Pays table={table} hits={drawn && isRevealed ? drawn.result.hits : undefined} />
        </div>
      }
      controls={
        <div className={style.options}>
          <RiskChoice value={risk} locked={!isRevealed} onPick={setRisk} />
          <Button look="soft" small disabled={!isRevealed} onClick={pickAny}>
            {t`Pick 10 for me`}
          </Button>
        </div>
      }
      stake={<StakeField value={stake} />}
      button={
        <BetButton
          play={play}
          stake={{ ...stake, keep }}
          isReady={isRevealed}
          options={picks.length > 0 ? { picks: [...picks], risk } : undefined}
          missing={t`Pick 1 to 10 numbers`}
        />
      }
    />
  )
}

type BoardProps = { picks: readonly number[]; drawn: Play<'keno'>['round']; onToggle: (number: number) => void }

function Board({ picks, drawn, onToggle }: BoardProps) {
  const { t } = useLingui()
  const roving = useRoving({ count: kenoSize, rowLength })
  const isAnimated = useMotion()
  return (
    <div
      role="group"
      aria-label={t`Numbers`}
      className={`num ${style.board}`}
      data-still={!isAnimated || undefined}
      onKeyDown={roving.onKeyDown}
    >
      {all.map((number) => {
        const isPicked = picks.includes(number)
        const order = drawn?.result.drawn.indexOf(number) ?? -1
        const isDrawn = order >= 0
        const name = String(number + 1)
        return (
          <button
            key={`${number} ${isDrawn ? drawn?.round_id : ''}`}
            type="button"
            aria-pressed={isPicked}
            aria-label={isDrawn ? t`${name}, drawn` : name}
            data-drawn={isDrawn ? (isPicked ? 'hit' : 'miss') : undefined}
            style={isDrawn && isAnimated ? { animationDelay: `${order * ballMs}ms` } : undefined}
            onClick={() => onToggle(number)}
            {...roving.item(number)}
          >
            {name}
            {(isDrawn || isPicked) && <i aria-hidden="true">{isDrawn ? (isPicked ? '✓' : '○') : '■'}</i>}
          </button>
        )
      })}
    </div>
  )
}

/** What the looks of a field mean; each has a shape of its own. */
function Legend({ count, onClear }: { count: number; onClear: (() => void) | undefined }) {
  const { t } = useLingui()
  return (
    <p className={style.legend}>
      <span data-mark="yours">{t`yours`}</span>
      <span data-mark="drawn">{t`drawn`}</span>
      <span data-mark="hit">{t`hit`}</span>
      <b className="num">{t`${count} of 10 picked`}</b>
      <button type="button" disabled={count === 0 || !onClear} onClick={onClear}>
        {t`Clear`}
      </button>
    </p>
  )
}

/** The multipliers of these picks by the number of hits; numbers of hits that pay nothing are one cell. */
function Pays({ table, hits }: { table: readonly bigint[]; hits: number | undefined }) {
  const { t } = useLingui()
  if (table.length === 0) return <p className={style.hint}>{t`Your picks decide what each hit pays.`}</p>
  return (
    <ol className={`num ${style.pays}`} aria-label={t`What each number of hits pays`}>
      {cellsOf(table).map(({ from, to, multiplier }) => (
        <li key={to} data-here={(hits !== undefined && hits >= from && hits <= to) || undefined}>
          <small>{from === to ? from : `${from}–${to}`}</small> <b>{shortTimes(multiplier)}×</b>
        </li>
      ))}
    </ol>
  )
}

/** The cells of the pay table: the first numbers of hits that pay nothing are together. */
function cellsOf(table: readonly bigint[]): { from: number; to: number; multiplier: bigint }[] {
  const paying = table.findIndex((multiplier) => multiplier > 0n)
  const each = table.map((multiplier, hits) => ({ from: hits, to: hits, multiplier }))
  return paying > 1 ? [{ from: 0, to: paying - 1, multiplier: 0n }, ...each.slice(paying)] : each
}
