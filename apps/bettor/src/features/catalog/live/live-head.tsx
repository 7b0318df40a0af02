import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { followsMatch, useFollows } from '../follows.ts'
import { SportChips } from '../sport-chips.tsx'
import style from './live.module.css'

type HeadProps = {
  sport: string
  /** The loaded matches of the list below; `listed` is their total number. */
  matches: readonly MatchView[] | undefined
  listed: number | undefined
  followed: boolean
  onSport: (sportId: string) => void
  onFollowed: (followed: boolean) => void
}

/** The sports with their numbers of live matches, and a star button that limits the list to followed leagues and teams. */
export function LiveHead({ sport, matches, listed, followed, onSport, onFollowed }: HeadProps) {
  const { t } = useLingui()
  const follows = useFollows()
  const count = matches?.filter((match) => followsMatch(follows, match)).length ?? 0
  return (
    <div className={style.head}>
      <SportChips value={sport} count="live" listed={listed} onPick={onSport} />
      <button
        type="button"
        aria-pressed={followed}
        aria-label={t`Only followed: ${count}`}
        onClick={() => onFollowed(!followed)}
      >
        <Icon name="star" size={16} />
        <span className="num">{count}</span>
      </button>
    </div>
  )
}
