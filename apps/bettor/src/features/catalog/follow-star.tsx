import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { isFollowing, teamHref, teamId, toggleFollow, useFollows, type Followed } from './follows.ts'
import style from './follow-star.module.css'

/** A button that follows or unfollows a team, a league or a market. */
export function FollowStar({ follow }: { follow: Followed }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={style.star}
      aria-label={t`Follow ${follow.name}`}
      aria-pressed={isFollowing(useFollows(), follow)}
      onClick={() => toggleFollow(follow)}
    >
      <Icon name="star" size={18} />
    </button>
  )
}

type LeagueOf = Pick<MatchView, 'competition_id' | 'competition_name' | 'sport_id'>

/** The star of a match's league. */
export function LeagueStar({ match: { competition_id, competition_name, sport_id } }: { match: LeagueOf }) {
  return <FollowStar follow={leagueFollow({ competition_id, name: competition_name, sport_id })} />
}

/** Among the followed items, a team links to its matches. */
export const teamFollow = ({ sport_id, name }: { sport_id: string; name: string }): Followed => ({
  kind: 'team',
  id: teamId(sport_id, name),
  name,
  sport_id,
  href: teamHref({ sport_id, name }),
})

export const leagueFollow = (league: { competition_id: string; name: string; sport_id: string }): Followed => ({
  kind: 'league',
  id: league.competition_id,
  name: league.name,
  sport_id: league.sport_id,
  href: `/competition/${league.competition_id}`,
})
