import { useLingui } from '@lingui/react/macro'
import { protection } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Link } from 'wouter'
import { PasswordField } from '../../forms/password-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useRules } from '../../forms/use-rules.ts'
import { call } from '../../state/browser.ts'
import { blockersOf, SettleFirst, type Blockers } from './settle-first.tsx'

/** Closes the account after a password check; lists the open bets, withdrawals and money that prevent this. */
export function CloseAccount() {
  const { t } = useLingui()
  const rules = useRules()
  const [blockers, setBlockers] = useState<Blockers | undefined>()
  const [closed, setClosed] = useState<Answer<typeof protection.closeAccount> | undefined>()
  const form = useForm(
    async ({ password = '' }) => {
      setBlockers(undefined)
      const reply = await call(protection.closeAccount, { password })
      if (reply.ok) return void setClosed(reply.body)
      const found = blockersOf(reply)
      if (!found) return reply
      setBlockers(found)
    },
    ({ password }) => ({ password: rules.required(password, t`Password`) }),
  )
  return (
    <section aria-labelledby="closing">
      <h2 id="closing">{t`Close account`}</h2>
      {closed ? (
        <Notice tone="good">{t`Your account is closed. You can still log in to read your statement.`}</Notice>
      ) : (
        <form onSubmit={form.submit} noValidate>
          <p>
            {t`This is permanent: you can't bet or deposit afterwards. To stop for a while, take a break instead.`}{' '}
            <Link href="/profile?tab=limits#break">{t`Take a break`}</Link>
          </p>
          <Notice>{form.error}</Notice>
          {blockers && <SettleFirst {...blockers} />}
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            error={form.field('password')}
          />
          <Button type="submit" look="danger" wide disabled={form.busy}>{t`Close my account`}</Button>
        </form>
      )}
    </section>
  )
}
