import { consoleBettors, type BettorDetails } from '@nare/contract/console-bettors'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { DecisionForm, type Decision } from '../../parts/decision-form.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import type { Proposal } from '../../parts/proposal-facts.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { useSignal } from '../../wire/signal.ts'
import { useRead } from '../../wire/use-read.ts'
import { RevealForm } from './action-forms.tsx'
import { ActionOf } from './action-of.tsx'
import { ActionList } from './action-list.tsx'
import { actionsOf, type Action, type ActionName } from './actions.ts'
import { Balances } from './balances.tsx'
import { BettorHead } from './bettor-head.tsx'
import { BettorSide } from './bettor-side.tsx'
import { EndingForm, type Ending } from './ending-form.tsx'
import { listed, neighbours } from './neighbours.ts'
import { PlayLine } from './play-line.tsx'
import { Timeline } from './timeline.tsx'
import { WaitingList } from './waiting-list.tsx'
import style from './bettor.module.css'

const everyMs = 10_000

/** A bettor: who it is, the balances, everything that happened, and what the person may do about it. */
export function BettorPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, isPending, refetch, dataUpdatedAt } = useRead(consoleBettors.bettor, { id }, { everyMs })
  // While another bettor loads, the last answer stays: nothing may be done to the wrong account.
  const bettor = data?.bettor_id === id ? data : undefined
  return (
    <Loaded
      of={{
        isLoading: isPending || (bettor === undefined && error === null),
        error: bettor ? null : error,
        retry: () => void refetch(),
      }}
    >
      {bettor && <Bettor key={id} bettor={bettor} readAtMs={dataUpdatedAt} />}
    </Loaded>
  )
}

type Open =
  | { readonly action: ActionName | 'reveal' }
  | { readonly decision: Decision; readonly proposal: Proposal }
  | { readonly ending: Ending }
  | undefined

function Bettor({ bettor, readAtMs }: { bettor: BettorDetails; readAtMs: number }) {
  const may = useMay()
  const { name } = useMe()
  const [open, setOpen] = useState<Open>()
  const [revealed, setRevealed] = useState<string>()
  const actions = actionsOf(bettor, may)
  const waiting = useWaitingOf(bettor.bettor_id)
  const close = (): void => setOpen(undefined)
  const act = (action: ActionName | 'reveal'): void => setOpen({ action })
  const decide = (decision: Decision, proposal: Proposal): void => setOpen({ decision, proposal })
  const mayReveal = may('bettors.reveal')
  return (
    <div className={style.page}>
      <div className={style.top}>
        <BettorHead
          bettor={bettor}
          readAtMs={readAtMs}
          revealed={revealed}
          {...(mayReveal && { onReveal: () => act('reveal') })}
        />
        <PlayLine bettor={bettor} />
        <WaitingList proposals={waiting} name={name} onDecide={decide} />
        <Balances bettor={bettor} />
      </div>
      <PageKeys id={bettor.bettor_id} actions={actions} mayReveal={mayReveal} onAct={act} />
      <Timeline bettor={bettor} />
      <aside className={style.side} aria-label="Actions and facts">
        {open && (
          <div key={keyOf(open)}>
            {'decision' in open ? (
              <DecisionForm {...open} onClose={close} />
            ) : 'ending' in open ? (
              <EndingForm bettor={bettor} ending={open.ending} onClose={close} />
            ) : open.action === 'reveal' ? (
              <RevealForm bettor={bettor} onReveal={setRevealed} onClose={close} />
            ) : (
              <ActionOf name={open.action} bettor={bettor} onClose={close} />
            )}
          </div>
        )}
        <ActionList
          actions={actions}
          open={open && 'action' in open ? open.action : undefined}
          mayReveal={mayReveal}
          onAct={act}
        />
        <BettorSide bettor={bettor} onEnd={may('bettors.support') ? (ending) => setOpen({ ending }) : undefined} />
      </aside>
    </div>
  )
}

function keyOf(open: NonNullable<Open>): string {
  if ('ending' in open) return `${open.ending.what} ${open.ending.id}`
  return 'action' in open ? open.action : `${open.decision} ${open.proposal.proposal_id}`
}

/** What waits for a second person about a bettor, of what this person may decide. */
function useWaitingOf(id: string): readonly Proposal[] {
  const { data } = useRead(operatorProposals.proposals, { state: 'waiting', limit: 100 }, { everyMs })
  return (data?.data ?? []).filter(({ subject }) => subject === `bettor ${id}`)
}

type KeysProps = {
  readonly id: string
  readonly actions: readonly Action[]
  readonly mayReveal: boolean
  readonly onAct: (action: ActionName | 'reveal') => void
}

/** The keys of the page, the most used first, as the foot shows them; they stand after those of the table. */
function PageKeys({ id, actions, mayReveal, onAct }: KeysProps) {
  const navigate = useNavigate()
  const { before, after } = neighbours(useSignal(listed), id)
  const go = (to: string | undefined): void =>
    void (to !== undefined && navigate({ to: '/bettors/$id', params: { id: to } }))
  const order = Object.keys(early)
  const placeOf = ({ name }: Action): number => (name in early ? order.indexOf(name) : order.length)
  const keyed = actions.toSorted((a, b) => placeOf(a) - placeOf(b))
  const bindings = keyed.map(({ name, key, title }) => ({
    keys: [key],
    label: early[name] ?? title.toLowerCase(),
    press: () => onAct(name),
  }))
  const first = keyed.filter(({ name }) => name in early).length
  useKeys([
    { keys: ['v'], label: 'reveal number', press: () => onAct('reveal'), on: mayReveal },
    ...bindings.slice(0, first),
    {
      keys: ['[', ']'],
      label: 'person before, after',
      press: (key) => go(key === '[' ? before : after),
      on: (before ?? after) !== undefined,
    },
    ...bindings.slice(first),
  ])
  return null
}

/** The actions of which the foot shows the keys, in few words. */
const early: Partial<Record<ActionName, string>> = {
  note: 'note',
  lock: 'lock',
  identity: 'identity',
  balance: 'correct balance',
}
