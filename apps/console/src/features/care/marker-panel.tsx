import { operatorCare as care, type CareMarker } from '@nare/contract/care'
import { consoleBettors, type BettorDetails } from '@nare/contract/console-bettors'
import type { Permission } from '@nare/contract/permissions'
import type { Answer } from '@nare/contract/route'
import { useState, type ComponentType } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Facts } from '../../parts/controls.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { markerText } from '../../parts/marker-text.ts'
import {
  BreakForm,
  ExcludeForm,
  LimitForm,
  LockForm,
  MessageForm,
  NoteForm,
  StakePercentForm,
  type MeasureProps,
} from '../../parts/measure-forms.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { ActionButtons, Panel, Words } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './care.module.css'
import { ContactForm } from './contact-form.tsx'
import { ContactsOf } from './contacts-of.tsx'
import { measureText } from './measure-text.ts'

type Marker = Answer<typeof care.careMarker>['data']

type Measure = {
  readonly key: string
  readonly text: string
  /** What it needs beside protection.act. */
  readonly may: Permission
  readonly Form: ComponentType<MeasureProps>
}

/** What may be done about a marker, each by the call that the page of the bettor has too. */
const measures = {
  limits: { key: 'd', text: 'Lower a limit', may: 'bettors.protect', Form: LimitForm },
  break: { key: 'p', text: 'Break', may: 'bettors.protect', Form: BreakForm },
  exclude: { key: 'x', text: 'Exclude', may: 'bettors.protect', Form: ExcludeForm },
  lock: { key: 'l', text: 'Lock', may: 'bettors.protect', Form: LockForm },
  stake: { key: 'f', text: 'Stake percent', may: 'bettors.stake', Form: StakePercentForm },
  message: { key: 'm', text: 'Message', may: 'bettors.support', Form: MessageForm },
  note: { key: 'n', text: 'Note', may: 'bettors.support', Form: NoteForm },
} as const satisfies Readonly<Record<string, Measure>>

type MeasureName = keyof typeof measures
type Act = 'contact' | 'close' | MeasureName
const names = Object.keys(measures) as MeasureName[]
const keys: Readonly<Record<Act, string>> = {
  contact: 'a',
  ...(Object.fromEntries(names.map((name) => [name, measures[name].key])) as Record<MeasureName, string>),
  close: 'r',
}
const isMeasure = (act: Act): act is MeasureName => act in measures

/** A marker with the facts that raised it, what was done about it, and what may be done: conversations, measures, the end. */
export function MarkerPanel({ marker }: { marker: Marker }) {
  const may = useMay()
  const [act, setAct] = useState<Act>()
  const { data } = useRead(consoleBettors.bettor, { id: marker.bettor_id }, { enabled: may('bettors.read') })
  const bettor = data?.bettor_id === marker.bettor_id ? data : undefined
  const mayAct = may('protection.act') && marker.state !== 'closed'
  const mayTake = (name: MeasureName): boolean =>
    bettor !== undefined && bettor.state !== 'closed' && may(measures[name].may)
  const actions: readonly Act[] = mayAct ? ['contact', ...names.filter(mayTake), 'close'] : []
  const textOf = (name: Act): string => {
    if (name === 'lock' && bettor?.locked) return 'Unlock'
    return isMeasure(name) ? measures[name].text : { contact: 'Write a contact', close: 'Close' }[name]
  }
  const end = (): void => setAct(undefined)
  return (
    <Panel>
      <Told of={marker} bettor={bettor} />
      {act === undefined && <ActionButtons keys={keys} actions={actions} textOf={textOf} onAsk={setAct} />}
      {act === 'contact' && <ContactForm bettorId={marker.bettor_id} markerId={marker.marker_id} onClose={end} />}
      {act === 'close' && <Close of={marker} onClose={end} />}
      {act !== undefined && isMeasure(act) && bettor && (
        <Taken name={act} bettor={bettor} markerId={marker.marker_id} onClose={end} />
      )}
      <Done of={marker} />
      <ContactsOf bettorId={marker.bettor_id} />
    </Panel>
  )
}

/** The form of a measure. The account as it was when it was opened stays: what has been done must not change what the form says. */
function Taken({ name, bettor, ...props }: MeasureProps & { name: MeasureName }) {
  const [asOpened] = useState(bettor)
  const { Form } = measures[name]
  return <Form {...props} bettor={asOpened} />
}

function Told({ of, bettor }: { of: CareMarker; bettor: BettorDetails | undefined }) {
  const { bettor_id, rule, state, raised_at, changed_at, followed_by, closed_at, closed_by } = of
  const when = (at: string | null): string => whenText(at, serverNow())
  const id = `B-${bettor_id}`
  return (
    <>
      <h2>{labelOf(rule)}</h2>
      <Words>{markerText(of)}</Words>
      <Facts
        rows={[
          [
            'Bettor',
            <BettorLink key="bettor" id={bettor_id}>
              {bettor ? `${bettor.name}, ${id}` : id}
            </BettorLink>,
          ],
          [
            'All markers',
            <PageLink key="all" page={`/house/protection/markers?bettor=${bettor_id}&state=any`}>
              of this bettor
            </PageLink>,
          ],
          ['State', labelOf(state)],
          ['Raised', when(raised_at)],
          ...(changed_at === raised_at ? [] : [['Changed', when(changed_at)] as const]),
          ...(followed_by === null ? [] : [['Followed by', followed_by] as const]),
          ...(closed_at === null ? [] : [['Closed', `${closed_by ?? ''}, ${when(closed_at)}`] as const]),
        ]}
      />
    </>
  )
}

/** What was done about the marker, by whom and when. */
function Done({ of: { measures: taken, contacts } }: { of: Marker }) {
  return (
    <section aria-label="What was done">
      <h3>What was done</h3>
      {taken.length === 0 && <p className="t3">{contacts > 0 ? 'Conversations alone.' : 'Nothing yet.'}</p>}
      {taken.map((one) => (
        <article key={`${one.at} ${one.what}`} className={style.contact}>
          <p>{measureText(one)}</p>
          <p className="t3">
            {one.by}, {whenText(one.at, serverNow())}
          </p>
        </article>
      ))}
    </section>
  )
}

function Close({ of: { marker_id }, onClose }: { of: CareMarker; onClose: () => void }) {
  return (
    <ActionForm
      route={care.decideMarker}
      title="Close the marker"
      sentence="It leaves the queue, and the same rule stays quiet for this bettor for some days. The reason stays in the audit log."
      action="Close the marker"
      input={({ reason, id }) => ({ marker_id, id, state: 'closed' as const, reason })}
      done={() => 'Closed.'}
      onClose={onClose}
    />
  )
}
