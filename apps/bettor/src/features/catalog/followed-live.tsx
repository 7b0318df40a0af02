import { Trans, useLingui } from '@lingui/react/macro'
import { Chips } from '@nare/ui/button'
import { followsMatch, useFollows } from './follows.ts'
import { MatchList, type Filter } from './match-list.tsx'

/** Switches between all live matches and those of followed leagues and teams. */
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

/** The match list, limited to followed leagues and teams. */
export function FollowedList({ filter }: { filter: Filter }) {
  const all = useFollows()
  return (
    <MatchList
      filter={filter}
      only={(match) => followsMatch(all, match)}
      none={<Trans>No match you follow is live now. Tap the star of a league or team to follow it.</Trans>}
    />
  )
}
