import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { useSession } from '../../play/use-session.ts'
import style from './crash.module.css'

/** Always visible: the duration and net result of this session, and links to limits and breaks; on a wide screen the stakes of the round. */
export function SessionFoot({ changed, staked }: { changed: unknown; staked: string | undefined }) {
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
      {staked !== undefined && (
        <span className={`num ${style.staked}`}>
          <Trans>
            Staked in this round <Amount bare value={staked} />
          </Trans>
        </span>
      )}
      <span>
        <Link href="/profile?tab=limits">{t`Limits`}</Link> ·{' '}
        <Link href="/profile?tab=limits#break">{t`Take a break`}</Link>
      </span>
    </p>
  )
}
