import { Trans, useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { Link } from 'wouter'
import { useRead } from '../state/reads.ts'
import style from './left-nav.module.css'
import { sportName } from './market-words.ts'

const leaguesMost = 12
/** The list of the front page as it first stands: read once for both. */
const frontList = { sport_id: '79', when: 'highlights', sort: 'top', sub_type_id: '1', page: 1, limit: 50 } as const

/** The leagues of today's top matches, and the sports with their counts. */
export function LeftNavLists() {
  const { t } = useLingui()
  const sports = useRead(catalog.sports, {}, 60_000).body?.data ?? []
  const highlights = useRead(catalog.matches, frontList, 60_000).body?.data ?? []
  const top = [...new Map(highlights.map((match) => [match.competition_id, match])).values()].slice(0, leaguesMost)
  return (
    <nav className={style.nav} aria-label={t`Sports and leagues`}>
      <h2>
        <Trans>Top leagues</Trans>
      </h2>
      {top.map(({ competition_id, competition_name, category }) => (
        <Link key={competition_id} href={`/competition/${competition_id}`}>
          <span>
            {competition_name} <small>{category}</small>
          </span>
        </Link>
      ))}
      <h2>
        <Trans>Sports A-Z</Trans>
      </h2>
      {sports.map(({ sport_id, name, matches }) => (
        <Link key={sport_id} href={`/competition?sport_id=${sport_id}`}>
          <span>{sportName({ sport_id, name })}</span>
          <b className="num">{matches}</b>
        </Link>
      ))}
    </nav>
  )
}
