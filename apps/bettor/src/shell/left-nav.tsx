import { Trans, useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { Link } from 'wouter'
import { useRead } from '../state/reads.ts'
import style from './left-nav.module.css'
import { useMedia } from './use-media.ts'

/** From 1200 px on: the sports with their counts and the leagues of the first sport. */
export function LeftNav() {
  return useMedia('(min-width: 1200px)') ? <Lists /> : null
}

function Lists() {
  const { t } = useLingui()
  const sports = useRead(catalog.sports, {}, 60_000).body?.data ?? []
  const leagues = useRead(catalog.competitions, { sport_id: '79' }, 60_000).body?.data ?? []
  const top = leagues
    .flatMap(({ category, competitions }) => competitions.map((each) => ({ ...each, category })))
    .slice(0, 12)
  return (
    <nav className={style.nav} aria-label={t`Sports and leagues`}>
      <h2>
        <Trans>Top leagues</Trans>
      </h2>
      {top.map(({ competition_id, name, category, matches }) => (
        <Link key={competition_id} href={`/competition/${competition_id}`}>
          <span>
            {name} <small>{category}</small>
          </span>
          <b className="num">{matches}</b>
        </Link>
      ))}
      <h2>
        <Trans>Sports A-Z</Trans>
      </h2>
      {sports.map(({ sport_id, name, matches }) => (
        <Link key={sport_id} href={`/competition?sport_id=${sport_id}`}>
          <span>{name}</span>
          <b className="num">{matches}</b>
        </Link>
      ))}
    </nav>
  )
}
