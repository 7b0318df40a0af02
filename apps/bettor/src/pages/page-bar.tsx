import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { useBack } from '../play/use-back.ts'
import { useApp } from '../state/hooks.ts'
import style from './page-bar.module.css'
import { useLoginAddress } from './use-login-address.ts'

/** The bar of a page that fills the window, as of a game: 48 px with back, the title, home and the balance; guests see a login link. */
export function PageBar({ title }: { title: string }) {
  const { t } = useLingui()
  const login = useLoginAddress()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '') : null))
  return (
    <header className={style.bar}>
      <button type="button" className={style.icon} aria-label={t`Back`} onClick={useBack('/')}>
        <Icon name="left" />
      </button>
      <h1>{title}</h1>
      <Link href="/" className={style.icon} aria-label={t`Nare, home`}>
        <Icon name="home" />
      </Link>
      {balance === null ? (
        <Link href={login} className={style.balance}>{t`Log in`}</Link>
      ) : (
        <Link href="/profile" className={style.balance}>
          <Amount value={balance} /> <span className="unseen">{t`Balance and profile`}</span>
        </Link>
      )}
    </header>
  )
}
