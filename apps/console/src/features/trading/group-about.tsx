import type { GroupText } from './words.ts'
import style from './board.module.css'

/** What stands beside the name of a group; a phone has no room for the stakes. */
export function GroupAbout({ of }: { of: GroupText | undefined }) {
  if (!of) return null
  return (
    <>
      {of.matches}
      {of.staked !== undefined && <span className={style.roomy}> · {of.staked}</span>}
      {of.worst !== undefined && ` · ${of.worst}`}
    </>
  )
}
