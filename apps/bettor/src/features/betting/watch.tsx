import { useLingui } from '@lingui/react/macro'
import { notify } from '../../notices/notices.ts'
import { useSentBets } from '../../slip/use-sent-bets.ts'
import { sports } from './place-slip.ts'
import { tools } from './tools.ts'
import { useWinNotices } from './use-win-notices.ts'

/** Resolves bets without a response, including those of earlier visits, and shows notices of wins. */
export function BetWatch() {
  const { t } = useLingui()
  useSentBets(sports, tools, () => notify({ message: t`Bet placed` }))
  useWinNotices()
  return null
}
