import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Sheet } from '@nare/ui/sheet'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useShown } from '../../state/calls-shown.ts'
import { Duration } from './duration.tsx'
import { HelpLine } from './help-line.tsx'
import style from './protection.module.css'
import type { ProtectionData } from './protection-data.ts'

/** The reality-check dialog: session time, stakes and net result. The first button starts a break; Esc continues. */
export function CheckDialog({ data, onDone }: { data: ProtectionData; onDone: () => void }) {
  const { t } = useLingui()
  const [, go] = useLocation()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  useShown('reality_check')
  const { session, help_line: line } = data
  return (
    <Sheet open title={t`Time to review your play`} closeLabel={t`Close`} onClose={onDone}>
      <div className={style.confirm}>
        <dl className={style.checkFacts}>
          <div>
            <dt>{t`Logged in for`}</dt>
            <dd>
              <Duration from={session.since} to={session.now} />
            </dd>
          </div>
          <div>
            <dt>{t`Staked`}</dt>
            <dd>
              <Amount value={session.staked} />
            </dd>
          </div>
          <div>
            <dt>{t`Returned`}</dt>
            <dd>
              <Amount value={session.returned} />
            </dd>
          </div>
          <div>
            <dt>{t`Net result`}</dt>
            <dd>
              <Amount value={session.net} />
            </dd>
          </div>
        </dl>
        <p className={style.note}>{t`Net is what you won or lost. Open bets count once they settle.`}</p>
        <div className={style.actions}>
          <Button
            ref={first}
            wide
            onClick={() => {
              onDone()
              go('/profile?tab=limits#break')
            }}
          >
            <Trans>Take a break</Trans>
          </Button>
          <Button look="soft" wide onClick={onDone}>{t`Continue`}</Button>
        </div>
        <HelpLine number={line} />
      </div>
    </Sheet>
  )
}
