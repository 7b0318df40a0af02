import { useEffect } from 'react'
import type { CommandTools } from '../commands/run-command.ts'
import { unresolvedOf } from '../commands/sent-ids.ts'
import { useRetryUntilResolved } from '../commands/use-retry-until-resolved.ts'
import { useApp, useSend } from '../state/hooks.ts'
import { resolveSentBets, showUnresolved, type Product } from './placement.ts'

/** Shows in a slip and its bar that a bet of an earlier visit is still without a response. */
export function useUnresolved(product: Product, tools: CommandTools): void {
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  useEffect(() => void send(showUnresolved(product, tools)), [send, owner, product, tools])
}

/** Looks up the bets of a slip without a response, those of earlier visits too, until each is known. */
export function useSentBets(product: Product, tools: CommandTools, onFound?: () => void): void {
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  // Does not depend on the stage, which changes with every look-up: each look-up would start the next one without a pause.
  const isUnknown = useApp(({ betting }) => betting.placements[product.kind].refusal?.code === 'no_answer')
  useRetryUntilResolved(async () => {
    if (await send(resolveSentBets(product, tools))) onFound?.()
    return unresolvedOf(tools.ids, owner).length > 0
  }, isUnknown)
}
