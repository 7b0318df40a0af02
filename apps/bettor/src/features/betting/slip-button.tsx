import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Cta, LegNow } from '../../slip/cta.ts'
import { sizesOf } from '../../slip/system-size.ts'
import { useBetAction, type BetAction } from '../../slip/use-bet-action.ts'
import { useCountdown } from '../../slip/use-countdown.ts'
import { useSteady } from '../../slip/use-steady.ts'
import { usePlaceBet } from './use-place-bet.ts'

type ButtonProps = {
  cta: Cta
  stake: string
  totalOdds: string | null
  win: string | null
  now: readonly LegNow[]
  /** While a bet is edited: what the button does instead of placing the slip, with its labels. */
  edit?: { run: () => void; ok: string; moved: string }
}

/** The slip's button: its label shows what a tap does, or why it is disabled. */
export function SlipButton({ cta, stake, totalOdds, win, now, edit }: ButtonProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const system = useApp(
    ({ betting: { bet_type, system: sizes } }) =>
      bet_type === 'system' && slip.length > 1 && sizesOf(slip.length, sizes).length === 0,
  )
  const usual = usePlaceBet()
  const place = edit?.run ?? (() => usual(stake))
  const actionOf = useBetAction({ place, back: 'slip', win })

  const prices = now.map(({ odd_value }) => odd_value).join()
  const setSlip = (value: typeof slip): void => void send(betting.actions.set({ field: 'slip', value }))
  const removeGone = (): void =>
    setSlip(slip.filter((_, index) => now[index]?.state === 'open' && now[index]?.odd_value !== null))
  const acceptAndPlace = (): void => {
    setSlip(slip.map((pick, index) => ({ ...pick, odd_value: now[index]?.odd_value ?? pick.odd_value })))
    place()
  }
  const isSteady = useSteady(cta.state === 'moved' ? (totalOdds ?? prices) : '')
  const button = ({ label, run }: BetAction) => (
    <Button wide disabled={!run || !isSteady} onClick={run}>
      {label}
    </Button>
  )

  if (system && cta.state !== 'sending' && cta.state !== 'checking') return button({ label: t`Choose combinations` })
  switch (cta.state) {
    case 'empty':
      return button({ label: t`Add a pick` })
    case 'moved': {
      const usualLabel = totalOdds
        ? t`Accept ${totalOdds} & place ${text(cta.total)}`
        : t`Accept new odds & place ${text(cta.total)}`
      const label = edit?.moved ?? usualLabel
      return button({ label, run: acceptAndPlace })
    }
    case 'remove':
      return button({
        label: cta.count === 1 ? t`Remove 1 pick to place` : t`Remove ${cta.count} picks to place`,
        run: removeGone,
      })
    case 'waiting':
      return button({ label: t`Suspended, waiting` })
    case 'live_check':
      return <LiveCheck seconds={cta.seconds} />
    case 'ok':
      return button({ ...actionOf(cta), ...(edit && { label: edit.ok }) })
    default:
      return button(actionOf(cta))
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
