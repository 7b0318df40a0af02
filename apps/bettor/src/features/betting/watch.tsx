import { useLingui } from '@lingui/react/macro'
import { notify } from '../../notices/notices.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { unresolvedOf } from '../../commands/sent-ids.ts'
import { resolveSentBets } from './sent-bets.ts'
import { tools } from './tools.ts'
import { useWinNotices } from './use-win-notices.ts'

/** Resolves bets without a response, including those of earlier visits, and shows notices of wins. */
export function BetWatch() {
  const { t } = useLingui()
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  // Does not depend on `placing`, which changes with every look-up: each look-up would start the next one without a pause.
  const hasUnresolved = useApp(({ betting: { refusal } }) => refusal?.code === 'no_answer')
  const resolve = async (): Promise<boolean> => {
    if (await send(resolveSentBets(tools))) notify({ message: t`Bet placed` })
    return unresolvedOf(tools.ids, owner).length > 0
  }
  useRetryUntilResolved(resolve, hasUnresolved)
  useWinNotices()
  return null
}
