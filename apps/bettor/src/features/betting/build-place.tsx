import { useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import type { BuildPlaceProps } from '../../slip/build-place.ts'
import { betCtaOf } from '../../slip/cta.ts'
import { openSlip } from '../../slip/open-slip.ts'
import { preview } from '../../slip/preview.ts'
import { Stake } from '../../slip/stake.tsx'
import { useBetAction } from '../../slip/use-bet-action.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { useKeptStake, useStake } from '../../slip/use-stake.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick as Picked } from '../../state/picks.ts'
import { useConnected } from '../../state/use-connected.ts'
import { useEditing } from './edit/editing.ts'
import { usePlaceBet } from './use-place-bet.ts'

/**
 * The end of the builder: the key that adds the combination to the slip, and where the slip has nothing else, a stake and the button that
 * places it. That button makes the slip of it and places the slip, which then shows what becomes of the bet.
 */
export function BuildPlace({ match_id, pick: picked, onAdd, onDone }: BuildPlaceProps) {
  const { t } = useLingui()
  const pick = typeof picked === 'string' ? undefined : picked
  const hasOthers = useApp(({ betting: { slip } }) => slip.some((other) => other.match_id !== match_id))
  const isEdited = useEditing() !== undefined
  const add = (): void => {
    onAdd()
    onDone()
  }
  if (hasOthers || isEdited) return <Button wide disabled={!pick} onClick={add}>{t`Add to slip`}</Button>
  const why = picked === 'too_few' ? t`Pick two or more` : picked === 'no_price' ? t`No price now` : '…'
  return <PlaceAlone pick={pick} why={why} onAdd={onAdd} onDone={onDone} onLater={add} />
}

type AloneProps = Pick<BuildPlaceProps, 'onAdd' | 'onDone'> & {
  pick: Picked | undefined
  /** Why there is none. */
  why: string
  onLater: () => void
}

/** The stake and the buttons where the slip has nothing else. */
function PlaceAlone({ pick, why, onAdd, onDone, onLater }: AloneProps) {
  const { t } = useLingui()
  const send = useSend()
  const settings = useApp(({ data }) => data.app_config)
  const { stage, refusal } = useApp(({ betting: { placements } }) => placements.sports)
  const bonus = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.bonus : undefined))
  const bet = useBetFacts()
  const connected = useConnected()
  const placeSlip = usePlaceBet()
  useKeptStake('sports', true)
  const [stake, setStake] = useStake('sports')
  const { boosted, win } = preview({
    ...{ prices: pick ? [pick.odd_value] : [], type: 'single', system: [], stake, boost: settings?.boost },
  })
  const place = (): void => {
    if (!pick) return
    send(betting.actions.assign({ slip: [pick], receipts: [] }))
    placeSlip(stake)
    onDone()
    openSlip()
  }
  const actionOf = useBetAction({ place, back: 'slip', win: boosted ?? win })
  const cta = betCtaOf({
    ...{ ...bet, stake, bonus, placing: stage, online: bet.online && (connected || !pick?.live) },
    // What became of an earlier slip is said there.
    refusal: refusal?.code === 'no_answer' ? null : refusal,
  })
  const { label, run } = actionOf(cta)
  // A login, a deposit and the like lead away and back to the slip.
  const go = cta.state === 'ok' ? run : run && (() => (onAdd(), run()))
  return (
    <>
      <Stake kind="sports" stake={stake} setStake={setStake}>
        <Button look="soft" small disabled={!pick} onClick={onLater}>{t`Add to slip`}</Button>
      </Stake>
      <Button wide disabled={!pick || !go} onClick={go}>
        {pick ? label : why}
      </Button>
    </>
  )
}
