import type { AmlAlert, AmlItem } from '@nare/contract/aml'
import { Button } from '@nare/ui/button'
import { Waits } from '../../parts/age.tsx'
import { amlFactsText, amlRuleTexts } from '../../parts/aml-text.ts'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Facts, Keys } from '../../parts/controls.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { Buttons, Panel, Words } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { AssignAlert, DismissAlert, JoinCase, OpenCase } from './alert-forms.tsx'
import style from './aml.module.css'
import { CaseLink } from './case-link.tsx'
import { alertStateTexts } from './texts.ts'

export type AlertAct = 'case' | 'dismiss' | 'owner'

type Props = {
  readonly of: AmlAlert
  readonly act: AlertAct | undefined
  readonly mayAct: boolean
  readonly onAct: (act: AlertAct | undefined) => void
}

/** An alert with what raised it, and what can be done: a case, or a reason why none is needed. */
export function AlertPanel({ of, act, mayAct, onAct }: Props) {
  const close = (): void => onAct(undefined)
  const joins = of.open_case_id
  return (
    <Panel>
      <h2>{amlRuleTexts[of.rule]}</h2>
      <Words>{amlFactsText(of.facts.text)}</Words>
      <AlertFacts of={of} />
      {mayAct && act === undefined && (
        <Buttons>
          <Button look="primary" small onClick={() => onAct('case')}>
            {joins === null ? 'Open a case' : `Join case ${joins}`} <Keys names={['a']} />
          </Button>
          <Button look="soft" small onClick={() => onAct('dismiss')}>
            Dismiss <Keys names={['r']} />
          </Button>
          <Button look="soft" small onClick={() => onAct('owner')}>
            Owner <Keys names={['t']} />
          </Button>
        </Buttons>
      )}
      {act === 'case' && (joins === null ? <OpenCase of={of} onClose={close} /> : <JoinCase of={of} onClose={close} />)}
      {act === 'dismiss' && <DismissAlert of={of} onClose={close} />}
      {act === 'owner' && <AssignAlert of={of} onClose={close} />}
      <Items items={of.facts.items} />
    </Panel>
  )
}

function AlertFacts({ of }: { of: AmlAlert }) {
  const { bettor_id, name, facts, state, owner, raised_at, changed_at, case_id, open_case_id, ended_by } = of
  const when = (at: string | null): string => whenText(at, serverNow())
  return (
    <Facts
      rows={[
        [
          'Bettor',
          <BettorLink key="bettor" id={bettor_id}>
            {name || 'Nobody'} · B-{bettor_id}
          </BettorLink>,
        ],
        ...(facts.amount === undefined ? [] : [['Amount', <b key="amount">{amountText(facts.amount)}</b>] as const]),
        ['State', alertStateTexts[state]],
        ['Raised', when(raised_at)],
        ...(state === 'open' ? [['Waits', <Waits key="waits" since={raised_at} />] as const] : []),
        ...(changed_at === raised_at ? [] : [['Seen again', when(changed_at)] as const]),
        ['Owner', owner ?? 'nobody'],
        ...(case_id === null ? [] : [['Case', <CaseLink key="case" id={case_id} />] as const]),
        ...(open_case_id === null ? [] : [['Open case', <CaseLink key="open" id={open_case_id} />] as const]),
        ...(ended_by === null ? [] : [['Ended', `${ended_by}, ${when(of.ended_at)}`] as const]),
        ...(of.ended_reason === null ? [] : [['Reason', of.ended_reason] as const]),
      ]}
    />
  )
}

const pageOf: Readonly<Record<AmlItem['kind'], (ref: string) => string>> = {
  deposit: (ref) => `/payments/deposits?q=${ref}&id=${ref}`,
  withdrawal: (ref) => `/payments/withdrawals?id=${ref}`,
  ticket: (ref) => `/bets/${ref}`,
  account: (ref) => `/bettors/${ref}`,
}

/** What the rule has read, each with its page. */
function Items({ items }: { items: readonly AmlItem[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3>What it was read from</h3>
      <ul className={style.items}>
        {items.map(({ kind, ref, amount, at, text }) => (
          <li key={`${kind} ${ref} ${at}`}>
            {/^\d+$/.test(ref) ? (
              <PageLink page={pageOf[kind](ref)}>{`${labelOf(kind)} ${ref}`}</PageLink>
            ) : (
              `${labelOf(kind)}, ${ref}`
            )}
            <span className="num">{amount === undefined ? '' : amountText(amount)}</span>
            <small>{at === null ? '' : whenText(at, serverNow())}</small>
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </>
  )
}
