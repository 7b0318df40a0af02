import { Trans } from '@lingui/react/macro'
import { NothingHere } from '../../pages/nothing-here.tsx'

/** Shown in place of an empty list, with a link to the next matches. */
export function NoMatches() {
  return (
    <NothingHere drawing="matches" href="/?when=upcoming" link={<Trans>See upcoming matches</Trans>}>
      <Trans>No matches here now.</Trans>
    </NothingHere>
  )
}

/** Shown in place of a match that does not exist. */
export function NoSuchMatch() {
  return (
    <NothingHere drawing="matches" href="/" link={<Trans>See today's matches</Trans>}>
      <Trans>This match doesn't exist</Trans>
    </NothingHere>
  )
}
