import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { kickoff } from '@nare/ui/format'
import { Price } from '@nare/ui/price'
import style from './my-bets.module.css'
import { marketName, outcomeText } from '../../i18n/market-texts.ts'

/** One bet: type, state and money; a tap shows its legs as they were placed. */
export function BetCard({ bet, open = false }: { bet: BetView; open?: boolean }) {
  const { i18n } = useLingui()
  const sum = bet.state === 'open' ? bet.possible_win : bet.returned
  return (
    <li className={style.card}>
      <details open={open || bet.state === 'open'}>
        <summary>
          <span className={style.id}>
            <b className="num">#{bet.bet_id}</b> <BetType bet={bet} />
            <small>{kickoff(bet.placed_at, i18n.locale)}</small>
          </span>
          <span className={style.state} data-state={bet.state}>
            <BetState state={bet.state} />
          </span>
        </summary>
        <ul className={style.legs}>
          {bet.legs.map((leg) => (
            <li key={leg.ucn}>
              <span className={style.mark} data-state={leg.state} aria-hidden="true">
                {marks[leg.state]}
              </span>
              <span>
                {leg.home_team} v {leg.away_team} {leg.result && <b className="num">{leg.result}</b>}
                <small>
                  {marketName({ sub_type_id: leg.sub_type_id, name: leg.market })}: {outcomeText(leg)} ·{' '}
                  <LegState state={leg.state} />
                </small>
                <small>
                  {leg.category} · {leg.competition_name} · {kickoff(leg.start_time, i18n.locale)} · #{leg.game_id}
                </small>
              </span>
              <Price value={leg.odd_value} />
            </li>
          ))}
        </ul>
      </details>
      <p className={style.money}>
        <span>
          <Trans>Stake</Trans> <Amount value={bet.stake} />
        </span>
        {bet.total_odds && (
          <span>
            <Trans>Odds</Trans> <Price value={bet.total_odds} />
          </span>
        )}
        {sum !== null && (
          <b>
            {bet.state === 'open' ? <Trans>May get</Trans> : <Trans>Returned</Trans>} <Amount value={sum} />
          </b>
        )}
      </p>
    </li>
  )
}

const marks = { open: '…', won: '✓', lost: '✕', void: '–', half_won: '½', half_lost: '½' } as const satisfies Record<
  BetView['legs'][number]['state'],
  string
>

function BetType({ bet }: { bet: BetView }) {
  if (bet.type === 'single') return <Trans>Single</Trans>
  if (bet.type === 'multi') return <Trans>Multi {bet.legs.length}</Trans>
  return (
    <Trans>
      System {bet.system?.join(', ') ?? ''} of {bet.legs.length}
    </Trans>
  )
}

function BetState({ state }: { state: BetView['state'] }) {
  switch (state) {
    case 'open':
      return <Trans>Open</Trans>
    case 'won':
      return <Trans>Won</Trans>
    case 'lost':
      return <Trans>Lost</Trans>
    case 'void':
      return <Trans>Void</Trans>
    case 'cashed_out':
      return <Trans>Cashed out</Trans>
  }
}

function LegState({ state }: { state: BetView['legs'][number]['state'] }) {
  switch (state) {
    case 'open':
      return <Trans>Open</Trans>
    case 'won':
      return <Trans>Won</Trans>
    case 'lost':
      return <Trans>Lost</Trans>
    case 'void':
      return <Trans>Void</Trans>
    case 'half_won':
      return <Trans>Half won</Trans>
    case 'half_lost':
      return <Trans>Half lost</Trans>
  }
}
