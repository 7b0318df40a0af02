import { useLingui } from '@lingui/react/macro'
import { currencySign, thousands } from '@nare/ui/format'
import type { KeyboardEvent } from 'react'
import { useAmount } from '../../forms/use-amount.ts'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import choices from '../../slip/choices.module.css'
import style from './slip-foot.module.css'

type StakeProps = {
  value: string
  onChange: (stake: string) => void
  /** The number of bets that each have this stake. */
  bets: number
  /** Whether the stake is divided over the bets of a system. */
  isSystem: boolean
}

/** The stake field with quick stakes: the minimum, 50, 100 and the last stake. */
export function Stake({ value, onChange, bets, isSystem }: StakeProps) {
  const { t } = useLingui()
  const isPerPick = bets > 1
  const settings = useApp(({ data }) => data.app_config)
  const last = stored.read('last-stake')
  const min = (settings?.min_stake ?? '20.00').replace(/\.00$/, '')
  const chips = [...new Set([min, '50', '100', ...(typeof last === 'string' ? [last] : [])])]
  return (
    <div className={style.stake}>
      <label className={style.amount}>
        <span aria-hidden="true">{currencySign(settings?.currency ?? 'KES')}</span>
        <input
          aria-label={isPerPick ? t`Stake for each pick` : isSystem ? t`Stake in all` : t`Stake`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder={isPerPick ? t`Each pick` : t`Stake`}
          {...useAmount(value, onChange)}
          onKeyDown={pressButton}
        />
        {isPerPick && value !== '' && <span aria-hidden="true">×{bets}</span>}
      </label>
      <span role="group" aria-label={t`Quick stakes`} className={choices.choices}>
        {chips.map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={chip === value}
            aria-label={t`Stake ${chip}`}
            onClick={() => onChange(chip)}
          >
            {thousands(chip)}
          </button>
        ))}
      </span>
    </div>
  )
}

/** Enter presses the button of the foot, if it is enabled. On a touch screen it only closes the keypad. */
function pressButton({ key, repeat, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Enter' || repeat || !matchMedia('(pointer: fine)').matches) return
  currentTarget.closest(`.${style.foot}`)?.querySelector<HTMLElement>(':scope > button')?.click()
}
