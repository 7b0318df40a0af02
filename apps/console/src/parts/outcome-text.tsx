import type { Route } from '@nare/contract/route'
import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'
import type { DoneAnswer, Sending } from '../wire/send.ts'
import { nextStep } from './next-steps.ts'

type Props<R extends Route> = {
  readonly outcome: Sending<R> | undefined
  /** What is said of the answer once it is done. */
  readonly done: (answer: DoneAnswer<R>) => ReactNode
  /** Whether a fault of this field is shown beside it. */
  readonly showsFault?: ((field: string) => boolean) | undefined
}

/** What became of a command, in a sentence. A refusal names the fields at fault and says what to do next. */
export function OutcomeText<R extends Route>({ outcome, done, showsFault = () => false }: Props<R>) {
  if (outcome === undefined || outcome.state === 'cancelled') return null
  if (outcome.state === 'done') return <Notice tone="good">{done(outcome.answer)}</Notice>
  if (outcome.state === 'waiting')
    return <Notice tone="info">Waits for a second person. Proposal PR-{outcome.proposalId}.</Notice>
  if (outcome.state === 'unknown')
    return <Notice>We do not know whether this was done. Send it again: it takes effect once.</Notice>
  const { code, error, fields, ref } = outcome.reply
  const faults = Object.entries(fields).flatMap(([field, text]) => (showsFault(field) ? [] : [`${field}: ${text}`]))
  return (
    <Notice>
      {[error, ...faults, nextStep(code)].filter((text) => text !== undefined).join('. ')}
      {ref !== undefined && <span className="t3"> ({ref})</span>}
    </Notice>
  )
}
