import { useLingui } from '@lingui/react/macro'
import { fields, minesMultiplier } from '@nare/games/mines'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { timers } from '../../state/browser.ts'
import { BetButton } from './bet-button.tsx'
import { CashOut } from './cash-out.tsx'
import { Choice, Facts } from './choices.tsx'
import { hasPaid, percentText, tenThousandths, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { useRoving } from './roving.ts'
import { StakeField, useStake } from './stake.tsx'
import { useCashOutPays } from './use-cash-out-pays.ts'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './mines.module.css'

const quick = [1, 3, 5, 10, 24]
const rowLength = 5

/** Mines: open fields one after another, and cash out before a mine. */
export function Mines() {
  const { t } = useLingui()
  const play = useGameSession('mines')
  const cashOutPays = useCashOutPays()
  const [chosen, choose] = useState(3)
  const { round, open } = play
  const count = open?.options.mines ?? chosen
  const stake = useStake('mines', minesMultiplier(count, 1))
  const safe = open?.result.revealed.length ?? 0
  const left = fields - safe
  const reveal = (field: number): void => void play.gameSession.move({ reveal: field })
  const revealRandom = (): void => {
    const hidden = Array.from({ length: fields }, (_, field) => field).filter(
      (field) => !open?.result.revealed.includes(field),
    )
    const field = hidden[Math.floor(timers.random() * hidden.length)]
    if (field !== undefined) reveal(field)
  }
  return (
    <GameFrame
      play={play}
      isRevealed
      outcome={(round) => minesText(round)}
      chip={({ state, payout, multiplier }) =>
        state === 'done' && hasPaid({ payout }) ? timesText(tenThousandths(multiplier)) : '0×'
      }
      keys={[
        {
          keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'],
          name: t`fields`,
          act: () => document.querySelector<HTMLElement>('[data-roving][tabindex="0"]')?.focus(),
        },
        { keys: ['r'], name: t`any field`, act: () => open && play.phase === 'idle' && revealRandom() },
      ]}
      stage={<Board round={round} isBusy={play.phase !== 'idle'} onReveal={reveal} />}
      controls={
        <>
          <div className={style.count}>
            <label>
              <span>{t`Mines`}</span>
              <select
                value={count}
                disabled={open !== undefined}
                onChange={({ target }) => choose(Number(target.value))}
              >
                {Array.from({ length: fields - 1 }, (_, n) => (
                  <option key={n + 1} value={n + 1}>
                    {n + 1}
                  </option>
                ))}
              </select>
            </label>
            {open ? (
              <Button look="soft" small onClick={revealRandom} disabled={play.phase !== 'idle'}>
                {t`Open any field`}
              </Button>
            ) : (
              <Choice
                label={t`Usual numbers`}
                value={count}
                onPick={choose}
                items={quick.map((count) => ({ key: count, text: String(count) }))}
              />
            )}
          </div>
          <Facts
            facts={[
              { name: t`Next field is safe`, value: percentText((left - count) / left) },
              { name: t`Then it pays`, value: timesText(minesMultiplier(count, safe + 1)) },
            ]}
          />
        </>
      }
      stake={<StakeField value={stake} open={open} />}
      button={
        open ? (
          <CashOut
            play={play}
            amount={safe > 0 ? cashOutPays(open) : undefined}
            before={t`Open a field first`}
            onCashOut={() => void play.gameSession.move({ cash_out: true })}
          />
        ) : (
          <BetButton play={play} stake={stake} isReady options={{ mines: chosen }} />
        )
      }
    />
  )

  function minesText({ state, result, multiplier, payout }: NonNullable<Play<'mines'>['round']>): string {
    const last = (result.revealed.at(-1) ?? 0) + 1
    if (state === 'open') {
      const times = timesText(tenThousandths(multiplier))
      return result.revealed.length === 0
        ? t`Open a field.`
        : t`Field ${last} is safe. Cash out now at ${times}, or go on.`
    }
    const times = timesText(tenThousandths(multiplier))
    return hasPaid({ payout }) ? t`Cashed out at ${times}.` : t`Field ${last} is a mine.`
  }
}

type BoardProps = { round: Play<'mines'>['round']; isBusy: boolean; onReveal: (field: number) => void }

/** The 25 fields as one tab stop: arrow keys move the focus, Enter opens a field. */
function Board({ round, isBusy, onReveal }: BoardProps) {
  const { t } = useLingui()
  const roving = useRoving({ count: fields, rowLength })
  const isOpen = round?.state === 'open'
  return (
    <div role="group" aria-label={t`Fields`} className={style.board} onKeyDown={roving.onKeyDown}>
      {Array.from({ length: fields }, (_, field) => {
        const number = field + 1
        const isRevealed = round?.result.revealed.includes(field) ?? false
        const isMine = round?.result.mines?.includes(field) ?? false
        const face = isMine ? (isRevealed ? 'hit' : 'mine') : isRevealed ? 'safe' : 'hidden'
        const label = {
          hit: t`Field ${number}, the mine you opened`,
          mine: t`Field ${number}, a mine`,
          safe: t`Field ${number}, safe`,
          hidden: t`Field ${number}, closed`,
        }[face]
        const canOpen = isOpen && !isRevealed && !isBusy
        return (
          <button
            key={field}
            type="button"
            aria-label={label}
            aria-disabled={!canOpen || undefined}
            data-face={face}
            data-over={round?.state === 'done' || undefined}
            onClick={() => canOpen && onReveal(field)}
            {...roving.item(field)}
          >
            <Face face={face} />
          </button>
        )
      })}
    </div>
  )
}

function Face({ face }: { face: 'hit' | 'mine' | 'safe' | 'hidden' }) {
  if (face === 'hidden') return null
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {face === 'safe' ? (
        <path d="M5 9l3-4h8l3 4-7 10z" />
      ) : (
        <path d="M12 3v18M3 12h18M6 6l12 12M18 6L6 18M12 6a6 6 0 100 12 6 6 0 000-12" />
      )}
    </svg>
  )
}
