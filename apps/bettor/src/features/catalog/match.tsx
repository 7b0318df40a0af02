import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import { catalog, type MatchView } from '@nare/contract/catalog'
import { Button, Chips } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { Icon } from '@nare/ui/icon'
import { useDeferredValue, useState } from 'react'
import { Link, useParams } from 'wouter'
import { marketName } from '../../i18n/market-texts.ts'
import { Strip } from '../../odds/strip.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { speaksScores } from '../../preferences/speak-scores.ts'
import { useRead } from '../../state/use-read.ts'
import { Clock, useMatchNow } from './clock.tsx'
import { FollowStar, LeagueStar, TeamStar } from './follow-star.tsx'
import { useFollows, type Followed } from './follows.ts'
import { byMarket, inGroup, type Group, type MarketLines } from './markets.ts'
import { ReadFailed } from './match-list.tsx'
import style from './match.module.css'

type Tab = Group | 'all' | 'mine'

/** How many markets are open at first, and how many of them the first render draws. */
const openMost = 12
const openFirst = 3

/** All markets of one match in groups, with its live clock and score. */
export function Match() {
  const { match_id = '' } = useParams<{ match_id: string }>()
  const { body, failed, loading, again } = useRead(catalog.match, { match_id }, 5_000)
  if (body) return <MatchPage key={match_id} match={body.data} />
  if (loading || !failed) return <Skeleton />
  return (
    <div className={style.note}>
      {failed.code === 'not_found' ? (
        <Notice>
          <Trans>This match doesn't exist.</Trans>
        </Notice>
      ) : (
        <ReadFailed failed={failed} />
      )}
      <Button onClick={again}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

function MatchPage({ match }: { match: MatchView }) {
  const { t } = useLingui()
  const [group, setGroup] = useState<Tab>('all')
  useSubscription(`match:${match.match_id}`)
  const markets = byMarket(match.odds)
  const mine = useMyMarkets(match.sport_id)
  const under = (sub_type_id: string, tab: Tab): boolean =>
    tab === 'all' || (tab === 'mine' ? mine.has(sub_type_id) : inGroup(sub_type_id, tab))
  const here = markets.some(({ sub_type_id }) => under(sub_type_id, group)) ? group : 'all'
  const shown = markets.filter(({ sub_type_id }) => under(sub_type_id, here))
  const drawn = useDeferredValue(openMost, openFirst)
  const tabs: { key: Tab; text: string }[] = [
    { key: 'all', text: t`All ${markets.length}` },
    { key: 'mine', text: t`My markets` },
    { key: 'main', text: t`Main` },
    { key: 'goals', text: t`Goals` },
    { key: 'halves', text: t`Halves` },
    { key: 'other', text: t`Other` },
  ]
  return (
    <>
      <MatchHead match={match} />
      <Chips
        label={t`Market groups`}
        value={here}
        onPick={setGroup}
        items={tabs.filter(({ key }) => key === 'all' || markets.some(({ sub_type_id }) => under(sub_type_id, key)))}
      />
      <div className={style.markets}>
        {shown.map((market, index) => (
          <MarketBox
            key={market.sub_type_id}
            match={match}
            market={market}
            open={index < openMost}
            drawn={index < drawn}
          />
        ))}
      </div>
      {markets.length === 0 && (
        <p className={style.note}>
          <Trans>No market of this match is open now.</Trans>
        </p>
      )}
    </>
  )
}

/** The followed markets of a sport. */
function useMyMarkets(sportId: string): ReadonlySet<string> {
  const follows = useFollows()
  return new Set(
    follows.filter(({ kind, sport_id }) => kind === 'market' && sport_id === sportId).map(({ id }) => marketOf(id)),
  )
}

const marketOf = (id: string): string => id.slice(id.indexOf('/') + 1)

function marketFollow({ sport_id }: MatchView, market: MarketLines): Followed {
  const id = `${sport_id}/${market.sub_type_id}`
  return { kind: 'market', id, name: marketName(market), sport_id, href: `/?sub_type_id=${market.sub_type_id}` }
}

function MatchHead({ match }: { match: MatchView }) {
  const { t } = useLingui()
  const now = useMatchNow(match)
  const started = now.state !== 'not_started' && now.home_score !== null
  return (
    <header className={style.head}>
      <div className={style.crumb}>
        <span>
          <Link href={`/competition/${match.competition_id}`}>
            <Icon name="left" size={16} /> {match.category} · {match.competition_name}
          </Link>
          <LeagueStar match={match} />
        </span>
        <span className="num">ID {match.game_id}</span>
      </div>
      <div className={style.teams}>
        <TeamStar match={match} name={match.home_team} />
        <h1>
          <span>{match.home_team}</span>
          <span
            className={style.score}
            data-on={started || undefined}
            aria-label={started ? t`Score ${now.home_score ?? 0} to ${now.away_score ?? 0}` : undefined}
          >
            {started ? `${now.home_score} - ${now.away_score}` : 'v'}
          </span>
          <span>{match.away_team}</span>
        </h1>
        <TeamStar match={match} name={match.away_team} />
      </div>
      {speaksScores() && (
        <p className="unseen" role="status">
          {started && t`${match.home_team} ${now.home_score ?? 0}, ${match.away_team} ${now.away_score ?? 0}`}
        </p>
      )}
      <p>
        <Clock match={match} />
        {now.state === 'live' && (
          <small>
            <Trans>Others may see the match earlier</Trans>
          </small>
        )}
      </p>
    </header>
  )
}

type BoxProps = { match: MatchView; market: MarketLines; open: boolean; drawn: boolean }

function MarketBox({ match, market, open, drawn }: BoxProps) {
  const [shown, setShown] = useState(open)
  const toggle = (event: React.ToggleEvent<HTMLDetailsElement>): void => setShown(event.currentTarget.open)
  return (
    <div className={style.market}>
      <FollowStar follow={marketFollow(match, market)} />
      <details open={shown} onToggle={toggle}>
        <summary>
          <h2>{marketName(market)}</h2>
          <Icon name="down" size={18} />
        </summary>
        {shown && drawn && <Lines match={match} market={market} />}
      </details>
    </div>
  )
}

function Lines({ match, market }: { match: MatchView; market: MarketLines }) {
  useSubscription(`market:${match.match_id}:${market.sub_type_id}`)
  return (
    <div className={style.lines}>
      {market.lines.map((line) => (
        <div key={line.special_bet_value} data-many={line.odds.length > 3 || undefined}>
          <Strip
            match={match}
            market={line}
            label={`${marketName(market)} ${line.special_bet_value}`.trim()}
            captions
          />
        </div>
      ))}
    </div>
  )
}
