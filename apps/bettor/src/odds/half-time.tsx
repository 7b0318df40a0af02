import { Trans } from '@lingui/react/macro'

/** "HT" for the break between the halves; screen readers get "Half-time". */
export function HalfTime() {
  return (
    <>
      <span aria-hidden="true">HT</span>
      <span className="unseen">
        <Trans>Half-time</Trans>
      </span>
    </>
  )
}
