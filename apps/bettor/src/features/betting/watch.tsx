import { useLingui } from '@lingui/react/macro'
import { notify } from '../../notices/notices.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { sentBy } from '../../state/sent-ids.ts'
import { resolveSent } from './sent-bets.ts'
import { tools } from './tools.ts'

/** Finds out what became of the bets whose answers never came, also those that an earlier visit sent. */
export function BetWatch() {
  const { t } = useLingui()
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const lost = useApp(({ betting: { placing, refusal } }) => placing === 'idle' && refusal?.code === 'no_answer')
  const look = async (): Promise<boolean> => {
    if (await send(resolveSent(tools))) notify({ message: t`Bet placed` })
    return sentBy(tools.ids, owner).length > 0
  }
  useRetryUntilResolved(look, lost)
  return null
}
