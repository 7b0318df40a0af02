import { useLingui } from '@lingui/react/macro'
import { thousands } from '@nare/ui/format'
import type { ReactNode } from 'react'
import { AmountField } from '../forms/number-field.tsx'
import { pressOnEnter } from '../forms/press-on-enter.ts'
import { stored } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import type { PickSlipKind } from '../state/slips.ts'
import choices from './choices.module.css'
import style from './foot.module.css'
import { lastStake } from './use-stake.ts'

type StakeProps = {
  kind: PickSlipKind
  stake: string
  setStake: (stake: string) => void
  /** Names the field where it is not simply the stake. */
  label?: string | undefined
  placeholder?: string | undefined
  /** What follows the amount in the field: the number of bets. */
  after?: string | undefined
  /** A button in the same line, which then has room for two quick stakes. */
  children?: ReactNode
}

/** The stake of a slip: the field, and quick stakes: the minimum, a usual one of the country, and the last stake, or another usual one. */
export function Stake({ kind, stake, setStake, label, placeholder, after, children }: StakeProps) {
  const { t } = useLingui()
  const settings = useApp(({ data }) => data.app_config)
  const last = stored.read(lastStake[kind])
  const [least, usual, larger] = settings ? [settings.min_stake, ...settings.quick_stakes].map(withoutCents) : []
  const fixed = [...new Set([least, usual])].filter((chip) => chip !== undefined)
  const isOwn = typeof last === 'string' && !fixed.includes(last)
  const chips = isOwn ? [...fixed, last] : [...new Set([...fixed, larger])].filter((chip) => chip !== undefined)
  return (
    <div className={style.stake} data-short={children ? true : undefined} data-long={stake.length > 5 || undefined}>
      <AmountField
        aria-label={label ?? t`Stake`}
        placeholder={placeholder ?? t`Stake`}
        amount={stake}
        onAmount={setStake}
        after={after}
        onKeyDown={pressButton}
      />
      <span role="group" aria-label={t`Quick stakes`} className={choices.choices}>
        {chips.slice(0, children ? 2 : 3).map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={chip === stake}
            {...(chip !== last && { 'aria-label': t`Stake ${chip}` })}
            onClick={() => setStake(chip)}
          >
            {chip === last ? t`Last ${thousands(chip)}` : thousands(chip)}
          </button>
        ))}
      </span>
      {children}
    </div>
  )
}

const withoutCents = (amount: string): string => amount.replace(/\.00$/, '')

const pressButton = pressOnEnter((field) =>
  field.closest(`.${style.foot}`)?.querySelector<HTMLElement>(`.${style.pinned} > button`),
)
