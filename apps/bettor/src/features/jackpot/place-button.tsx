import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Button } from '@nare/ui/button'
import { betCtaOf } from '../../slip/cta.ts'
import { useBetAction, type BetAction } from '../../slip/use-bet-action.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import type { Placement } from '../../state/betting.ts'
import { fetchJackpots } from '../../state/calls-jackpot.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { placeJackpot } from './place-jackpot.ts'
import { useIsOpen } from './use-pools.ts'
import type { TicketNow } from './use-ticket.ts'

/** The slip's button. Its label names the action, or the reason why it is disabled. */
export function PlaceButton({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t } = useLingui()
  const send = useSend()
  const isOpen = useIsOpen(pool)
  const bet = useBetFacts()
  const { stage: placing } = useApp(({ betting }) => betting.placements.jackpot)
  const { refusal } = usePoolPlacement(pool)
  const cta = betCtaOf({ ...bet, stake: ticket.cost, minStake: pool.stake, placing, refusal })
  const place = async (): Promise<void> => {
    const ordered = { jackpotId: pool.jackpot_id, picks: ticket.picks, matches: pool.matches }
    if ((await send(placeJackpot(ordered))).refusal) void send(fetchJackpots({}))
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

/** The placement of a ticket of this pool. */
export function usePoolPlacement({ jackpot_id }: JackpotView): Pick<Placement, 'stage' | 'refusal'> {
  const now = useApp(({ betting }) => betting.placements.jackpot)
  return now.about[0] === jackpot_id ? now : { stage: 'idle', refusal: null }
}
