import { useLingui } from '@lingui/react/macro'
import type { GameName, GameOptions } from '@nare/contract/game-shapes'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { dateWithYear } from '@nare/ui/format'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { ctaOf } from '../../slip/cta.ts'
import { useDepositTerms } from '../../slip/use-deposit-terms.ts'
import { useOnline } from '../../slip/use-online.ts'
import { endOf } from '../../state/exclusion.ts'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useSteady } from './reveal.ts'
import type { Bounds } from './stake-steps.ts'
import type { Play } from './use-game-session.ts'

type BetButtonProps<G extends GameName> = {
  play: Play<G>
  stake: string
  bounds: Bounds
  /** Undefined while a choice is missing; the button then shows `missing`. */
  options: GameOptions | undefined
  missing?: string
  /** False while the last round is animated. */
  isReady: boolean
  /** Called before a bet and before a deposit; stores the stake. */
  onBet?: () => void
}

/** The single leg that `ctaOf` needs: a game is always open. */
const legs = [{ seen: '1.00', now: { odd_value: '1.00', state: 'open' as const } }]

/** The main button between rounds: places the bet, or names the step that the bettor must do first. */
export function BetButton<G extends GameName>(props: BetButtonProps<G>) {
  const { play, stake, bounds, options, missing, isReady, onBet } = props
  const { t, i18n } = useLingui()
  const text = useAmountText()
  const [, go] = useLocation()
  const login = useLoginAddress()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.balance : null))
  const online = useOnline()
  const exclusion = useExclusion()
  const deposit = useDepositTerms()
  const cta = ctaOf({
    legs,
    accept: 'higher',
    stake,
    bets: 1,
    minStake: bounds.min,
    maxStake: bounds.max,
    balance,
    placing: play.phase,
    liveSeconds: 0,
    refusal: play.refusal,
    online,
    pause: exclusion ? { until: endOf(exclusion) } : null,
    ...(deposit && { deposit }),
  })
  const clearRefusal = useEffectEvent(() => play.gameSession.clearRefusal())
  const chosen = JSON.stringify(options)
  useEffect(() => clearRefusal(), [stake, chosen])
  const isSteady = useSteady(`${play.round?.round_id} ${play.round?.state}`)
  const bet = (): void => {
    if (!options || !isReady || !isSteady) return
    onBet?.()
    void play.gameSession.bet({ stake, options })
  }
  const button = (label: string, run?: () => void) => (
    <Button wide aria-disabled={!run || undefined} onClick={run}>
      {label}
    </Button>
  )
  if (!options && cta.state !== 'login' && cta.state !== 'break') return button(missing ?? t`Choose first`)
  switch (cta.state) {
    case 'stake':
      return button(t`Enter stake (min ${text(cta.min)})`)
    case 'too_large':
      return button(t`Maximum stake here is ${text(cta.max)}`)
    case 'login':
      return button(t`Log in to play`, () => go(login))
    case 'verify':
      return button(t`Verify your phone to play`, () => go('/verify'))
    case 'ok':
    case 'moved':
      return button(t`Bet ${text(cta.total)}`, isReady ? bet : undefined)
    case 'deposit':
      return button(t`Deposit ${text(cta.amount)}`, () => {
        onBet?.()
        go(`/deposit?amount=${cta.amount.replace('.00', '')}&back=nare-games/${play.game}`)
      })
    case 'sending':
    case 'live_check':
      return button(t`Bet ${text(stake)}`)
    case 'checking':
      return button(t`Checking…`)
    case 'offline':
      return button(t`No connection: try again`, bet)
    case 'limit':
      return button(t`Limit reached: see your limits`, () => go('/profile?tab=limits'))
    case 'break': {
      const end = cta.until && dateWithYear(cta.until, i18n.locale)
      return button(end ? t`On a break until ${end}` : t`Betting is stopped for you`)
    }
    case 'remove':
    case 'empty':
      return button(t`Bet ${text(stake)}`)
  }
}
