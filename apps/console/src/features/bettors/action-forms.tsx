import { consoleBettorActions as calls, exclusionAskers } from '@nare/contract/console-bettor-actions'
import type { BettorDetails } from '@nare/contract/console-bettors'
import { operatorAml } from '@nare/contract/operator-aml'
import { operatorIdentity } from '@nare/contract/operator-identity'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { countOf, moneyText, whenText } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { serverNow } from '../../wire/browser.ts'
import { queries } from '../../wire/use-read.ts'
import { periodText } from './sentences.ts'

export type FormProps = { readonly bettor: BettorDetails; readonly onClose: () => void }

export function LockForm({ bettor: { bettor_id, name, locked }, onClose }: FormProps) {
  return (
    <ActionForm
      route={calls.lockBettor}
      title={locked ? `Unlock ${name}` : `Lock ${name}`}
      sentence={
        locked
          ? 'The bettor can log in, bet, deposit and withdraw again.'
          : 'No log-in, bet, deposit or withdrawal from now on. Open bets settle, and the money stays. Only protection unlocks.'
      }
      action={locked ? 'Unlock' : 'Lock'}
      danger={!locked}
      input={({ reason }) => ({ id: bettor_id, locked: !locked, reason })}
      done={(answer) => (answer.locked ? 'Locked.' : 'Unlocked.')}
      onClose={onClose}
    />
  )
}

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

export function NoteForm({ bettor: { bettor_id, name }, onClose }: FormProps) {
  const [text, setText] = useState('')
  return (
    <ActionForm
      route={calls.noteBettor}
      title={`Note about ${name}`}
      sentence="It stands in the timeline with your name. The bettor does not see it."
      action="Keep the note"
      missing={text.trim() === '' ? 'Write the note' : undefined}
      input={({ reason, id }) => ({ bettor_id, id, text: text.trim(), reason })}
      done={() => 'The note is kept.'}
      onClose={onClose}
    >
      <TextField label="Note" value={text} maxLength={2000} onChange={setText} data-first />
    </ActionForm>
  )
}

export function MessageForm({ bettor: { bettor_id, name, msisdn }, onClose }: FormProps) {
  const [text, setText] = useState('')
  return (
    <ActionForm
      route={calls.messageBettor}
      title={`Message to ${name}`}
      sentence={`An SMS to ${msisdn}, about the account only. It cannot be called back.`}
      action="Send the SMS"
      missing={text.trim().length < 3 ? 'Write the message' : undefined}
      input={({ reason, id }) => ({ bettor_id, id, text: text.trim(), reason })}
      done={() => 'The SMS is on its way.'}
      onClose={onClose}
    >
      <TextField label="Message" value={text} maxLength={480} onChange={setText} data-first />
    </ActionForm>
  )
}

const periodsOf = { break: ['24h', '7d', '30d', '6w'], exclude: ['6m', '1y', '3y', '5y', 'permanent'] } as const

export function BreakForm({ bettor: { bettor_id, name }, onClose }: FormProps) {
  const [period, setPeriod] = useState<(typeof periodsOf.break)[number]>('24h')
  return (
    <ActionForm
      route={calls.breakBettor}
      title={`Break for ${name}`}
      sentence={`No bets and no deposits for ${periodText(period)}, at the bettor's request. It cannot be ended earlier.`}
      action="Begin the break"
      danger
      input={({ reason }) => ({ id: bettor_id, period, reason })}
      done={({ until }) => `It lasts until ${whenText(until, serverNow())}.`}
      onClose={onClose}
    >
      <ChoiceField
        label="Period"
        data-first
        value={period}
        options={periodsOf.break}
        textOf={periodText}
        onChange={setPeriod}
      />
    </ActionForm>
  )
}

export function ExcludeForm({ bettor: { bettor_id, name, accounts }, onClose }: FormProps) {
  const [period, setPeriod] = useState<(typeof periodsOf.exclude)[number]>('6m')
  const [asker, setAsker] = useState<(typeof exclusionAskers)[number]>('self')
  const [reference, setReference] = useState('')
  const needsReference = asker === 'family' || asker === 'court'
  return (
    <ActionForm
      route={calls.excludeBettor}
      title={`Exclude ${name}`}
      sentence={`No bets and no deposits ${period === 'permanent' ? 'for good' : `for ${periodText(period)}`}. ${moneyText(accounts.cash)} can be withdrawn. It cannot be ended earlier.`}
      action="Exclude"
      danger
      missing={needsReference && reference.trim() === '' ? 'Enter the reference of the request or order' : undefined}
      input={({ reason }) => ({
        ...{ id: bettor_id, period, asked_by: asker, reason },
        ...(reference.trim() !== '' && { reference: reference.trim() }),
      })}
      done={({ until, period: made }) =>
        made === 'permanent' ? 'It lasts for good.' : `It lasts until ${whenText(until, serverNow())}.`
      }
      onClose={onClose}
    >
      <ChoiceField
        label="Period"
        data-first
        value={period}
        options={periodsOf.exclude}
        textOf={periodText}
        onChange={setPeriod}
      />
      <ChoiceField label="Asked by" value={asker} options={exclusionAskers} onChange={setAsker} />
      <TextField label="Reference" value={reference} maxLength={120} onChange={setReference} />
    </ActionForm>
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
