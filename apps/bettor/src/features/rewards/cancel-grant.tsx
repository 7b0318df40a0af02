import { Trans, useLingui } from '@lingui/react/macro'
import { bonus as calls, type Grant } from '@nare/contract/bonus'
import type { Answer } from '@nare/contract/route'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useSend } from '../../state/hooks.ts'
import { useCommand, type Command } from './use-command.ts'
import { useFocus } from './use-focus.ts'
import style from './rewards.module.css'

type CancelProps = { grant: Grant; cash: string | undefined; onCancelled: (message: string) => void }
type Cancelled = Answer<typeof calls.cancelBonus>

/** A button that gives up a grant, after an inline confirmation of what is lost and what stays. */
export function CancelGrant({ grant, cash, onCancelled }: CancelProps) {
  const text = useAmountText()
  const [asks, setAsks] = useState(false)
  const left = text(grant.left)
  if (asks) return <Confirm grant={grant} cash={cash} onCancelled={onCancelled} onKeep={() => setAsks(false)} />
  return (
    <Button small look="plain" onClick={() => setAsks(true)}>
      <Trans>Give up {left} of bonus</Trans>
    </Button>
  )
}

function Confirm({ grant, cash, onCancelled, onKeep }: CancelProps & { onKeep: () => void }) {
  const { i18n, t } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const keep = useFocus<HTMLButtonElement>()
  const { stage, failed, unknown, run } = useCommand<Cancelled>()
  const left = text(grant.left)
  const cancel = async (): Promise<void> => {
    const answer = await run(cancelCommand(grant.grant_id))
    if (!answer) return
    void send(fetchBalance({}))
    onCancelled(i18n.locale === 'en' ? answer.message : t`You gave up ${left} of bonus. Your cash is untouched`)
  }
  return (
    <div className={style.confirm}>
      <p role="status">
        <Trans>You lose {left} of bonus and what open bets would return to it.</Trans>{' '}
        <Trans>
          Your cash, <Amount value={cash} />, is not touched.
        </Trans>
      </p>
      {stage === 'checking' && <Notice tone="info">{t`We're checking whether the bonus was given up.`}</Notice>}
      {unknown && <Notice>{t`We lost the connection. Trying again gives it up only once.`}</Notice>}
      <Notice>{failed && failureText(i18n, failed)}</Notice>
      <Button wide look="danger" disabled={stage !== 'ready'} onClick={() => void cancel()}>
        {stage === 'ready' ? <Trans>Give up {left}</Trans> : t`Sending…`}
      </Button>
      <Button ref={keep} wide look="soft" disabled={stage !== 'ready'} onClick={onKeep}>{t`Keep it`}</Button>
    </div>
  )
}

const cancelCommand = (grant_id: string): Command<Cancelled> => ({
  about: ['cancel', grant_id],
  request:
    (id) =>
    async (_send, _state, { call }) => {
      const reply = await call(calls.cancelBonus, { grant_id, id })
      return reply.ok ? { ok: true, value: reply.body } : reply
    },
})
