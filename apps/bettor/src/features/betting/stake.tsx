import { useLingui } from '@lingui/react/macro'
import { currencySign, thousands } from '@nare/ui/format'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import choices from '../../slip/choices.module.css'
import style from './slip-foot.module.css'

type StakeProps = {
  value: string
  onChange: (stake: string) => void
  /** How many bets have this stake each. */
  times: number
}

/** The stake field with quick stakes beside it: the minimum, 50, 100 and the last stake. */
export function Stake({ value, onChange, times }: StakeProps) {
  const { t } = useLingui()
  const each = times > 1
  const settings = useApp(({ data }) => data.app_config)
  const last = stored.read('last-stake')
  const min = (settings?.min_stake ?? '20.00').replace(/\.00$/, '')
  const chips = [...new Set([min, '50', '100', ...(typeof last === 'string' ? [last] : [])])]
  return (
    <div className={style.stake}>
      <label className={style.amount}>
        <span aria-hidden="true">{currencySign(settings?.currency ?? 'KES')}</span>
        <input
          aria-label={each ? t`Stake for each pick` : t`Stake`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          placeholder={each ? t`Each pick` : t`Stake`}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(',', '.').replace(/[^\d.]/g, ''))}
        />
        {each && value !== '' && <span aria-hidden="true">×{times}</span>}
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
