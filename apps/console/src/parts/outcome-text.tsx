import type { Route } from '@nare/contract/route'
import { Notice } from '@nare/ui/notice'
import type { Sending } from '../wire/send.ts'

/** What became of a command, in a sentence. A refusal of a field is shown with its fields. */
export function OutcomeText({ outcome, done }: { outcome: Sending<Route> | undefined; done?: string | undefined }) {
  if (outcome === undefined || outcome.state === 'cancelled') return null
  if (outcome.state === 'done') return done === undefined ? null : <Notice tone="good">{done}</Notice>
  if (outcome.state === 'waiting')
    return <Notice tone="info">Waits for a second person. Proposal {outcome.proposalId}.</Notice>
  if (outcome.state === 'unknown')
    return <Notice>We do not know whether this was done. Send it again: it takes effect once.</Notice>
  const { error, fields, ref } = outcome.reply
  const faults = Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
  return (
    <Notice>
      {[error, ...faults].join('. ')}
      {ref !== undefined && <span className="t3"> ({ref})</span>}
    </Notice>
  )
}
