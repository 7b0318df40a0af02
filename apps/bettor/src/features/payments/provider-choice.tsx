import { Trans } from '@lingui/react/macro'
import style from './payments.module.css'
import { providerName, type Provider } from './providers.ts'

type ChoiceProps = { offered: readonly Provider[]; value: Provider; onPick: (provider: Provider) => void }

/** Chooses the mobile money provider; hidden if the operator offers only one. */
export function ProviderChoice({ offered, value, onPick }: ChoiceProps) {
  if (offered.length < 2) return null
  return (
    <fieldset className={style.providers}>
      <legend>
        <Trans>Mobile money</Trans>
      </legend>
      {offered.map((provider) => (
        <label key={provider}>
          <input type="radio" name="provider" checked={provider === value} onChange={() => onPick(provider)} />
          {providerName(provider)}
        </label>
      ))}
    </fieldset>
  )
}
