import { useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { Flag } from '../features/catalog/flag.tsx'
import { useFollows } from '../features/catalog/follows.ts'
import { perPage } from '../features/catalog/match-list.tsx'
import { soccer } from '../features/catalog/soccer.ts'
import { useWideMarkets } from '../features/catalog/use-wide-markets.ts'
import { sportName } from '../i18n/market-texts.ts'
import { useFeature } from '../state/use-feature.ts'
import { useRead } from '../state/use-read.ts'
import { FollowedLinks } from './followed-links.tsx'
import style from './left-nav.module.css'
import { SportIcon } from './sport-icon.tsx'

const leaguesMax = 12
/** The input of the front page's initial list, word for word, so that both share one cached read. */
const frontList = { sport_id: soccer, when: 'highlights', sort: 'top' } as const
const firstPage = { page: 1, limit: perPage } as const

/** Followed teams and leagues, the ways to all matches, the leagues of today's top matches, the sports with their counts, and the league of virtual football. */
export function LeftNavLists() {
  const { t } = useLingui()
  const league = useFeature('league')
  const markets = useWideMarkets().join(',')
  const sports = useRead(catalog.sports, {}, 60_000)
  const front = useRead(catalog.matches, { ...frontList, ...(markets && { markets }), ...firstPage }, 60_000)
  // Shows both lists together: a list that appeared later would shift the other one.
  const loaded = [sports, front].every(({ body, failed }) => body ?? failed)
  const highlights = front.body?.data ?? []
  const top = [...new Map(highlights.map((match) => [match.competition_id, match])).values()].slice(0, leaguesMax)
  const followed = useFollows().filter(({ kind }) => kind !== 'market')
  const live = sports.body?.data.find(({ sport_id }) => sport_id === soccer)?.live ?? 0
  return (
    <nav className={style.nav} aria-label={t`Sports and leagues`}>
      {followed.length > 0 && (
        <>
          <h2>
            <Icon name="star" size={12} /> {t`Followed`}
          </h2>
          <FollowedLinks followed={followed} matches={highlights} />
        </>
      )}
      {loaded && (
        <>
          <h2>{t`Matches`}</h2>
          <Link href="/?when=live">
            <Icon name="live" size={20} />
            <span>{t`Live now`}</span>
            <b className="num">{live}</b>
          </Link>
          <Link href="/?when=today">
            <Icon name="clock" size={20} />
            <span>{t`All of today`}</span>
          </Link>
          <h2>{t`Top leagues`}</h2>
          {top.map(({ competition_id, competition_name, category }) => (
            <Link key={competition_id} href={`/competition/${competition_id}`}>
              <Flag category={category} />
              <span>
                {competition_name} <span className="unseen">{category}</span>
              </span>
            </Link>
          ))}
          <h2>{t`Sports`}</h2>
          {sports.body?.data.map(({ sport_id, name, matches }) => (
            <Link key={sport_id} href={`/competition?sport_id=${sport_id}`} className={style.sport}>
              <SportIcon id={sport_id} />
              <span>{sportName({ sport_id, name })}</span>
              <b className="num">{matches}</b>
            </Link>
          ))}
          <Link href="/competition">
            <span>{t`All leagues A to Z`}</span>
          </Link>
          <Link href="/results?sport=79">
            <span>{t`Results`}</span>
          </Link>
          {league && (
            <>
              <h2>{t`Virtual football`}</h2>
              <Link href="/nare-league">
                <span>{t`Nare league`}</span>
              </Link>
            </>
          )}
        </>
      )}
    </nav>
  )
}
