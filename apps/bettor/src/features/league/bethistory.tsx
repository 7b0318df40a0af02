import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { day, isoDay, kickoff } from '@nare/ui/format'
import { Price } from '@nare/ui/price'
import { pickText, unsaidMarket } from '../../i18n/pick-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { SignedIn } from '../../pages/signed-in.tsx'
import { useApp } from '../../state/hooks.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { LeagueHead } from './head.tsx'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed } from './league-failed.tsx'
import { sumsOf } from './own-bets.ts'
import { useBetHistory } from './use-bet-history.ts'
import { LeagueClock, useCompetition } from './use-league.ts'
import { paidOf } from '../../tax/paid-of.ts'
import style from './league.module.css'
import recordStyle from './records.module.css'

/** The bettor's league bets by day, each day with its totals. */
export function LeagueBets() {
  const { t } = useLingui()
  const { id } = useCompetition()
  const owner = useApp(({ auth }) => auth.user?.id)
  return (
    <section className={style.page} aria-label={t`Nare league bets`}>
      <LeagueClock id={id} />
      <LeagueHead page="bethistory" title={t`Nare league bets`} tabs={false} />
      <SignedIn as="h2" title={t`Your league bets`} reason={t`Log in to see your bets.`}>
        <Days key={owner} />
      </SignedIn>
      <LeagueLabels id={id} />
    </section>
  )
}

/** The bets by day: today's bets first, older ones after "Show older bets". */
function Days() {
  const { bets, error, loading, more, retry } = useBetHistory()
  const { i18n, t } = useLingui()
  if (bets.length === 0 && (loading || error !== undefined))
    return (
      <LeagueFailed error={error} onRetry={retry}>
        <Skeleton rows={6} />
      </LeagueFailed>
    )
  if (bets.length === 0)
    return (
      <NothingHere drawing="bets" href="/nare-league" link={t`See the matches`}>
        <Trans>Your league bets will be here</Trans>
      </NothingHere>
    )
  return (
    <>
      {daysOf(bets).map(({ date, bets: ofDay }) => {
        const sums = sumsOf(ofDay)
        return (
          <section key={date} className={recordStyle.day}>
            <header>
              <h2>{day(ofDay[0]?.placed_at ?? '', i18n.locale)}</h2>
              <p>
                <Trans>
                  Staked <Amount value={sums.staked} />, returned <Amount value={sums.returned} />
                </Trans>
                ,{' '}
                {sums.tax && (
                  <>
                    <Trans>
                      tax on winnings <Amount value={sums.tax} />
                    </Trans>
                    ,{' '}
                  </>
                )}
                <b>
                  <Trans>
                    net <Amount value={sums.net} />
                  </Trans>
                </b>
              </p>
            </header>
            <ul>
              {ofDay.map((bet) => (
                <Bet key={bet.bet_id} bet={bet} />
              ))}
            </ul>
          </section>
        )
      })}
      <LeagueFailed error={error} onRetry={retry}>
        {more && (
          <div className={style.failed}>
            <Button look="soft" wide disabled={loading} onClick={more}>{t`Show older bets`}</Button>
          </div>
        )}
      </LeagueFailed>
    </>
  )
}

function Bet({ bet }: { bet: BetView }) {
  const { i18n, t } = useLingui()
  const sum = bet.state === 'open' ? bet.possible_win : paidOf(bet)
  return (
    <li>
      <details open={bet.state === 'open'}>
        <summary>
          <span>
            <b>
              <Plural value={bet.legs.length} one="# pick" other="# picks" />
            </b>{' '}
            <small className="num">
              #{bet.bet_id} · {kickoff(bet.placed_at, i18n.locale)}
            </small>
          </span>
          <span data-state={bet.state}>
            <BetState state={bet.state} />
          </span>
        </summary>
        <ul>
          {bet.legs.map((leg) => (
            <li key={leg.ucn} data-state={leg.state}>
              <span>
                <b>{pickText(leg)}</b>
                <small>
                  {[unsaidMarket(leg), `${leg.home_team} v ${leg.away_team}`].filter(Boolean).join(' · ')}
                  {leg.result && <> · {leg.result}</>}
                </small>
              </span>
              <Price value={leg.odd_value} />
            </li>
          ))}
        </ul>
      </details>
      <p>
        {t`Stake`} <Amount value={bet.stake} />
        {sum !== null && (
          <b>
            {bet.state === 'open' ? t`Possible payout` : t`Returned`} <Amount value={sum} />
          </b>
        )}
      </p>
    </li>
  )
}

function BetState({ state }: { state: BetView['state'] }) {
  const { t } = useLingui()
  switch (state) {
    case 'open':
      return t`Open`
    case 'won':
      return t`✓ Won`
    case 'lost':
      return t`✕ Lost`
    case 'void':
      return t`Void`
    case 'cashed_out':
      return t`Cashed out`
    // Only bets on sports wait for a trader.
    case 'referred':
    case 'refused':
      return null
  }
}

/** Bets by the day they were placed, the newest day first. */
function daysOf(bets: readonly BetView[]): { date: string; bets: BetView[] }[] {
  const days = new Map<string, BetView[]>()
  for (const bet of bets) {
    const date = isoDay(Date.parse(bet.placed_at))
    days.set(date, [...(days.get(date) ?? []), bet])
  }
  return [...days].map(([date, of]) => ({ date, bets: of }))
}
