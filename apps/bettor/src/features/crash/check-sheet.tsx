import { Trans, useLingui } from '@lingui/react/macro'
import { crash } from '@nare/contract/crash'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { Sheet } from '@nare/ui/sheet'
import { useEffect, useState } from 'react'
import { useRead } from '../../state/use-read.ts'
import { checkPoint, sealStore, type CheckName, type FinishedRound, type PointCheck } from './check-point.ts'
import style from './side.module.css'

/** The seals that this page received before their flights. */
export const seals = sealStore()

type CheckProps = { round: FinishedRound | undefined; before: readonly FinishedRound[]; onClose: () => void }

/** Recomputes a round in this browser: its seal, its place in the chain, and its point. */
export function CheckSheet({ round, before, onClose }: CheckProps) {
  const { t } = useLingui()
  return (
    <Sheet
      open={round !== undefined}
      title={round ? t`Round ${round.game_no}: ${round.crash_point}×` : ''}
      closeLabel={t`Close`}
      onClose={onClose}
    >
      {round && <Checking key={round.round_id} round={round} before={before} />}
    </Sheet>
  )
}

type State = { done: number; checks?: PointCheck[]; failed?: true }

function Checking({ round, before }: { round: FinishedRound; before: readonly FinishedRound[] }) {
  const { t } = useLingui()
  const { body, failed } = useRead(crash.chain, { chain_id: round.chain_id }, 600_000)
  const [state, setState] = useState<State>({ done: 0 })
  const [{ seal, previous }] = useState(() => ({
    seal: seals.of(round.round_id),
    previous: before.find((each) => each.chain_id === round.chain_id && each.game_no === round.game_no - 1)?.hash,
  }))
  useEffect(() => {
    if (!body) return
    let isCurrent = true
    const pause = () => new Promise<boolean>((done) => setTimeout(() => done(isCurrent), 0))
    const onProgress = (done: number): void => void (isCurrent && setState({ done }))
    void checkPoint(round, { chain: body, seal, previous }, { onProgress, pause }).then(
      (checks) => void (isCurrent && setState(checks ? { done: 1, checks } : { done: 1, failed: true })),
    )
    return () => void (isCurrent = false)
  }, [body, round, seal, previous])
  if (failed) return <Notice>{failed.error}</Notice>
  const percent = Math.floor(state.done * 100)
  return (
    <div className={style.check}>
      {state.checks ? (
        <Verdict checks={state.checks} />
      ) : state.failed ? (
        <Notice>{t`This round's hash can't be read.`}</Notice>
      ) : (
        <p role="status">
          <Trans>Checking on this device… {percent}%</Trans>
        </p>
      )}
      <details>
        <summary>{t`The numbers`}</summary>
        <dl>
          <dt>{t`Hash of this round`}</dt>
          <dd>
            <code>{round.hash}</code>
          </dd>
          {(seal ?? previous) && (
            <>
              <dt>{seal ? t`Seal shown before the flight` : t`Hash of the round before`}</dt>
              <dd>
                <code>{seal ?? previous}</code>
              </dd>
            </>
          )}
          <dt>{t`Tip of the chain`}</dt>
          <dd>
            <code>{body?.tip}</code>
          </dd>
          <dt>{t`Public salt`}</dt>
          <dd>
            <code>{body?.salt}</code>
          </dd>
        </dl>
      </details>
    </div>
  )
}

function Verdict({ checks }: { checks: readonly PointCheck[] }) {
  const { t } = useLingui()
  const ok = checks.every((check) => check.ok)
  return (
    <>
      <Notice tone={ok ? 'good' : 'bad'}>
        {ok
          ? t`Everything fits. This point was fixed before anyone could bet on it.`
          : t`Something doesn't fit. Send the numbers below to us and to your regulator.`}
      </Notice>
      <ol>
        {checks.map(({ name, ok: fits, published, computed }) => (
          <li key={name} data-ok={fits}>
            <Icon name={fits ? 'check' : 'alert'} size={18} />
            <div>
              <p>
                <CheckText name={name} />
              </p>
              {!fits && (
                <code>
                  {published} ≠ {computed}
                </code>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function CheckText({ name }: { name: CheckName }) {
  const { t } = useLingui()
  switch (name) {
    case 'seal':
      return t`The seal shown before the flight is the hash of this round's secret.`
    case 'previous':
      return t`Hashed once, its secret gives the hash of the round before.`
    case 'chain':
      return t`Hashed on and on, it ends at the tip published before the first round.`
    case 'point':
      return t`With the public salt it gives exactly this crash point.`
  }
}
