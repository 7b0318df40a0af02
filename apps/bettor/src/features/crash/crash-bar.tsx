import { Trans, useLingui } from '@lingui/react/macro'
import { crash } from '@nare/contract/crash'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Sheet } from '@nare/ui/sheet'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { soundDrawing, useSounds } from '../../play/sounds.ts'
import { useBack } from '../../play/use-back.ts'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import style from './bar.module.css'
import side from './side.module.css'

/** The top bar, 48 px high: back, the game with its return, how it is drawn, and the balance. `children`: what it shows below, or on a wide screen inside. */
export function CrashBar({ returns, children }: { returns: string | undefined; children: ReactNode }) {
  const { t } = useLingui()
  const login = useLoginAddress()
  const [open, setOpen] = useState(false)
  const [hasSound, toggleSound] = useSounds()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '') : null))
  const back = useBack('/nare-games')
  const percent = returns?.replace(/\.00$/, '')
  return (
    <header className={style.top}>
      <div className={style.bar}>
        <button type="button" aria-label={t`Back`} onClick={back}>
          <Icon name="left" />
        </button>
        <h1>{t`Crash`}</h1>
        <small>{percent && <Trans>{percent}% return</Trans>}</small>
        <span className={style.gap} />
        <button type="button" aria-label={t`Sound`} aria-pressed={hasSound} onClick={toggleSound}>
          <Drawing path={soundDrawing(hasSound)} />
        </button>
        <button
          type="button"
          aria-label={t`How this game is drawn`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Drawing path="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4" />
        </button>
        {balance === null ? (
          <Link href={login} className={style.balance}>{t`Log in`}</Link>
        ) : (
          <Link href="/deposit" className={style.balance}>
            <Amount value={balance} />
            <span className="unseen">{t`Balance. Deposit`}</span>
          </Link>
        )}
      </div>
      {children}
      <Sheet open={open} title={t`How this game is drawn`} closeLabel={t`Close`} onClose={() => setOpen(false)}>
        <Drawn percent={percent} />
      </Sheet>
    </header>
  )
}

function Drawn({ percent }: { percent: string | undefined }) {
  const { t } = useLingui()
  const { body } = useRead(crash.chain, {}, 60_000)
  return (
    <div className={side.check}>
      <p>
        <Trans>
          Every crash point was fixed before the first round: the end of a chain of hashes was published first, then a
          public salt that nobody could choose. The chain is played backwards, so each round proves the one before.
        </Trans>
      </p>
      <p>
        <Trans>
          On average the game pays back {percent}% of stakes. Nothing you see says anything about what comes next. Tap a
          point above the curve to check its round on this device.
        </Trans>
      </p>
      <dl>
        <dt>{t`Tip of the chain`}</dt>
        <dd>
          <code>{body?.tip ?? '…'}</code>
        </dd>
        <dt>{t`Public salt`}</dt>
        <dd>
          <code>{body?.salt ?? '…'}</code> {body?.salt_source}
        </dd>
        <dt>{t`Rounds played`}</dt>
        <dd className="num">
          {body && (
            <Trans>
              {body.played} of {body.games}
            </Trans>
          )}
        </dd>
      </dl>
    </div>
  )
}

function Drawing({ path }: { path: string }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
