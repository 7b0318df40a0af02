import { useLingui } from '@lingui/react/macro'
import { thousands } from '@nare/ui/format'
import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import { useAmount } from '../forms/use-amount.ts'
import { stored } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import type { PickSlipKind } from '../state/slips.ts'
import choices from './choices.module.css'
import style from './slip.module.css'
import { lastStake, useStake } from './use-stake.ts'

type StakeProps = {
  kind: PickSlipKind
  className?: string | undefined
  /** The field with its label. */
  children: (input: InputHTMLAttributes<HTMLInputElement>) => ReactNode
}

/** The stake of a slip: the field, and quick stakes: the minimum, 50, 100 and the last stake. */
export function Stake({ kind, className, children }: StakeProps) {
  const { t } = useLingui()
  const [stake, setStake] = useStake(kind)
  const minStake = useApp(({ data }) => data.app_config?.min_stake ?? '20.00').replace(/\.00$/, '')
  const last = stored.read(lastStake[kind])
  const chips = [...new Set([minStake, '50', '100', ...(typeof last === 'string' ? [last] : [])])]
  const amount = useAmount(stake, setStake)
  return (
    <div className={className}>
      {children({ inputMode: 'decimal', autoComplete: 'off', maxLength: 20, onKeyDown: pressButton, ...amount })}
      <span role="group" aria-label={t`Quick stakes`} className={choices.choices}>
        {chips.map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={chip === stake}
            aria-label={t`Stake ${chip}`}
            onClick={() => setStake(chip)}
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
