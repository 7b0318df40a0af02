import { useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'

type PasswordProps = { label: string; name: string; autoComplete: string; error?: string | undefined; hint?: string }

/** A password field with a button to show the password. */
export function PasswordField(props: PasswordProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <Button look="soft" aria-pressed={shown} aria-label={t`Show password`} onClick={() => setShown(!shown)}>
          <Icon name="eye" />
        </Button>
      }
    />
  )
}
