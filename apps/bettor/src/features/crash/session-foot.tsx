import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { useSession } from '../../play/use-session.ts'
import style from './crash.module.css'

/** Always visible: the duration and net result of this session, and links to limits and breaks. */
export function SessionFoot({ changed }: { changed: unknown }) {
  const { t } = useLingui()
  const session = useSession(changed)
  return (
    <p className={style.session}>
      <span className="num">
        {session && (
          <Trans>
            {session.minutes} min · net <Amount value={session.net} />
          </Trans>
        )}
      </span>
      <span>
        <Link href="/profile?tab=limits">{t`Limits`}</Link> ·{' '}
        <Link href="/profile?tab=limits#break">{t`Take a break`}</Link>
      </span>
    </p>
  )
}
