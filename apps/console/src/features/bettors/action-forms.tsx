import { consoleBettorActions as calls } from '@nare/contract/console-bettor-actions'
import type { BettorDetails } from '@nare/contract/console-bettors'
import { operatorAml } from '@nare/contract/operator-aml'
import { operatorIdentity } from '@nare/contract/operator-identity'
import { ActionForm } from '../../parts/action-form.tsx'
import { countOf, moneyText } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { queries } from '../../wire/use-read.ts'

export type FormProps = { readonly bettor: BettorDetails; readonly onClose: () => void }

export function SessionsForm({ bettor: { bettor_id, name, sessions }, onClose }: FormProps) {
  return (
    <ActionForm
      route={calls.endBettorSessions}
      title={`End the sessions of ${name}`}
      sentence={`${countOf(sessions.length, 'session')} end at once. The bettor can log in again.`}
      action="End sessions"
      input={({ reason }) => ({ id: bettor_id, reason })}
      done={({ ended }) => `${countOf(ended, 'session')} ended.`}
      onClose={onClose}
    />
  )
}

export function IdentityForm({ bettor: { bettor_id, name }, onClose }: FormProps) {
  return (
    <ActionForm
      route={operatorIdentity.wantIdentity}
      title={`Require identity of ${name}`}
      sentence="The bettor must show a document before the next withdrawal is paid."
      action="Require identity"
      input={({ reason }) => ({ id: bettor_id, reason })}
      done={() => 'Identity is required.'}
      onClose={onClose}
    />
  )
}

export function CloseForm({ bettor: { bettor_id, name, accounts, open }, onClose }: FormProps) {
  return (
    <ActionForm
      route={calls.closeBettor}
      title={`Close the account of ${name}`}
      sentence={`It is closed for good. ${countOf(open.count, 'open bet')} of ${moneyText(open.staked)} settle, and ${moneyText(accounts.cash)} can be withdrawn.`}
      action="Close the account"
      danger
      input={({ reason }) => ({ id: bettor_id, reason })}
      done={({ left }) => `Closed. ${moneyText(left)} can be withdrawn.`}
      onClose={onClose}
    />
  )
}

/** A suspicion that no rule has found. */
export function CaseForm({ bettor: { bettor_id, name }, onClose }: FormProps) {
  return (
    <ActionForm
      route={operatorAml.openAmlCase}
      title={`Open a case about ${name}`}
      sentence="A suspicion of money laundering. You own the case, and it is due in two days unless the settings say otherwise. The bettor learns nothing of it."
      action="Open the case"
      input={({ reason, id }) => ({ bettor_id, id, reason })}
      done={({ case_id }) => (
        <>
          Opened: <PageLink page={`/house/aml/cases/${case_id}`}>Case {case_id}</PageLink>
        </>
      )}
      onDone={() => {
        for (const { path } of [operatorAml.amlAlerts, operatorAml.amlCases])
          void queries.invalidateQueries({ queryKey: [path] })
      }}
      onClose={onClose}
    />
  )
}

/** The number of an account, shown once a reason is given. */
export function RevealForm({ bettor, onReveal, onClose }: FormProps & { onReveal: (msisdn: string) => void }) {
  return (
    <ActionForm
      route={calls.revealBettor}
      title={`Reveal the number of ${bettor.name}`}
      sentence="You see the whole number until you leave this page. The audit log keeps your name and the reason."
      action="Reveal"
      input={({ reason }) => ({ id: bettor.bettor_id, field: 'msisdn' as const, reason })}
      done={({ value }) => <b>{value}</b>}
      onDone={(outcome) => outcome.state === 'done' && onReveal(outcome.answer.value)}
      onClose={onClose}
    />
  )
}
