import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { loadWithMessages } from '../../../i18n/locale.ts'
import { lazyPart } from '../../../loading/lazy-part.tsx'
import { Strip } from '../../../odds/strip.tsx'
import { biggest } from '../front/biggest.ts'
import { useDayName } from '../day-name.ts'
import { timeOf } from '../days.ts'
import { Flag } from '../flag.tsx'
import { useFrontJackpot } from '../front/front-jackpot.ts'
import { listedMarket } from '../listed-market.ts'
import { Kit } from '../live/kit.tsx'
import { useMedia } from '../../../state/use-media.ts'
import style from './hero.module.css'
import home from '../home.module.css'

const MultiCard = lazyPart(
  () => loadWithMessages(() => import('../popular/popular-part.ts'), ['catalog']).then((part) => part.MultiCard),
  { failed: null },
)

/** Both names together: more letters are set smaller, so that they fit in the card. */
const fullSizeLetters = 28

/**
 * The row above the list on wide screens: the next big match with its prices, the largest jackpot and, from 1600 px, the multi of the day or
 * else the match after the first. It has its height, and each card its width, before they load.
 */
export function Hero({ matches }: { matches: readonly MatchView[] | undefined }) {
  const match = matches && biggest(matches)
  const second = matches && biggest(matches.filter((one) => one !== match))
  const pool = useFrontJackpot()
  const hasThree = useMedia('(min-width: 100em)')
  return (
    <div className={home.hero} data-screen data-promo>
      {match ? <Match match={match} /> : <div className={style.match} />}
      {pool === null && <div className={style.pool} />}
      {pool && (
        <section className={style.pool} aria-label={pool.name}>
          <p>
            <Icon name="trophy" size={16} /> <b>{pool.name}</b>
            <small>
              <Closes at={pool.closes_at} />
            </small>
          </p>
          <strong>
            <Amount value={pool.amount} />
          </strong>
          <div>
            <small>
              <Trans>
                Pick {pool.picks} results from <Amount value={pool.stake} />
              </Trans>
            </small>
            <Link href={`/jackpot?id=${pool.jackpot_id}`}>
              <Trans>Pick {pool.picks}</Trans>
            </Link>
          </div>
        </section>
      )}
      {hasThree && (
        <div className={style.third}>
          <MultiCard none={second && <Match match={second} isSecond />} />
        </div>
      )}
    </div>
  )
}

function Closes({ at }: { at: string }) {
  const { i18n } = useLingui()
  const day = useDayName()(at, { short: true })
  const time = `${day} ${timeOf(at, i18n.locale)}`
  return <Trans>closes {time}</Trans>
}

function Match({ match, isSecond = false }: { match: MatchView; isSecond?: boolean }) {
  const { t, i18n } = useLingui()
  const day = useDayName()(match.start_time, { short: true })
  const market = listedMarket(match, undefined)
  const name = t`${match.home_team} v ${match.away_team}`
  useSubscription(`match:${match.match_id}`)
  useSubscription(market && `market:${match.match_id}:${market.sub_type_id}`)
  return (
    <section className={style.match} data-theme="dark" aria-label={name}>
      <Link href={`/match/${match.match_id}`}>
        <small>
          <Flag category={match.category} />
          <span>
            {match.competition_name} · {day} {timeOf(match.start_time, i18n.locale)}
          </span>
        </small>
        <b data-long={match.home_team.length + match.away_team.length > fullSizeLetters || undefined}>
          <Kit match={match} side="home" />
          <span>{match.home_team}</span> <i aria-hidden="true">v</i> <span>{match.away_team}</span>
          <Kit match={match} side="away" />
        </b>
      </Link>
      {market && (
        <Strip
          match={match}
          market={market}
          captions
          label={isSecond ? name : t`Biggest match, ${match.home_team} v ${match.away_team}`}
        />
      )}
    </section>
  )
}
