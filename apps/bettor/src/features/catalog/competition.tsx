import { Trans, useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { Link, useParams, useSearchParams } from 'wouter'
import { Skeleton } from '../../shell/simple-pages.tsx'
import { useRead } from '../../state/reads.ts'
import { MatchList } from './match-list.tsx'
import { SportChips } from './sport-chips.tsx'
import style from './competition.module.css'

/** The A to Z of a sport: its countries with their competitions and how many matches each has. */
export function Competitions() {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const sport = query.get('sport_id') ?? '79'
  const { body, failed } = useRead(catalog.competitions, { sport_id: sport }, 60_000)
  return (
    <>
      <h1 className={style.title}>{t`Sports A-Z`}</h1>
      <SportChips value={sport} live={false} onPick={(id) => setQuery({ sport_id: id })} />
      {!body && !failed && <Skeleton />}
      {failed && !body && <p className={style.note}>{failed.error}</p>}
      {body?.data
        .toSorted((a, b) => a.category.localeCompare(b.category))
        .map(({ category, competitions }) => (
          <section key={category} className={style.country}>
            <h2>{category}</h2>
            <ul>
              {competitions.map(({ competition_id, name, matches }) => (
                <li key={competition_id}>
                  <Link href={`/competition/${competition_id}`}>
                    <span>{name}</span>
                    <b className="num">{matches}</b>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {body?.data.length === 0 && (
        <p className={style.note}>
          <Trans>No competitions here now.</Trans>
        </p>
      )}
    </>
  )
}

/** One competition: its matches. */
export function Competition() {
  const { competition_id = '' } = useParams<{ competition_id: string }>()
  const filter = { competition_id, when: 'upcoming', sort: 'time' } as const
  const first = useRead(catalog.matches, { ...filter, page: 1, limit: 50 }).body?.data[0]
  return (
    <>
      <h1 className={style.title}>
        {first ? `${first.category} · ${first.competition_name}` : <Trans>Competition</Trans>}
      </h1>
      <MatchList key={competition_id} filter={filter} />
    </>
  )
}
