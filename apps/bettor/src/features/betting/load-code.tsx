import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { useId, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import style from './slip.module.css'

/** A field for a booking code; submitting it opens the code's page. */
export function LoadCode({ onLoaded }: { onLoaded: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const [, go] = useLocation()
  const [code, setCode] = useState('')
  const load = (event: FormEvent): void => {
    event.preventDefault()
    if (code.length < 4) return
    onLoaded()
    go(`/b/${code}`)
  }
  return (
    <form className={style.load} onSubmit={load}>
      <label htmlFor={id} className="unseen">
        <Trans>Booking code</Trans>
      </label>
      <input
        id={id}
        placeholder={t`Booking code`}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={8}
        value={code}
        onChange={(event) => setCode(event.target.value.toUpperCase().replace(/[^A-Z0-9]/g, ''))}
      />
      <Button small type="submit" look="soft">
        <Trans>Load</Trans>
      </Button>
    </form>
  )
}
