import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { thousands } from '@nare/ui/format'
import { Price } from '@nare/ui/price'
import { pickText } from '../../i18n/pick-text.ts'
import { priceMove } from '../../odds/price-move.ts'
import type { LegNow } from '../../slip/cta.ts'
import { LegRow } from '../../slip/leg-row.tsx'
import { forgetRefusal } from '../../slip/placement.ts'
import { RemovePick } from '../../slip/slip.tsx'
import { AmountField } from '../../forms/number-field.tsx'
import { withStake } from '../../slip/stakes.ts'
import { useStake } from '../../slip/use-stake.ts'
import { betting, without } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import style from './slip.module.css'

type SlipLegProps = {
  pick: Pick
  now: LegNow
  /** Whether the pick is one of several singles, each with a stake. */
  hasStake: boolean
  /** Whether the pick is alone in a low sheet, where it is large. */
  isLow: boolean
}

/** One pick of the slip, with the price as picked and the current price. */
export function SlipLeg({ pick, now, hasStake, isLow }: SlipLegProps) {
  const send = useSend()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const isOpen = now.state === 'open' && now.odd_value !== null
  const move = isOpen && now.odd_value ? priceMove(pick.odd_value, now.odd_value) : undefined
  const remove = (): void => void send(betting.actions.set({ field: 'slip', value: without(slip, pick.match_id) }))
  return (
    <LegRow
      leg={pick}
      href={`/match/${pick.match_id}`}
      isGone={!isOpen}
      isLarge={isLow}
      note={
        <>
          {!isOpen && (
            <small className={style.warn}>
              <Icon name="lock" size={12} /> <WhyGone state={now.state} />
            </small>
          )}
          {hasStake && <OwnStake pick={pick} />}
        </>
      }
      end={
        <>
          <span className={style.price} data-way={move}>
            {move && <s className="num">{pick.odd_value}</s>}
            <b>
              <Price value={now.odd_value ?? pick.odd_value} />
              {move && <span aria-hidden="true">{move === 'up' ? '▲' : '▼'}</span>}
            </b>
          </span>
          {!isLow && <RemovePick pick={pick} onRemove={remove} />}
        </>
      }
    />
  )
}

/** The stake of one of several singles: its own, or while the field is empty the one for all. */
function OwnStake({ pick }: { pick: Pick }) {
  const { t } = useLingui()
  const send = useSend()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const [forAll] = useStake('sports')
  const change = (text: string): void => {
    send(betting.actions.set({ field: 'slip', value: withStake(slip, pick.ucn, text) }))
    void send(forgetRefusal('sports'))
  }
  return (
    <div className={style.own}>
      <AmountField
        aria-label={t`Own stake, ${pickText(pick)}`}
        placeholder={forAll === '' ? t`Stake` : thousands(forAll)}
        amount={pick.stake ?? ''}
        onAmount={change}
      />
    </div>
  )
}

/** Why a pick cannot be bet on now. */
export function WhyGone({ state }: { state: LegNow['state'] }) {
  const { t } = useLingui()
  if (state === 'started') return t`Started`
  if (state === 'suspended') return t`Suspended for now`
  return t`Closed`
}
