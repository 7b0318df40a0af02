import { useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '@nare/ui/amount'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { maskedNumber } from '../../i18n/phone-text.ts'
import { useApp } from '../../state/hooks.ts'
import { LoginPrompt } from '../../pages/signed-in.tsx'
import style from './payments.module.css'
import { providerName, useProviders } from './providers.ts'

type Props = {
  here: 'deposit' | 'withdraw'
  /** The payment that is shown instead of the form. */
  payment: string | null | undefined
  children: ReactNode
}

/** The common frame of the deposit and withdrawal pages. */
export function PaymentFrame({ here, payment, children }: Props) {
  const { t } = useLingui()
  const heading = useFocusOnChange(payment ?? '')
  const text = useAmountText()
  const user = useApp(({ auth }) => auth.user)
  const [provider, ...others] = useProviders()
  const name = provider && others.length === 0 ? providerName(provider) : ''
  const tabs = [
    { page: 'deposit', text: t`Deposit` },
    { page: 'withdraw', text: t`Withdraw` },
  ]
  return (
    <section className={style.page}>
      <h1 ref={heading} tabIndex={-1}>
        {here === 'deposit' ? t`Deposit` : t`Withdraw`}
      </h1>
      <nav className={style.tabs} aria-label={t`Payments`}>
        {tabs.map(({ page, text }) => (
          <Link key={page} href={`/${page}`} aria-current={page === here ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {user ? (
        <>
          <p>
            {t`Balance`} <Amount value={user.balance} /> · {name}{' '}
            <span className="num">{maskedNumber(user.msisdn)}</span>
          </p>
          {user.returnable !== undefined && Number(user.returnable) > 0 && (
            <p className={style.note}>
              {t`${text(user.returnable)} arrived while you couldn't deposit. We're returning it to the phone that sent it.`}
            </p>
          )}
          {children}
        </>
      ) : (
        <LoginPrompt drawing="statement">{t`Log in to deposit or withdraw`}</LoginPrompt>
      )}
      {user && (
        <p className={style.note}>
          <Link href="/profile?tab=statement">{t`Statement`}</Link> ·{' '}
          <Link href="/profile?tab=limits">{t`Limits and breaks`}</Link>
        </p>
      )}
    </section>
  )
}

/** Moves the focus to the heading when another payment or the form is shown, because the pressed button is gone. */
function useFocusOnChange(shown: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus()
    before.current = shown
  }, [shown])
  return heading
}
