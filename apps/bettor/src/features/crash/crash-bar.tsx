import { Trans, useLingui } from '@lingui/react/macro'
import { crash } from '@nare/contract/crash'
import { Icon } from '@nare/ui/icon'
import { Sheet } from '@nare/ui/sheet'
import { useState, type ReactNode } from 'react'
import { CheckButton, PlayBalance } from '../../play/bar-tools.tsx'
import { SoundButton } from '../../play/sound-button.tsx'
import { useBack } from '../../play/use-back.ts'
import { useRead } from '../../state/use-read.ts'
import style from './bar.module.css'
import side from './side.module.css'

/** The top bar, 48 px high: back, the game with its return, how it is drawn, and the balance. `children`: what it shows below, or on a wide screen inside. */
export function CrashBar({ returns, children }: { returns: string | undefined; children: ReactNode }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const back = useBack('/nare-games')
  const percent = returns?.replace(/\.00$/, '')
  return (
    <header className={style.top}>
      <div className={style.bar}>
        <button type="button" aria-label={t`Back`} onClick={back}>
          <Icon name="left" />
        </button>
        <div className={style.title}>
          <h1>{t`Crash`}</h1>
          <small>{percent && <Trans>{percent}% return</Trans>}</small>
        </div>
        <span className={style.gap} />
        <SoundButton />
        <CheckButton label={t`How this game is drawn`} onClick={() => setOpen(true)} />
        <PlayBalance className={style.balance} />
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
