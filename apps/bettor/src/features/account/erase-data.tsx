import { useLingui } from '@lingui/react/macro'
import { rights as calls } from '@nare/contract/rights'
import { Button } from '@nare/ui/button'
import { kickoff } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { PasswordField } from '../../forms/password-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useRules } from '../../forms/use-rules.ts'
import { call } from '../../state/browser.ts'
import { blockersOf, SettleFirst, type Blockers } from './settle-first.tsx'

/** Asks for erasure, which closes the account and says when its data are erased. The form opens when it is wanted. */
export function EraseData() {
  const { t, i18n } = useLingui()
  const rules = useRules()
  const [isOpen, setIsOpen] = useState(false)
  const [blockers, setBlockers] = useState<Blockers | undefined>()
  const [after, setAfter] = useState<string | undefined>()
  const form = useForm(
    async ({ password = '' }) => {
      setBlockers(undefined)
      const reply = await call(calls.eraseMyData, { password })
      if (reply.ok) return void setAfter(kickoff(reply.body.erased_after, i18n.locale))
      const found = blockersOf(reply)
      if (!found) return reply
      setBlockers(found)
    },
    ({ password }) => ({ password: rules.required(password, t`Password`) }),
  )
  return (
    <section aria-labelledby="erasure">
      <h2 id="erasure">{t`Erase my data`}</h2>
      {after === undefined ? (
        <p>{t`This closes your account for good. The law makes us keep closed accounts for some years. Then we erase your name, number, documents and messages.`}</p>
      ) : (
        <Notice tone="good">{t`Your account is closed. We erase your data after ${after}.`}</Notice>
      )}
      {after === undefined && !isOpen && (
        <Button wide look="soft" onClick={() => setIsOpen(true)}>{t`Ask for erasure`}</Button>
      )}
      {after === undefined && isOpen && (
        <form onSubmit={form.submit} noValidate>
          <Notice>{form.error}</Notice>
          {blockers && <SettleFirst {...blockers} />}
          <PasswordField
            label={t`Your password, to close the account and erase`}
            name="password"
            autoComplete="current-password"
            error={form.field('password')}
          />
          <Button type="submit" look="danger" wide disabled={form.busy}>{t`Close and erase`}</Button>
        </form>
      )}
    </section>
  )
}
