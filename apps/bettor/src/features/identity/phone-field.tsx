import { useLingui } from '@lingui/react/macro'
import { Field } from '@nare/ui/field'
import type { ComponentProps } from 'react'

type Given = Pick<ComponentProps<typeof Field>, 'error' | 'hint' | 'defaultValue' | 'autoFocus'>

/** The phone number of an account, which is its user name. */
export function PhoneField(given: Given) {
  const { t } = useLingui()
  return <Field label={t`Phone number`} name="msisdn" type="tel" inputMode="tel" autoComplete="username" {...given} />
}
