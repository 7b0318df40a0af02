import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { useAmountText } from '@nare/ui/amount'
import { Link } from 'wouter'
import { useApp } from '../../../state/hooks.ts'
import { Strip } from '../../../odds/strip.tsx'
import { biggest } from './biggest.ts'
import { useDayName } from '../day-name.ts'
import { timeOf } from '../days.ts'
import { listedMarket } from '../listed-market.ts'
import style from '../home.module.css'

/** An introduction for guests: the biggest match of the day with its prices, and one sentence about the site. */
export function BigMatch({ matches }: { matches: readonly MatchView[] | undefined }) {
  const { t } = useLingui()
  const match = matches && biggest(matches)
  const market = match && listedMarket(match, undefined)
  useSubscription(match && `match:${match.match_id}`)
  useSubscription(match && market && `market:${match.match_id}:${market.sub_type_id}`)
  if (matches && !match) return null
  if (!match || !market) return <div className={style.card} aria-busy="true" />
  return (
    <section className={style.card} aria-label={t`${match.home_team} v ${match.away_team}`} data-screen>
      <p>
        <b>
          <Introduction />
        </b>
        <Link href={`/match/${match.match_id}`}>
          <Day match={match} />
        </Link>
      </p>
      <Strip match={match} market={market} captions label={t`Biggest match, ${match.home_team} v ${match.away_team}`} />
    </section>
  )
}

function Introduction() {
  const smallest = useApp(({ data: { app_config } }) => app_config?.min_stake)
  const amount = useAmountText()(smallest)
  return smallest === undefined ? (
    <Trans>Wins are paid to your phone</Trans>
  ) : (
    <Trans>Bet from {amount}, paid to your phone</Trans>
  )
}

function Day({ match: { start_time, competition_name } }: { match: MatchView }) {
  const { i18n } = useLingui()
  const day = useDayName()(start_time, { short: true })
  return (
    <>
      {day} {timeOf(start_time, i18n.locale)} · {competition_name} <span aria-hidden="true">›</span>
    </>
  )
}
