import { Trans } from '@lingui/react/macro'

/** The break between the halves, "HT", read out in full. */
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
