import { operatorCare as care, type CareContact } from '@nare/contract/care'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ReadAge } from '../../parts/age.tsx'
import { BettorLink, useBettorKey } from '../../parts/bettor-link.tsx'
import { Empty, Head, Keys, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { dayText, labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRows } from '../../wire/use-rows.ts'
import { ContactForm, measureTexts } from './contact-form.tsx'
import { ContactText } from './contacts-of.tsx'

const which = ['yes'] as const

/** Conversations with bettors, the newest first, or those that are due again. A writes the next one down. */
export function Contacts() {
  const [{ contact: id, sort, ...filters }, setFilters] = useFilters<'contact' | 'due' | 'sort'>()
  const due = which.find((each) => each === filters.due)
  const [isWriting, setWriting] = useState(false)
  const list = useRows(care.contacts, { ...(due && { due }) }, { everyMs: 15_000 })
  const listed = list.rows.find(({ contact_id }) => contact_id === id)
  // The form with its outcome stays when the contact has left the list.
  const [kept, setKept] = useState(listed)
  if (listed && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.contact_id === id ? kept : undefined)
  const mayWrite = useMay()('protection.act') && open !== undefined
  useBettorKey(open?.bettor_id)
  useKeys([{ keys: ['a'], label: 'next contact', press: () => setWriting(true), on: mayWrite && !isWriting }])
  const show = (next: string | undefined): void => {
    setWriting(false)
    setFilters({ contact: next })
  }
  return (
    <>
      <Head title="Contacts" about={<ReadAge atMs={list.readAtMs} />} />
      <Filters>
        <ChoiceFilter
          label="Show"
          none="All"
          value={due}
          options={which}
          textOf={() => 'Due again'}
          onChange={(next) => setFilters({ due: next, contact: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Contact"
          onClose={() => show(undefined)}
          panel={
            open && (
              <Panel>
                <h2>
                  <BettorLink id={open.bettor_id}>B-{open.bettor_id}</BettorLink>
                </h2>
                <ContactText of={open} />
                {open.marker_id !== null && (
                  <p className="t3">
                    About{' '}
                    <PageLink page={`/house/protection/markers?marker=${open.marker_id}&state=any`}>
                      a marker of harm
                    </PageLink>
                  </p>
                )}
                {mayWrite && !isWriting && (
                  <Button small onClick={() => setWriting(true)}>
                    Write the next contact <Keys names={['a']} />
                  </Button>
                )}
                {isWriting && (
                  <ContactForm
                    key={open.contact_id}
                    bettorId={open.bettor_id}
                    markerId={open.marker_id ?? undefined}
                    {...(open.follow_up_on !== null && { follows: open.contact_id })}
                    onClose={() => setWriting(false)}
                  />
                )}
              </Panel>
            )
          }
        >
          <DataTable
            label="Contacts"
            rows={list.rows}
            columns={columns}
            rowId={({ contact_id }) => contact_id}
            active={id}
            onActive={show}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{due ? 'Nothing is due.' : 'Nobody has written any down.'}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<CareContact>[] = [
  { id: 'at', head: 'At', cell: ({ at }) => whenText(at, serverNow()), sort: ({ at }) => at, width: 110 },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id }) => `B-${bettor_id}`,
    sort: (row) => Number(row.bettor_id),
    width: 90,
  },
  { id: 'by', head: 'By', cell: ({ by }) => by, sort: ({ by }) => by, width: 90, wide: true },
  {
    id: 'channel',
    head: 'How',
    cell: ({ channel }) => labelOf(channel),
    sort: ({ channel }) => channel,
    width: 80,
    wide: true,
  },
  { id: 'said', head: 'Said', cell: ({ said }) => said },
  {
    id: 'measure',
    head: 'Measure',
    cell: ({ measure }) => measureTexts[measure],
    sort: ({ measure }) => measure,
    width: 110,
  },
  {
    id: 'again',
    head: 'Again',
    cell: (row) => <Again of={row} />,
    sort: (row) => row.follow_up_on ?? '',
    end: true,
    width: 130,
  },
]

function Again({ of: { follow_up_on, is_due, followed_up_at } }: { of: CareContact }) {
  if (follow_up_on === null) return '—'
  const day = dayText(`${follow_up_on}T12:00:00Z`)
  if (followed_up_at !== null) return <Tag tone="up">Done</Tag>
  return is_due ? <Tag tone="amber">Due {day}</Tag> : day
}
