import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Empty, Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { operatorStaff } from '@nare/contract/operator-staff'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { AddPerson } from './add-person.tsx'
import { PersonPanel } from './person-panel.tsx'
import { isUnvouched, type StaffPerson } from './staff-person.ts'

/** The people of the house: who may do what, how they log in, and their sessions. */
export function Staff() {
  const [{ person, sort }, setFilters] = useFilters<'person' | 'sort'>()
  const [isAdding, setAdding] = useState(false)
  const { data, error, isPending, refetch } = useRead(operatorStaff.staff, {})
  const people = data?.data ?? none
  const open = people.find(({ name }) => name === person)
  const add = (): void => {
    setFilters({ person: undefined })
    setAdding(true)
  }
  const mayManage = useMay()('staff.manage')
  useKeys([{ keys: ['n'], label: 'add a person', press: add, on: mayManage }])
  const panel = isAdding ? (
    <AddPerson onClose={() => setAdding(false)} />
  ) : (
    open && <PersonPanel key={open.name} person={open} />
  )
  return (
    <>
      <Head title="Staff" about={data && `${people.filter(({ state }) => state === 'active').length} active`}>
        {mayManage && (
          <Button small onClick={add}>
            Add a person
          </Button>
        )}
      </Head>
      <Loaded of={{ isLoading: isPending, error, retry: () => void refetch() }}>
        <Queue
          label={isAdding ? 'New person' : 'Person'}
          panel={panel}
          onClose={() => {
            setAdding(false)
            setFilters({ person: undefined })
          }}
        >
          <DataTable
            label="People of the house"
            rows={people}
            columns={columns}
            rowId={({ name }) => name}
            active={isAdding ? undefined : person}
            onActive={(next) => {
              setAdding(false)
              setFilters({ person: next })
            }}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            empty={<Empty>Nobody yet.</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const none: readonly StaffPerson[] = []

const columns: readonly Column<StaffPerson>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name, width: 112 },
  { id: 'roles', head: 'Roles', cell: ({ roles }) => roles.map(labelOf).join(', '), sort: ({ roles }) => roles.join() },
  {
    id: 'state',
    head: 'State',
    cell: (person) =>
      person.state !== 'active' ? (
        <Tag tone="amber">Suspended</Tag>
      ) : isUnvouched(person) ? (
        <Tag tone="amber">not vouched for</Tag>
      ) : (
        'Active'
      ),
    sort: ({ state }) => state,
    width: 120,
  },
  {
    id: 'methods',
    head: 'Logs in by',
    cell: ({ methods }) => (methods.length === 0 ? <Tag tone="amber">not enrolled</Tag> : methods.join(', ')),
    width: 140,
    wide: true,
  },
  {
    id: 'seen',
    head: 'Last seen',
    cell: ({ last_seen_at }) => <span className="t3">{whenText(last_seen_at, serverNow())}</span>,
    sort: ({ last_seen_at }) => (last_seen_at === null ? undefined : Date.parse(last_seen_at)),
    width: 120,
    roomy: true,
  },
  {
    id: 'sessions',
    head: 'Sessions',
    cell: ({ sessions }) => sessions,
    sort: ({ sessions }) => sessions,
    end: true,
    width: 90,
    roomy: true,
  },
]
