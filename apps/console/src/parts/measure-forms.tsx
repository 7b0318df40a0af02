import { consoleBettorActions as calls, exclusionAskers } from '@nare/contract/console-bettor-actions'
import type { BettorDetails } from '@nare/contract/console-bettors'
import { useState } from 'react'
import { serverNow } from '../wire/browser.ts'
import { ActionForm } from './action-form.tsx'
import { centsOf, textOf, typedCents } from './cents.ts'
import { ChoiceField } from './choice-field.tsx'
import { amountText, moneyText, whenText } from './format.ts'
import { limitKinds, limitOf, limitPeriods, type LimitKind, type LimitPeriod } from './limits.ts'
import { periodText } from './period-text.ts'
import { TextField } from './text-field.tsx'

export type MeasureProps = {
  readonly bettor: BettorDetails
  /** The marker of harm about which it is done, at which it is noted. */
  readonly markerId?: string | undefined
  readonly onClose: () => void
}

const about = (markerId: string | undefined) => (markerId === undefined ? {} : { marker_id: markerId })
const breakPeriods = ['24h', '7d', '30d', '6w'] as const
const exclusionPeriods = ['6m', '1y', '3y', '5y', 'permanent'] as const
const limitPeriodsOf = (kind: LimitKind): readonly LimitPeriod[] =>
  kind === 'stake' ? ['day', 'week', 'month', 'bet'] : ['day', 'week', 'month']

export function LimitForm({ bettor: { bettor_id, name, limits }, markerId, onClose }: MeasureProps) {
  const [kind, setKind] = useState<LimitKind>('deposit')
  const [chosen, setPeriod] = useState<LimitPeriod>('day')
  const [typed, setTyped] = useState('')
  const periods = limitPeriodsOf(kind)
  const period = periods.includes(chosen) ? chosen : 'day'
  const now = limitOf(limits, kind, period)?.value ?? null
  const amount = typedCents(typed)
  const isLower = amount !== undefined && (now === null || amount < centsOf(now))
  const what = `${limitKinds[kind]} ${limitPeriods[period]}`
  return (
    <ActionForm
      route={calls.lowerBettorLimits}
      title={`Lower a limit of ${name}`}
      sentence={`${what}: ${now === null ? 'no limit' : amountText(now)} → ${amount === undefined ? '…' : amountText(textOf(amount))} at once. Only the bettor can raise it, after 24 hours.`}
      action="Lower the limit"
      missing={amount === undefined ? 'Give the amount' : isLower ? undefined : 'It must be lower than now'}
      input={({ reason }) => ({
        ...about(markerId),
        id: bettor_id,
        [kind]: { [period]: textOf(amount ?? 0n) },
        reason,
      })}
      done={() => 'The limit is lower from now on.'}
      onClose={onClose}
    >
      <ChoiceField
        label="Of"
        value={kind}
        options={Object.keys(limitKinds) as LimitKind[]}
        textOf={(option) => limitKinds[option]}
        onChange={setKind}
        data-first
      />
      <ChoiceField
        label="Per"
        value={period}
        options={periods}
        textOf={(option) => limitPeriods[option]}
        onChange={setPeriod}
      />
      <TextField label="Amount" value={typed} inputMode="decimal" onChange={setTyped} />
    </ActionForm>
  )
}

export function BreakForm({ bettor: { bettor_id, name }, markerId, onClose }: MeasureProps) {
  const [period, setPeriod] = useState<(typeof breakPeriods)[number]>('24h')
  return (
    <ActionForm
      route={calls.breakBettor}
      title={`Break for ${name}`}
      sentence={`No bets and no deposits for ${periodText(period)}, at the bettor's request. It cannot be ended earlier.`}
      action="Begin the break"
      danger
      input={({ reason }) => ({ ...about(markerId), id: bettor_id, period, reason })}
      done={({ until }) => `It lasts until ${whenText(until, serverNow())}.`}
      onClose={onClose}
    >
      <ChoiceField
        label="Period"
        data-first
        value={period}
        options={breakPeriods}
        textOf={periodText}
        onChange={setPeriod}
      />
    </ActionForm>
  )
}

export function ExcludeForm({ bettor: { bettor_id, name, accounts }, markerId, onClose }: MeasureProps) {
  const [period, setPeriod] = useState<(typeof exclusionPeriods)[number]>('6m')
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
        ...about(markerId),
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
        options={exclusionPeriods}
        textOf={periodText}
        onChange={setPeriod}
      />
      <ChoiceField label="Asked by" value={asker} options={exclusionAskers} onChange={setAsker} />
      <TextField label="Reference" value={reference} maxLength={120} onChange={setReference} />
    </ActionForm>
  )
}

export function LockForm({ bettor: { bettor_id, name, locked }, markerId, onClose }: MeasureProps) {
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
      input={({ reason }) => ({ ...about(markerId), id: bettor_id, locked: !locked, reason })}
      done={(answer) => (answer.locked ? 'Locked.' : 'Unlocked.')}
      onClose={onClose}
    />
  )
}

export function StakePercentForm({ bettor: { bettor_id, name, stake_percent }, markerId, onClose }: MeasureProps) {
  const [typed, setTyped] = useState(String(stake_percent))
  const percent = /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 100 ? Number(typed) : undefined
  return (
    <ActionForm
      route={calls.setStakePercent}
      title={`Stake percent of ${name}`}
      sentence={
        percent === 0
          ? 'The bettor can place no bet until it is raised.'
          : `The highest stake and the liability become ${percent ?? '–'} % of every limit, now ${stake_percent} %. 100 ends it.`
      }
      action={`Set ${percent ?? ''} %`}
      missing={
        percent === undefined ? 'Give 0 to 100' : percent === stake_percent ? `It is ${stake_percent} % now` : undefined
      }
      input={({ reason }) => ({ ...about(markerId), id: bettor_id, percent: percent ?? 100, reason })}
      done={(answer) => `It is ${answer.stake_percent} %.`}
      onClose={onClose}
    >
      <TextField label="Percent" value={typed} inputMode="numeric" onChange={setTyped} data-first />
    </ActionForm>
  )
}

export function MessageForm({ bettor: { bettor_id, name, msisdn }, markerId, onClose }: MeasureProps) {
  const [text, setText] = useState('')
  return (
    <ActionForm
      route={calls.messageBettor}
      title={`Message to ${name}`}
      sentence={`An SMS to ${msisdn}, about the account only. It cannot be called back.`}
      action="Send the SMS"
      missing={text.trim().length < 3 ? 'Write the message' : undefined}
      input={({ reason, id }) => ({ ...about(markerId), bettor_id, id, text: text.trim(), reason })}
      done={() => 'The SMS is on its way.'}
      onClose={onClose}
    >
      <TextField label="Message" value={text} maxLength={480} onChange={setText} data-first />
    </ActionForm>
  )
}

export function NoteForm({ bettor: { bettor_id, name }, markerId, onClose }: MeasureProps) {
  const [text, setText] = useState('')
  return (
    <ActionForm
      route={calls.noteBettor}
      title={`Note about ${name}`}
      sentence="It stands in the timeline with your name. The bettor does not see it."
      action="Keep the note"
      missing={text.trim() === '' ? 'Write the note' : undefined}
      input={({ reason, id }) => ({ ...about(markerId), bettor_id, id, text: text.trim(), reason })}
      done={() => 'The note is kept.'}
      onClose={onClose}
    >
      <TextField label="Note" value={text} maxLength={2000} onChange={setText} data-first />
    </ActionForm>
  )
}
