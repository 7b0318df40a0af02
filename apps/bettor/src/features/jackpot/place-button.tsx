import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { protection } from '@nare/contract/protection'
import { Button } from '@nare/ui/button'
import { useEffect, useEffectEvent } from 'react'
import { betCtaOf, type BetCta } from '../../slip/cta.ts'
import { useBetAction, type BetAction } from '../../slip/use-bet-action.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { fetchJackpots } from '../../state/calls-jackpot.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useSignal } from '../../state/signal.ts'
import { useRead } from '../../state/use-read.ts'
import { placeJackpot, progress } from './place-jackpot.ts'
import { tools } from './tools.ts'
import { useIsOpen } from './use-pools.ts'
import type { TicketNow } from './use-ticket.ts'

/** The slip's button. Its label names the action, or the reason why it is disabled. */
export function PlaceButton({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t } = useLingui()
  const send = useSend()
  const isOpen = useIsOpen(pool)
  const cta = useCta(pool, ticket)
  const place = async (): Promise<void> => {
    await send(placeJackpot({ jackpotId: pool.jackpot_id, picks: ticket.picks, matches: pool.matches }, tools))
    if (progress.get().refusal) void send(fetchJackpots({}))
  }
  const actionOf = useBetAction({ place: () => void place(), back: 'jackpot' })
  const isPending = cta.state === 'sending' || cta.state === 'checking'
  const action = (): BetAction => {
    if (!isPending && !isOpen) return { label: t`This pool has closed` }
    if (isPending || cta.state === 'break' || ticket.missing === 0) return actionOf(cta)
    return { label: t`${plural(ticket.missing, { one: '# more pick', other: '# more picks' })}` }
  }
  const { label, run } = action()
  return (
    <Button wide disabled={!run} onClick={run}>
      {label}
    </Button>
  )
}

/** The current action of the button. After a refusal because of a break, requests the break to show its end. */
function useCta(pool: JackpotView, ticket: TicketNow): BetCta {
  const bet = useBetFacts()
  const user = useApp(({ auth }) => (auth.isLoggedIn ? auth.user : null))
  const now = useSignal(progress)
  const isOwn = now.owner === (user?.id ?? null)
  const refusal = isOwn && now.jackpotId === pool.jackpot_id ? now.refusal : null
  const { again } = useRead(protection.protection, user ? {} : undefined, 60_000)
  const askAgain = useEffectEvent(again)
  const isExcluded = refusal?.code === 'self_excluded'
  useEffect(() => {
    if (isExcluded) askAgain()
  }, [isExcluded])
  return betCtaOf({
    ...bet,
    stake: ticket.cost,
    minStake: pool.stake,
    placing: isOwn ? now.stage : 'idle',
    refusal,
  })
}
