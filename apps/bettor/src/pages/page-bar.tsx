import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { houseName } from '../i18n/house-name.ts'
import { useBack } from '../play/use-back.ts'
import { useApp } from '../state/hooks.ts'
import style from './page-bar.module.css'
import { useLoginAddress } from './use-login-address.ts'

type BarProps = {
  title: string
  /** Where the arrow leads; without it, to the page before. */
  back?: { href: string; label: string }
  /** What follows the title, in place of home and balance. */
  children?: ReactNode
}

/** The bar of a page that fills the window, as of a game: 48 px with back and the title, above the woven strip. */
export function PageBar({ title, back, children }: BarProps) {
  const { t } = useLingui()
  const toPageBefore = useBack('/')
  const arrow = <Icon name="left" />
  return (
    <header className={style.top}>
      <div className={style.bar}>
        {back ? (
          <Link href={back.href} aria-label={back.label} className={style.icon}>
            {arrow}
          </Link>
        ) : (
          <button type="button" className={style.icon} aria-label={t`Back`} onClick={toPageBefore}>
            {arrow}
          </button>
        )}
        <h1>{title}</h1>
        {children ?? <HomeAndBalance />}
      </div>
      <div className="kanga" />
    </header>
  )
}

/** Home and the balance; guests see a login link. */
function HomeAndBalance() {
  const { t } = useLingui()
  const login = useLoginAddress()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '') : null))
  return (
    <>
      <Link href="/" className={style.icon} aria-label={t`${houseName}, home`}>
        <Icon name="home" />
      </Link>
      {balance === null ? (
        <Link href={login} className={style.balance}>{t`Log in`}</Link>
      ) : (
        <Link href="/profile" className={style.balance}>
          <Amount value={balance} /> <span className="unseen">{t`Balance and profile`}</span>
        </Link>
      )}
    </>
  )
}
