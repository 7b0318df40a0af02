import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLive } from '@nare/client/use-live'
import { catalog } from '@nare/contract/catalog'
import { ChipRow } from '@nare/ui/chip-row'
import { Link } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useRead } from '../../state/use-read.ts'
import { followsMatch, useFollows } from './follows.ts'
import style from './home.module.css'
import { MatchList, perPage, type Filter, type ListProps } from './match-list.tsx'
import { MatchRow } from './match-row.tsx'

/** Switches between all live matches and those of followed leagues and teams. */
export function LiveChoice({ followed, onPick }: { followed: boolean; onPick: (followed: boolean) => void }) {
  const { t } = useLingui()
  return (
    <ChipRow
      label={t`Which live matches`}
      value={followed ? 'followed' : 'all'}
      onPick={(key) => onPick(key === 'followed')}
      items={[
        { key: 'all', text: t`All` },
        { key: 'followed', text: t`Followed` },
      ]}
    />
  )
}

/** The match list, limited to followed leagues and teams. */
export function FollowedList(list: ListProps) {
  const all = useFollows()
  return (
    <MatchList
      {...list}
      only={(match) => followsMatch(all, match)}
      none={<Trans>No match you follow is live now. Tap the star of a league or team to follow it.</Trans>}
    />
  )
}

const nextMost = 5

/** While no match of a sport is live: its next five kick-offs. */
export function NextKickOffs({ sport, markets }: { sport: string; markets: readonly string[] }) {
  const { body } = useRead(catalog.matches, {
    sport_id: sport,
    when: 'upcoming',
    sort: 'time',
    ...(markets[0] && markets[0] !== '1' && { markets: markets[0] }),
    page: 1,
    limit: nextMost,
  })
  if (!body) return <Skeleton rows={nextMost} />
  return (
    <>
      <p className={style.none}>
        {body.data.length > 0 ? (
          <Trans>No match is live. Next kick-offs:</Trans>
        ) : (
          <Trans>No match is live, and none is announced yet.</Trans>
        )}{' '}
        <Link href="/?when=upcoming">
          <Trans>All upcoming</Trans>
        </Link>
      </p>
      <ul>
        {body.data.map((match) => (
          <MatchRow key={match.match_id} match={match} markets={markets.slice(0, 1)} withLeague soon />
        ))}
      </ul>
    </>
  )
}

/** Offers to reload the list when matches have gone live since it was read; the list never changes without a tap. */
export function NewLive({ sport, filter }: { sport: string; filter: Filter }) {
  const live = useLive(`sport:${sport}:live`)
  const { body, again } = useRead(catalog.matches, { ...filter, page: 1, limit: perPage })
  const shown = new Set(body?.data.map(({ match_id }) => match_id))
  const fresh = body && body.meta.total <= perPage ? (live?.matches.filter((id) => !shown.has(id)).length ?? 0) : 0
  if (fresh === 0) return null
  return (
    <button type="button" className={style.fresh} onClick={again}>
      <Plural value={fresh} one="Show # new match" other="Show # new matches" />
    </button>
  )
}
