import { Trans, useLingui } from '@lingui/react/macro'
import type { CrashBet, CrashState } from '@nare/contract/crash'
import { Amount, useAmountText } from '@nare/ui/amount'
import { currencySign, grouped } from '@nare/ui/format'
import { useId, useState } from 'react'
import { pressOnEnter } from '../../forms/press-on-enter.ts'
import { useAmount } from '../../forms/use-amount.ts'
import { keepLastGame } from '../../play/game-names.ts'
import { useGameKey } from '../../play/use-game-key.ts'
import { stored } from '../../state/browser.ts'
import { betCtaOf } from '../../slip/cta.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { WinTaxFact } from '../../slip/win-tax-fact.tsx'
import { BetButton } from './bet-button.tsx'
import { cappedTarget, isGain } from './flight.ts'
import { KeyHints } from './key-hints.tsx'
import { buttonStateOf, scaledStake } from './panel.ts'
import type { Slot, SlotNo } from './slots.ts'
import { slots } from './use-slots.ts'
import style from './panel.module.css'

export type Limits = { min_stake: string; max_stake: string; max_win?: string }

type PanelProps = {
  slotNo: SlotNo
  slot: Slot
  round: CrashState | undefined
  /** Undefined until they are loaded; until then the fields are disabled. */
  limits: Limits | undefined
  isDisconnected: boolean
  /** Autoplay places this bet. */
  auto: boolean
  /** The keys for half and double change this stake. */
  scales: boolean
}

/** One of the two bet panels: caption, stake, auto cash-out target, and one button that never moves. */
export function BetPanel({ slotNo, slot, round, limits, isDisconnected, auto, scales }: PanelProps) {
  const { t } = useLingui()
  const letter = slotNo === 1 ? 'A' : 'B'
  const key = `crash-stake-${slotNo}`
  const [stake, setStake] = useState(() => textOf(stored.read(key)))
  const [target, setTarget] = useState('')
  const cta = betCtaOf({
    ...useBetFacts(),
    ...(limits && { minStake: limits.min_stake, maxStake: limits.max_stake }),
    stake,
    placing: 'idle',
    // Another try has another id, so the button does not offer to repeat a bet whose outcome is unknown.
    refusal: slot.refusal?.code === 'no_answer' ? null : (slot.refusal ?? null),
    online: !isDisconnected,
  })
  const buttonState = buttonStateOf({ slot, round, cta, target, limits, isDisconnected })
  const open = slot.bet?.state === 'open' ? slot.bet : undefined
  const capped = cappedTarget({ stake, target, maxWin: limits?.max_win })
  const place = (): void => {
    stored.write(key, stake)
    keepLastGame('nare:crash', stake)
    void slots.place({ slot: slotNo, stake, target: target || undefined })
  }
  const busy = slot.busy !== 'idle' || auto || !limits
  const changed =
    (set: (typed: string) => void) =>
    (typed: string): void => {
      slots.clearInputRefusal(slotNo)
      set(typed)
    }
  return (
    <section className={style.panel} aria-label={t`Bet ${letter}`}>
      <p className={style.caption}>
        <b>
          <Trans>Bet {letter}</Trans>
        </b>
        {capped && !open ? (
          <span>
            <CappedText at={capped} />
          </span>
        ) : (
          <Outcome bet={slot.bet} next={round?.next.round_id} />
        )}
      </p>
      {open ? (
        <OpenBetFacts bet={open} />
      ) : (
        <Fields
          letter={letter}
          stake={stake}
          target={target}
          limits={limits}
          busy={busy}
          scales={scales}
          onStake={changed(setStake)}
          onTarget={changed(setTarget)}
        />
      )}
      <BetButton
        state={buttonState}
        slotNo={slotNo}
        bet={open}
        round={round}
        stake={stake}
        auto={auto}
        onPlace={isDisconnected ? undefined : place}
      />
      <KeyHints slotNo={slotNo} open={open !== undefined} scales={scales && !open} />
    </section>
  )
}

