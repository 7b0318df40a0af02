import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { dateWithYear } from '@nare/ui/format'
import { useLocation } from 'wouter'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Cta, LegNow } from '../../slip/cta.ts'
import { useCountdown } from '../../slip/use-countdown.ts'
import { usePlaceBet } from './use-place-bet.ts'

type ButtonProps = { cta: Cta; stake: string; totalOdds: string | null; now: readonly LegNow[] }

/** The slip's button: its label shows what a tap does, or why it is disabled. */
export function SlipButton({ cta, stake, totalOdds, now }: ButtonProps) {
  const { t, i18n } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const [, go] = useLocation()
  const login = useLoginAddress()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const system = useApp(
    ({ betting: { bet_type, system: sizes } }) => bet_type === 'system' && slip.length > 1 && sizes.length === 0,
  )
  const unknown = useApp(({ betting: { refusal } }) => refusal?.code === 'no_answer')
  const place = usePlaceBet()

  const setSlip = (value: typeof slip): void => void send(betting.actions.set({ field: 'slip', value }))
  const removeGone = (): void =>
    setSlip(slip.filter((_, index) => now[index]?.state === 'open' && now[index]?.odd_value !== null))
  const acceptAndPlace = (): void => {
    setSlip(slip.map((pick, index) => ({ ...pick, odd_value: now[index]?.odd_value ?? pick.odd_value })))
    place(stake)
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

  if (system && cta.state !== 'sending' && cta.state !== 'checking') return disabled(t`Choose combinations`)
  switch (cta.state) {
    case 'empty':
      return disabled(t`Add a pick`)
    case 'stake':
      return disabled(t`Enter a stake of ${text(cta.min)} or more`)
    case 'too_large':
      return disabled(t`Maximum stake is ${text(cta.max)}`)
    case 'login':
      return act(t`Log in to place your bet`, () => go(login))
    case 'verify':
      return act(t`Verify your phone to place your bet`, () => go('/verify'))
    case 'ok':
      return act(t`Place bet ${text(cta.total)}`, () => place(stake))
    case 'moved':
      return act(
        totalOdds ? t`Accept ${totalOdds} & place ${text(cta.total)}` : t`Accept new odds & place ${text(cta.total)}`,
        acceptAndPlace,
      )
    case 'remove':
      return act(cta.count === 1 ? t`Remove 1 pick to place` : t`Remove ${cta.count} picks to place`, removeGone)
    case 'deposit':
      return act(t`Deposit ${text(cta.amount)}`, () => go(`/deposit?amount=${cta.amount.replace('.00', '')}`))
    case 'sending':
      return disabled(t`Placing…`)
    case 'live_check':
      return <LiveCheck seconds={cta.seconds} />
    case 'checking':
      return disabled(t`Checking…`)
    case 'offline':
      return act(unknown ? t`No connection: try again` : t`You're offline; betting is paused`, () => place(stake))
    case 'limit':
      return act(t`Over your limit: see your limits`, () => go('/profile?tab=limits'))
    case 'break': {
      const end = cta.until && dateWithYear(cta.until, i18n.locale)
      return disabled(end ? t`On a break until ${end}` : t`Betting is stopped for you`)
    }
  }
}

/** Counts down the acceptance delay of a live bet. */
function LiveCheck({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds)
  return (
    <Button wide disabled>
      <Trans>Checking live odds: {left} s</Trans>
    </Button>
  )
}
