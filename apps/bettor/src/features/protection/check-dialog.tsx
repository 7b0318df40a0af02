import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Sheet } from '@nare/ui/sheet'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
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
  const { session, help_line: line } = data
  return (
    <Sheet open title={t`Time to review your play`} closeLabel={t`Close`} onClose={onDone}>
      <div className={style.confirm}>
        <dl className={style.checkFacts}>
          <div>
            <dt>
              <Trans>Logged in for</Trans>
            </dt>
            <dd>
              <Duration from={session.since} to={session.now} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Staked</Trans>
            </dt>
            <dd>
              <Amount value={session.staked} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Returned</Trans>
            </dt>
            <dd>
              <Amount value={session.returned} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Net result</Trans>
            </dt>
            <dd>
              <Amount value={session.net} />
            </dd>
          </div>
        </dl>
        <p className={style.note}>
          <Trans>Net counts the stakes of open bets as lost until they settle.</Trans>
        </p>
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
          <Button look="soft" wide onClick={onDone}>
            <Trans>Continue</Trans>
          </Button>
        </div>
        <HelpLine number={line} />
      </div>
    </Sheet>
  )
}
