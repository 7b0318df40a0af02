import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import type { Autoplay } from './use-autoplay.ts'
import style from './side.module.css'

/** The status of autoplay: its progress, its net result and Stop; after its end, why it stopped. */
export function AutoplayBar({ autoplay: { run, stop, dismiss } }: { autoplay: Autoplay }) {
  const { t } = useLingui()
  const text = useAmountText()
  if (!run) return null
  const reasons: Readonly<Record<NonNullable<typeof run.stopped>, string>> = {
    done: t`Autoplay has played all its rounds`,
    loss: t`Autoplay stopped at your loss limit`,
    by_you: t`Autoplay stopped. A placed bet still counts`,
    refused: t`Autoplay stopped: the bet wasn't taken`,
    disconnected: t`Autoplay stopped: no connection`,
    break: t`Autoplay stopped: you're on a break`,
    away: t`Autoplay stopped: the game was out of sight`,
  }
  const net = text(centsText(run.net))
  return (
    <div className={style.autoBar} data-autoplay role="status">
      <span>
        {run.stopped ? (
          reasons[run.stopped]
        ) : (
          <b className="num">
            <Trans>
              Autoplay {run.placed} of {run.rounds}
            </Trans>
          </b>
        )}{' '}
        <small className="num">
          <Trans>net {net}</Trans>
        </small>
      </span>
      {run.stopped ? (
        <Button small look="soft" onClick={dismiss}>{t`Dismiss`}</Button>
      ) : (
        <Button small look="danger" onClick={stop}>{t`Stop`}</Button>
      )}
    </div>
  )
}

function centsText(cents: bigint): string {
  const abs = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`
}
