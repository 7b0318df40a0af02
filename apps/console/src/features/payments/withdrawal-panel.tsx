import { operator } from '@nare/contract/operator'
import { consoleBettors } from '@nare/contract/console-bettors'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useState, type ReactNode } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Facts, Keys, Tag } from '../../parts/controls.tsx'
import { amountText, dayText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { linkedText, paidByText } from '../../parts/linked-text.ts'
import { useRested } from '../../parts/rested.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { claimText } from './claim-tag.tsx'
import { ProposalTag } from './proposal-tag.tsx'
import { approvalText, becauseTexts, hasEnded, standText, waitsFor, type Withdrawal } from './rules.ts'
import style from './payments.module.css'

export type Asked = 'approve' | 'refuse' | 'proof' | 'hold' | 'undo'
type Props = {
  readonly row: Withdrawal
  readonly asked: Asked | undefined
  readonly onAsk: (asked: Asked | undefined) => void
}

/** A withdrawal: the amount, the rules that it met, what is known of its bettor, and what can be done. */
export function WithdrawalPanel({ row, asked, onAsk }: Props) {
  const may = useMay()
  const { name: me } = useMe()
  const { facts, claim, proof } = row
  const waits = waitsFor(row)
  const isOwn = row.proposal?.by === me
  const close = (): void => onAsk(undefined)
  const linked = useLinked(row.bettor_id)
  return (
    <div className={style.card}>
      <span className="t3">
        W-{row.withdrawal_id} · asked {whenText(row.created_at, serverNow())}
      </span>
      <p className={style.amount}>{moneyText(row.sum)}</p>
      <span>
        to <b>{row.msisdn}</b>, {labelOf(row.provider)} ·{' '}
        <BettorLink id={row.bettor_id}>{row.name ?? `bettor ${row.bettor_id}`}</BettorLink>
      </span>
      {claim && (claim.by !== me || claim.reason !== null) && (
        <p className={style.claim}>
          <Tag tone="amber">{claimText(claim, serverNow())}</Tag> {claim.reason ?? 'works on it now'}
        </p>
      )}
      {row.proposal && (
        <p className={style.claim}>
          <ProposalTag proposal={row.proposal} /> {row.proposal.reason}
        </p>
      )}
      {row.because.length > 0 && (
        <>
          <h2>{waits ? 'Why a person must look' : 'Why a person looked'}</h2>
          <ul className={style.rules}>
            {row.because.map((rule) => (
              <li key={rule}>{becauseTexts[rule]}</li>
            ))}
          </ul>
        </>
      )}
      <Facts rows={linked} />
      {asked === undefined ? (
        <div className={style.buttons}>
          {waits && may('payments.decide') && (
            <>
              {!isOwn && (
                <Button small onClick={() => onAsk('approve')}>
                  {row.proposal === null && row.second_person !== 'none' ? 'Approve, then a second person' : 'Approve'}{' '}
                  <Keys names={['a']} />
                </Button>
              )}
              <Button small look="soft" onClick={() => onAsk('refuse')}>
                Refuse <Keys names={['r']} />
              </Button>
              <Button small look="soft" onClick={() => onAsk('proof')}>
                Ask for proof <Keys names={['i']} />
              </Button>
              <Button small look="soft" onClick={() => onAsk('hold')}>
                Hold 1 h <Keys names={['h']} />
              </Button>
            </>
          )}
          {row.undo_until !== null && may('payments.decide') && (
            <Button small onClick={() => onAsk('undo')}>
              Take back <Keys names={['z']} />
            </Button>
          )}
        </div>
      ) : (
        <Form key={asked} row={row} asked={asked} onClose={close} />
      )}
      <Facts
        rows={[
          ['State', waits ? 'Waits' : standText(row)],
          ...(hasEnded(row) ? [['Ended', whenText(row.changed_at, serverNow())] as const] : []),
          ['Approved by', row.approved_by.join(', ') || 'nobody'],
          ['Tax', amountText(row.tax)],
          ['Identity', labelOf(row.identity)],
          ['Account since', dayText(facts.account_since)],
          [
            'Before this',
            facts.first_withdrawal
              ? 'first withdrawal'
              : `${facts.withdrawals} withdrawals, ${amountText(facts.withdrawn)}`,
          ],
          ['Deposited since', amountText(facts.deposited_since)],
          ['Staked since', amountText(facts.staked_since)],
          ['Deposited ever', amountText(facts.deposited)],
          ['Name at the provider', nameText(facts)],
          ['Receipt', row.receipt ?? '–'],
          ...(proof ? [['Proof asked', `${proof.text} (${proof.by})`] as const] : []),
        ]}
      />
    </div>
  )
}

/** Whose else the bettor's devices, documents and money are, read once somebody rests on the row. */
function useLinked(bettor: string): readonly (readonly [string, ReactNode])[] {
  const may = useMay()('bettors.read')
  const hasRested = useRested(bettor) !== undefined
  const { data, isError } = useRead(consoleBettors.bettorLinks, { id: bettor }, { enabled: may && hasRested })
  if (!may) return []
  const shown = (text: string | undefined, none: string): ReactNode =>
    data ? text ? <Tag tone="amber">{text}</Tag> : none : isError ? 'not known now' : '…'
  return [
    ['Linked', shown(data && linkedText(data), 'no other account')],
    ['Paid in by', shown(data && paidByText(data), 'no other number')],
  ]
}

/** Why withdrawals are refused, in the words of the audit log; the field takes any other. */
const refusals = [
  'The number is not the bettor’s own',
  'The name differs from the account’s',
  'The identity is not proven',
  'The deposit was not played with',
  'Other: ',
] as const

function nameText({ provider_name, name_agrees }: Withdrawal['facts']): ReactNode {
  if (provider_name === null) return 'not known'
  return name_agrees === false ? <Tag tone="amber">{provider_name}</Tag> : provider_name
}

function Form({ row, asked, onClose }: { row: Withdrawal; asked: Asked; onClose: () => void }) {
  const [text, setText] = useState('')
  const id = row.withdrawal_id
  const sum = moneyText(row.sum)
  const { name: me } = useMe()
  if (asked === 'proof')
    return (
      <ActionForm
        route={operator.askForProof}
        title="Ask for proof"
        sentence="The bettor gets this text by SMS. The withdrawal stays in the queue."
        action="Send"
        missing={text.trim().length < 3 ? 'Write what is needed' : undefined}
        input={(given) => ({ withdrawal_id: id, text: text.trim(), ...given })}
        onClose={onClose}
      >
        <Field label="Text" value={text} maxLength={300} data-first onChange={({ target }) => setText(target.value)} />
      </ActionForm>
    )
  if (asked === 'hold')
    return (
      <ActionForm
        route={operator.holdWithdrawal}
        title="Hold for an hour"
        sentence={`The others see that you keep ${sum} and why. It stays in the queue, and nothing is sent.`}
        action="Hold"
        input={({ reason }) => ({ id, reason })}
        done={({ state, claim }) =>
          state === 'held'
            ? 'Held for an hour.'
            : `${claim.by} works on it until ${whenText(claim.until, serverNow())}.`
        }
        onClose={onClose}
      />
    )
  if (asked === 'undo')
    return (
      <ActionForm
        route={operator.undoWithdrawal}
        title="Take back the approval"
        sentence={`${sum} is not sent, and the withdrawal waits again.`}
        action="Take back"
        input={({ reason }) => ({ id, reason })}
        onClose={onClose}
      />
    )
  const approve = asked === 'approve'
  const proposes = row.proposal === null && row.second_person !== 'none'
  return (
    <ActionForm
      route={operator.decideWithdrawal}
      title={approve ? 'Approve' : 'Refuse'}
      sentence={
        approve
          ? approvalText(row, me)
          : `${moneyText(row.debited)} goes back to the bettor’s balance. Refusing cannot be undone.`
      }
      action={!approve ? 'Refuse' : proposes ? 'Propose to a second person' : 'Approve'}
      danger={!approve}
      reasons={approve ? undefined : refusals}
      input={({ reason }) => ({ id, approve, reason })}
      onClose={onClose}
    />
  )
}
