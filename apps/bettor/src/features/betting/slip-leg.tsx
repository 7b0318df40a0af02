import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { priceMove } from '../../odds/price-move.ts'
import type { LegNow } from '../../slip/cta.ts'
import { LegRow } from '../../slip/leg-row.tsx'
import { RemovePick } from '../../slip/slip.tsx'
import { betting, without } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import style from './slip.module.css'

/** One pick of the slip, with the price as picked and the current price. */
export function SlipLeg({ pick, now }: { pick: Pick; now: LegNow }) {
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
      note={
        !isOpen && (
          <small className={style.warn}>
            <Icon name="lock" size={12} /> <WhyGone state={now.state} />
          </small>
        )
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
          <RemovePick pick={pick} onRemove={remove} />
        </>
      }
    />
  )
}

/** Why a pick cannot be bet on now. */
export function WhyGone({ state }: { state: LegNow['state'] }) {
  const { t } = useLingui()
  if (state === 'started') return t`Started`
  if (state === 'suspended') return t`Suspended for now`
  return t`Closed`
}
