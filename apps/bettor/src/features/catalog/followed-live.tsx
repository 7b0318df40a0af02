import { Trans, useLingui } from '@lingui/react/macro'
import { Chips } from '@nare/ui/button'
import { followsMatch, useFollows } from './follows.ts'
import { MatchList, type Filter } from './match-list.tsx'

/** Live matches: all of them, or those of the leagues and teams that are followed. */
export function LiveChoice({ followed, onPick }: { followed: boolean; onPick: (followed: boolean) => void }) {
  const { t } = useLingui()
  return (
    <Chips
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

/** The list of which only what is followed is shown. */
export function FollowedList({ filter }: { filter: Filter }) {
  const all = useFollows()
  return (
    <MatchList
      filter={filter}
      only={(match) => followsMatch(all, match)}
      none={<Trans>No match that you follow is live now. The star of a league or a team follows it.</Trans>}
    />
  )
}
