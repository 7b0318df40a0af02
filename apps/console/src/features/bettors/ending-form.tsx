import { consoleBettorActions as calls } from '@nare/contract/console-bettor-actions'
import type { BettorDetails } from '@nare/contract/console-bettors'
import { ActionForm } from '../../parts/action-form.tsx'
import { countOf } from '../../parts/format.ts'

/** A passkey or a session of a bettor that is to end. */
export type Ending = { readonly what: 'passkey' | 'session'; readonly id: string; readonly name: string }

type Props = { readonly bettor: BettorDetails; readonly ending: Ending; readonly onClose: () => void }

/** Ends one passkey or one session of a bettor, with a reason. */
export function EndingForm({ bettor: { bettor_id: id, name: who }, ending: { what, id: of, name }, onClose }: Props) {
  return what === 'passkey' ? (
    <ActionForm
      route={calls.endBettorPasskey}
      title={`End the passkey ${name} of ${who}`}
      sentence="It opens nothing any more, and the sessions that it has opened end. For a day money leaves the account only by another passkey that the bettor has now."
      action="End the passkey"
      danger
      input={({ reason }) => ({ id, passkey_id: of, reason })}
      done={({ ended }) => `The passkey has ended, and with it ${countOf(ended, 'session')}.`}
      onClose={onClose}
    />
  ) : (
    <ActionForm
      route={calls.endBettorSession}
      title={`End a session of ${who}`}
      sentence={`The session in ${name} ends at once. The bettor can log in again.`}
      action="End the session"
      input={({ reason }) => ({ id, session_id: of, reason })}
      done={() => 'The session has ended.'}
      onClose={onClose}
    />
  )
}
