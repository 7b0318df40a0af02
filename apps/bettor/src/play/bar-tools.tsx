import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { useLoginAddress } from '../pages/use-login-address.ts'
import { useApp } from '../state/hooks.ts'
import { LineDrawing } from './sound-button.tsx'

const shield = 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4'

type Styled = { className?: string | undefined }

/** Opens what shows that a game is fair. */
export function CheckButton({ className, label, onClick }: Styled & { label: string; onClick: () => void }) {
  return (
    <button type="button" className={className} aria-label={label} aria-haspopup="dialog" onClick={onClick}>
      <LineDrawing path={shield} />
    </button>
  )
}

/** The balance with the way to a deposit, or `value` in its place while a round is animated. Guests see a login link. */
export function PlayBalance({ className, value }: Styled & { value?: string | undefined }) {
  const { t } = useLingui()
  const login = useLoginAddress()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '') : null))
  if (balance === null) return <Link href={login} className={className}>{t`Log in`}</Link>
  return (
    <Link href="/deposit" className={className}>
      <Amount value={value ?? balance} />
      <span className="unseen">{t`Balance. Deposit`}</span>
    </Link>
  )
}
