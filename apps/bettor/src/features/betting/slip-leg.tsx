import { Trans, useLingui } from '@lingui/react/macro'
import { kickoff } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { marketName, outcomeText } from '../../i18n/market-texts.ts'
import { priceMove } from '../../odds/price-move.ts'
import { betting, without } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import type { LegNow } from '../../slip/cta.ts'
import style from './slip.module.css'

/** One pick of the slip: its match, market and outcome, the price as picked and the current price. */
export function SlipLeg({ pick, now }: { pick: Pick; now: LegNow }) {
  const { t, i18n } = useLingui()
  const send = useSend()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const open = now.state === 'open' && now.odd_value !== null
  const move = open && now.odd_value ? priceMove(pick.odd_value, now.odd_value) : undefined
  const remove = (): void => void send(betting.actions.set({ field: 'slip', value: without(slip, pick.match_id) }))
  return (
    <li className={style.leg} data-gone={!open || undefined}>
      <div>
        <Link href={`/match/${pick.match_id}`} className={style.teams}>
          {pick.home_team} v {pick.away_team}
        </Link>
        <p>
          {marketName({ sub_type_id: pick.sub_type_id, name: pick.market })}: <b>{outcomeText(pick)}</b>
        </p>
        <small>
          {pick.category} · {pick.competition_name} · {kickoff(pick.start_time, i18n.locale)} · #{pick.game_id}
        </small>
        {!open && (
          <small className={style.warn}>
            <Icon name="lock" size={12} /> <WhyGone state={now.state} />
          </small>
        )}
      </div>
      <div className={style.price} data-way={move}>
        {move && <s className="num">{pick.odd_value}</s>}
        <b>
          {move && <span aria-hidden="true">{move === 'up' ? '▲' : '▼'}</span>}
          <Price value={now.odd_value ?? pick.odd_value} />
        </b>
      </div>
      <button
        type="button"
        className={style.remove}
        aria-label={t`Remove ${pick.home_team} v ${pick.away_team}`}
        onClick={remove}
      >
        <Icon name="x" size={18} />
      </button>
    </li>
  )
}

function WhyGone({ state }: { state: LegNow['state'] }) {
  if (state === 'started') return <Trans>Started</Trans>
  if (state === 'suspended') return <Trans>Suspended for now</Trans>
  return <Trans>Closed</Trans>
}
