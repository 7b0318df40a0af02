import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { isFollowing, teamId, toggleFollow, useFollows, type Followed } from './follows.ts'
import style from './follow-star.module.css'

/** Follows or unfollows a team, a league or a market; stored on this device. `named` shows what it follows. */
export function FollowStar({ follow, named = false }: { follow: Followed; named?: boolean }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={style.star}
      data-named={named || undefined}
      aria-label={t`Follow ${follow.name}`}
      aria-pressed={isFollowing(useFollows(), follow)}
      onClick={() => toggleFollow(follow)}
    >
      <Icon name="star" size={18} />
      {named && <span>{follow.name}</span>}
    </button>
  )
}

type LeagueOf = Pick<MatchView, 'competition_id' | 'competition_name' | 'sport_id'>

/** Follows the league of a match. */
export function LeagueStar({ match: { competition_id, competition_name, sport_id } }: { match: LeagueOf }) {
  return <FollowStar follow={leagueFollow({ competition_id, name: competition_name, sport_id })} />
}

/** Follows a team of a match, by its name; its link opens the league in which it was followed. */
export function TeamStar({ match, name }: { match: LeagueOf; name: string }) {
  const { sport_id, competition_id } = match
  const id = teamId(sport_id, name)
  return <FollowStar named follow={{ kind: 'team', id, name, sport_id, href: `/competition/${competition_id}` }} />
}

export const leagueFollow = (league: { competition_id: string; name: string; sport_id: string }): Followed => ({
  kind: 'league',
  id: league.competition_id,
  name: league.name,
  sport_id: league.sport_id,
  href: `/competition/${league.competition_id}`,
})
