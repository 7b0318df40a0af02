import { operatorCare as care, careRules, type CareMarker } from '@nare/contract/care'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ReadAge } from '../../parts/age.tsx'
import { ActionForm } from '../../parts/action-form.tsx'
import { BettorLink, useBettorKey } from '../../parts/bettor-link.tsx'
import { Empty, Facts, Head, Keys, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { queries } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import style from './care.module.css'
import { ContactForm } from './contact-form.tsx'
import { ContactsOf } from './contacts-of.tsx'
import { markerText } from './marker-text.ts'

const states = ['followed', 'closed'] as const
const acts = ['contact', 'close'] as const
type Act = (typeof acts)[number]

/** Markers of harm with the facts that raised them. A writes a conversation down, R closes the open one. */
export function Markers() {
  const [{ marker: id, sort, ...filters }, setFilters] = useFilters<'marker' | 'state' | 'rule' | 'sort'>()
  const state = states.find((each) => each === filters.state)
  const rule = careRules.find((each) => each === filters.rule)
  const [act, setAct] = useState<Act>()
  const list = useRows(care.careMarkers, { ...(state && { state }), ...(rule && { rule }) }, { everyMs: 15_000 })
  const listed = list.rows.find(({ marker_id }) => marker_id === id)
  // The form with its outcome stays when the marker has left the list.
  const [kept, setKept] = useState(listed)
  if (listed && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.marker_id === id ? kept : undefined)
  const mayAct = useMay()('protection.act') && open !== undefined && open.state !== 'closed'
  useBettorKey(open?.bettor_id)
  useKeys([
    { keys: ['a'], label: 'write a contact', press: () => setAct('contact'), on: mayAct && act === undefined },
    { keys: ['r'], label: 'close', press: () => setAct('close'), on: mayAct && act === undefined },
  ])
  const show = (next: string | undefined): void => {
    setAct(undefined)
    setFilters({ marker: next })
  }
  return (
    <>
      <Head title="Markers of harm" about={<ReadAge atMs={list.readAtMs} />} />
      <Filters>
        <ChoiceFilter
          label="State"
          none="Open"
          value={state}
          options={states}
          textOf={labelOf}
          onChange={(next) => setFilters({ state: next, marker: undefined })}
        />
        <ChoiceFilter
          label="Rule"
          value={rule}
          options={careRules}
          textOf={labelOf}
          onChange={(next) => setFilters({ rule: next, marker: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Marker"
          onClose={() => show(undefined)}
          panel={
            open && (
              <section className={style.panel}>
                <Told of={open} />
                {mayAct && act === undefined && (
                  <div className={style.acts}>
                    <Button small onClick={() => setAct('contact')}>
                      Write a contact <Keys names={['a']} />
                    </Button>
                    <Button small onClick={() => setAct('close')}>
                      Close <Keys names={['r']} />
                    </Button>
                  </div>
                )}
                {act === 'contact' && (
                  <ContactForm
                    key={open.marker_id}
                    bettorId={open.bettor_id}
                    markerId={open.marker_id}
                    onClose={() => setAct(undefined)}
                  />
                )}
                {act === 'close' && <Close key={open.marker_id} of={open} onClose={() => setAct(undefined)} />}
                <ContactsOf bettorId={open.bettor_id} />
              </section>
            )
          }
        >
          <DataTable
            label="Markers of harm"
            rows={list.rows}
            columns={columns}
            rowId={({ marker_id }) => marker_id}
            active={id}
            onActive={show}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{state ? 'None.' : 'Nothing waits.'}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<CareMarker>[] = [
  {
    id: 'at',
    head: 'Raised',
    cell: ({ raised_at }) => whenText(raised_at, serverNow()),
    sort: (row) => row.raised_at,
    width: 110,
  },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id }) => `B-${bettor_id}`,
    sort: (row) => Number(row.bettor_id),
    width: 90,
  },
  { id: 'rule', head: 'Rule', cell: ({ rule }) => labelOf(rule), sort: ({ rule }) => rule, width: 160, wide: true },
  { id: 'facts', head: 'Facts', cell: markerText },
  {
    id: 'contacts',
    head: 'Contacts',
    cell: ({ contacts }) => contacts,
    sort: ({ contacts }) => contacts,
    end: true,
    width: 80,
    wide: true,
  },
  {
    id: 'due',
    head: 'Promised',
    cell: (row) => <Standing of={row} />,
    sort: ({ due_at }) => due_at,
    end: true,
    width: 150,
  },
]

function Standing({ of: { state, due_at, followed_by, closed_by } }: { of: CareMarker }) {
  if (state === 'closed') return <Tag>Closed by {closed_by}</Tag>
  if (state === 'followed') return <Tag tone="up">Followed by {followed_by}</Tag>
  const when = whenText(due_at, serverNow())
  return Date.parse(due_at) < serverNow() ? <Tag tone="amber">Late since {when}</Tag> : when
}

function Told({ of }: { of: CareMarker }) {
  const { bettor_id, rule, state, raised_at, changed_at, followed_by, closed_at, closed_by } = of
  const when = (at: string | null): string => whenText(at, serverNow())
  return (
    <>
      <h2>{labelOf(rule)}</h2>
      <p className={style.text}>{markerText(of)}</p>
      <Facts
        rows={[
          [
            'Bettor',
            <BettorLink key="bettor" id={bettor_id}>
              B-{bettor_id}
            </BettorLink>,
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

function Close({ of: { marker_id }, onClose }: { of: CareMarker; onClose: () => void }) {
  return (
    <ActionForm
      route={care.decideMarker}
      title="Close the marker"
      sentence="It leaves the queue, and the same rule stays quiet for this bettor for some days. The reason stays in the audit log."
      action="Close the marker"
      input={({ reason, id }) => ({ marker_id, id, state: 'closed' as const, reason })}
      done={() => 'Closed.'}
      onDone={() => void queries.invalidateQueries({ queryKey: [care.careMarkers.path] })}
      onClose={onClose}
    />
  )
}
