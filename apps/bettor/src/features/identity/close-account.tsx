import { useLingui } from '@lingui/react/macro'
import { protection } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Link } from 'wouter'
import { useForm } from '../../forms/use-form.ts'
import { useRules } from '../../forms/use-rules.ts'
import { call } from '../../state/browser.ts'
import { PasswordField } from './password-field.tsx'

type Blockers = { bets: number; withdrawals: number }

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
      if (reply.code !== 'account_in_use') return reply
      setBlockers({ bets: Number(reply.body.open_bets), withdrawals: Number(reply.body.open_withdrawals) })
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

/** Open bets, withdrawals or money that block closing, each with a link to its page. */
function SettleFirst({ bets, withdrawals }: Blockers) {
  const { t } = useLingui()
  return (
    <Notice>
      {t`Not yet.`} {bets > 0 && <Link href="/my-bets">{t`Wait until your open bets are settled.`}</Link>}{' '}
      {withdrawals > 0 ? (
        <Link href="/profile?tab=statement&kind=withdrawal">{t`Wait until your withdrawal arrives.`}</Link>
      ) : (
        bets === 0 && <Link href="/withdraw">{t`Withdraw your money first.`}</Link>
      )}
    </Notice>
  )
}
