import { Trans, useLingui } from '@lingui/react/macro'
import { currencySign, thousands } from '@nare/ui/format'
import { useId } from 'react'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import style from './slip.module.css'

/** The stake field with quick stakes: the minimum, 50, 100 and the last stake. It starts empty. */
export function Stake({ value, onChange, each }: { value: string; onChange: (stake: string) => void; each: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const settings = useApp(({ data }) => data.app_config)
  const last = stored.read('last-stake')
  const min = (settings?.min_stake ?? '20.00').replace(/\.00$/, '')
  const chips = [...new Set([min, '50', '100', ...(typeof last === 'string' ? [last] : [])])]
  return (
    <div className={style.stake}>
      <label htmlFor={id}>
        {each ? <Trans>Stake for each pick</Trans> : <Trans>Stake</Trans>}{' '}
        <span>{currencySign(settings?.currency ?? 'KES')}</span>
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(',', '.').replace(/[^\d.]/g, ''))}
      />
      <span role="group" aria-label={t`Quick stakes`}>
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
