import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { protection } from '@nare/contract/protection'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { dateWithYear } from '@nare/ui/format'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { ctaOf } from '../../slip/cta.ts'
import { useDepositTerms } from '../../slip/use-deposit-terms.ts'
import { useOnline } from '../../slip/use-online.ts'
import { fetchJackpots } from '../../state/calls-jackpot.ts'
import { endOf } from '../../state/exclusion.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useSignal } from '../../state/signal.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { placeJackpot, progress } from './place-jackpot.ts'
import { tools } from './tools.ts'
import { useIsOpen } from './use-pools.ts'
import type { TicketNow } from './use-ticket.ts'

/** The slip's button. Its label names the action, or the reason why it is disabled. */
export function PlaceButton({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t, i18n } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const [, go] = useLocation()
  const login = useLoginAddress()
  const isOpen = useIsOpen(pool)
  const cta = useCta(pool, ticket)
  const isUnknown = useSignal(progress).refusal?.code === 'no_answer'
  const place = async (): Promise<void> => {
    await send(placeJackpot({ jackpotId: pool.jackpot_id, picks: ticket.picks, matches: pool.matches }, tools))
    if (progress.get().refusal) void send(fetchJackpots({}))
  }
  const disabled = (label: string) => (
    <Button wide disabled>
      {label}
    </Button>
  )
  const act = (label: string, run: () => void) => (
    <Button wide onClick={run}>
      {label}
    </Button>
  )
  if (cta.state === 'sending' || cta.state === 'live_check') return disabled(t`Placing…`)
  if (cta.state === 'checking') return disabled(t`Checking…`)
  if (!isOpen) return disabled(t`This pool has closed`)
  if (cta.state === 'break') {
    const end = cta.until && dateWithYear(cta.until, i18n.locale)
    return disabled(end ? t`On a break until ${end}` : t`Betting is stopped for you`)
  }
  if (ticket.missing > 0) return disabled(t`${plural(ticket.missing, { one: '# more pick', other: '# more picks' })}`)
  switch (cta.state) {
    case 'login':
      return act(t`Log in to place your bet`, () => go(login))
    case 'verify':
      return act(t`Verify your phone to place your bet`, () => go('/verify'))
    case 'ok':
    case 'moved':
      return act(t`Place bet ${text(cta.total)}`, () => void place())
    case 'deposit':
      return act(t`Deposit ${text(cta.amount)}`, () =>
        go(`/deposit?amount=${cta.amount.replace('.00', '')}&back=jackpot`),
      )
    case 'offline':
      return act(isUnknown ? t`No connection: try again` : t`You're offline; betting is paused`, () => void place())
    case 'limit':
      return act(t`Over your limit: see your limits`, () => go('/profile?tab=limits'))
    case 'too_large':
      return disabled(t`Maximum stake is ${text(cta.max)}`)
    case 'stake':
    case 'remove':
    case 'empty':
      return disabled(t`Pick every match`)
  }
}

/** The current action of the button. After a refusal because of a break, requests the break to show its end. */
function useCta(pool: JackpotView, ticket: TicketNow) {
  const settings = useApp(({ data }) => data.app_config)
  const user = useApp(({ auth }) => (auth.isLoggedIn ? auth.user : null))
  const now = useSignal(progress)
  const online = useOnline()
  const active = useExclusion()
  const deposit = useDepositTerms()
  const isOwn = now.owner === (user?.id ?? null)
  const refusal = isOwn && now.jackpotId === pool.jackpot_id ? now.refusal : null
  const { again } = useRead(protection.protection, user ? {} : undefined, 60_000)
  const askAgain = useEffectEvent(again)
  const isExcluded = refusal?.code === 'self_excluded'
  useEffect(() => {
    if (isExcluded) askAgain()
  }, [isExcluded])
  return ctaOf({
    legs: [{ seen: '1.00', now: { odd_value: '1.00', state: 'open' } }],
    accept: 'any',
    stake: ticket.cost,
    bets: 1,
    minStake: pool.stake,
    maxStake: settings?.max_stake ?? '',
    balance: user === null ? null : user.balance,
    placing: isOwn ? now.stage : 'idle',
    liveSeconds: 0,
    refusal,
    online,
    pause: active ? { until: endOf(active) } : null,
    ...(deposit && { deposit }),
  })
}
