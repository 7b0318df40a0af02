import { useLingui } from '@lingui/react/macro'
import type { GameName, GameOptions } from '@nare/contract/game-shapes'
import { parseMoney } from '@nare/money/money'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { useEffect, useEffectEvent } from 'react'
import { betCtaOf } from '../../slip/cta.ts'
import { useBetAction, type BetAction } from '../../slip/use-bet-action.ts'
import { useSteady } from '../../slip/use-steady.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import type { Stake } from './stake.tsx'
import { plain, planOf, useAuto, type AutoPlay } from './use-auto-play.ts'
import type { Play } from './use-game-session.ts'

type BetButtonProps<G extends GameName> = {
  play: Play<G>
  /** What is staked, within its bounds; `keep` is called before a bet, and before the button leads to another page. */
  stake: Pick<Stake, 'stake' | 'bounds' | 'keep'>
  /** Undefined while a choice is missing; the button then shows `missing`. */
  options: GameOptions | undefined
  missing?: string
  /** False while the last round is animated. */
  isReady: boolean
}

/** The main button between rounds: places the bet, or names the step that the bettor must do first. */
export function BetButton<G extends GameName>(props: BetButtonProps<G>) {
  const { play, options, missing, isReady } = props
  const { stake, bounds, keep } = props.stake
  const { t } = useLingui()
  const text = useAmountText()
  const cta = betCtaOf({
    ...useBetFacts(),
    stake,
    minStake: bounds.min,
    maxStake: bounds.max,
    placing: play.phase,
    refusal: play.refusal,
  })
  const clearRefusal = useEffectEvent(() => play.gameSession.clearRefusal())
  const chosen = JSON.stringify(options)
  useEffect(() => clearRefusal(), [stake, chosen])
  const auto = useAuto()
  const isSteady = useSteady(`${play.round?.round_id} ${play.round?.state} ${auto?.state.is}`)
  const bet = (): void => {
    if (!options || !isReady || !isSteady) return
    keep()
    void play.gameSession.bet({ stake, options })
  }
  const actionOf = useBetAction({ place: bet, back: `nare-games/${play.game}` })
  const autoAction = (of: AutoPlay, chosen: GameOptions): BetAction => {
    const [plan, each, { rounds }] = [planOf(of, stake), parseMoney(stake), of.choice]
    if (!plan || each === undefined) return { label: t`Set a stop first` }
    const start = (): void => {
      if (!isReady || !isSteady) return
      keep()
      of.start({ rounds, stake: each, lossMost: plan.lossMost }, { stake, options: chosen })
    }
    const most = text(plain(plan.cost))
    return { label: t`Play ${rounds} rounds of ${text(stake)}: at most ${most}`, run: isReady ? start : undefined }
  }
  const action = (): BetAction => {
    if (!options && cta.state !== 'login' && cta.state !== 'break') return { label: missing ?? t`Choose first` }
    if (cta.state === 'ok' && auto?.isOpen && options) return autoAction(auto, options)
    if (cta.state === 'ok') return { label: t`Bet ${text(cta.total)}`, run: isReady ? bet : undefined }
    // Most games answer at once: the label stays as it is.
    return cta.state === 'sending' ? { label: t`Bet ${text(stake)}` } : actionOf(cta)
  }
  if (auto?.state.is === 'playing') {
    const [played, rounds] = [auto.state.played, auto.state.plan.rounds]
    return (
      <Button wide look="soft" onClick={auto.stop}>
        {t`Stop (${played} of ${rounds} played)`}
      </Button>
    )
  }
  const { label, run } = action()
  const leave = (): void => {
    keep()
    run?.()
  }
  return (
    <Button wide aria-disabled={!run || undefined} onClick={run && cta.state !== 'ok' ? leave : run}>
      {label}
    </Button>
  )
}