/** The result of the last bet, or a note that the open bet is for the next round. */
function Outcome({ bet, next }: { bet: CrashBet | undefined; next: string | undefined }) {
  if (!bet) return null
  if (bet.state === 'won')
    return (
      <span data-won={isGain(bet) || undefined}>
        <Trans>
          Cashed out at {bet.cashed_out_at}× · <Amount value={bet.returned} />
        </Trans>
        {bet.tax && (
          <small>
            {' '}
            <WinTaxFact tax={bet.tax} />
          </small>
        )}
      </span>
    )
  if (bet.state === 'lost')
    return (
      <span>
        <Trans>
          Crashed · lost <Amount value={bet.stake} />
        </Trans>
      </span>
    )
  if (bet.state === 'void')
    return (
      <span>
        <Trans>
          <Amount value={bet.stake} /> returned
        </Trans>
      </span>
    )
  return bet.round_id === next ? (
    <span>
      <Trans>For the next round</Trans>
    </span>
  ) : null
}

/** That the largest win is reached before the target. */
export function CappedText({ at }: { at: string }) {
  const multiplier = grouped(at)
  return <Trans>Cashes out at {multiplier}×, the largest win</Trans>
}

/** Replaces the fields while the bet is open. */
function OpenBetFacts({ bet }: { bet: CrashBet }) {
  const { t } = useLingui()
  return (
    <dl className={style.facts}>
      <div>
        <dt>{t`Stake`}</dt>
        <dd>
          <Amount value={bet.stake} />
        </dd>
      </div>
      <div>
        <dt>{t`Auto cash-out`}</dt>
        <dd className="num">{bet.auto_cash_out === null ? '–' : `${bet.cashes_out_at}×`}</dd>
      </div>
    </dl>
  )
}

type FieldsProps = {
  letter: string
  stake: string
  target: string
  /** Undefined until they are loaded; until then the fields are disabled. */
  limits: Limits | undefined
  busy: boolean
  scales: boolean
  onStake: (stake: string) => void
  onTarget: (target: string) => void
}

function Fields({ letter, stake, target, limits, busy, scales, onStake, onTarget }: FieldsProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const id = useId()
  const sign = currencySign()
  const scale = (by: 'half' | 'double'): boolean => {
    if (busy || !limits) return false
    onStake(scaledStake(stake, by, limits))
    return true
  }
  useGameKey('s', () => scales && scale('half'))
  useGameKey('d', () => scales && scale('double'))
  return (
    <div className={style.fields}>
      <label htmlFor={`${id}-stake`} className="unseen">
        <Trans>
          Stake of bet {letter} {sign}
        </Trans>
      </label>
      <input
        id={`${id}-stake`}
        className="num"
        inputMode="decimal"
        autoComplete="off"
        placeholder={limits && t`min ${text(limits.min_stake)}`}
        disabled={busy}
        onKeyDown={pressButton}
        {...useAmount(stake, onStake)}
      />
      <button
        type="button"
        aria-label={t`½, half the stake of bet ${letter}`}
        disabled={busy}
        onClick={() => scale('half')}
      >
        ½
      </button>
      <button
        type="button"
        aria-label={t`2×, double the stake of bet ${letter}`}
        disabled={busy}
        onClick={() => scale('double')}
      >
        2×
      </button>
      <label htmlFor={`${id}-target`} className="unseen">
        <Trans>Cash out bet {letter} automatically at</Trans>
      </label>
      <input
        id={`${id}-target`}
        className="num"
        inputMode="decimal"
        autoComplete="off"
        placeholder={t`auto: off`}
        disabled={busy}
        onKeyDown={pressButton}
        {...useAmount(target, onTarget)}
      />
    </div>
  )
}

const pressButton = pressOnEnter((field) =>
  field.closest(`.${style.panel}`)?.querySelector<HTMLElement>(`.${style.act}`),
)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
