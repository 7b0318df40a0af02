import { operatorComplaints, type HouseComplaint } from '@nare/contract/complaints'
import { Button } from '@nare/ui/button'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ReadAge, Waits } from '../../parts/age.tsx'
import { ActionForm } from '../../parts/action-form.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Empty, Facts, Head, Keys, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Words } from '../../parts/panel.tsx'
import { Queue } from '../../parts/queue.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { queries } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'

const states = ['answered'] as const

/** The complaints of bettors that wait, the oldest first, with what they are about. A answers the open one. */
export function Complaints() {
  const [filters, setFilters] = useFilters<'complaint' | 'state' | 'sort'>()
  const { complaint: id, sort } = filters
  const state = states.find((each) => each === filters.state)
  const [isAnswering, setAnswering] = useState(false)
  const list = useRows(operatorComplaints.complaints, { ...(state && { state }) }, { everyMs: 15_000 })
  const listed = list.rows.find(({ complaint_id }) => complaint_id === id)
  // The form with its outcome stays when the answered complaint has left the list.
  const [kept, setKept] = useState(listed)
  if (listed && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.complaint_id === id ? kept : undefined)
  const mayAnswer = useMay()('complaints.act') && open?.state === 'open'
  useKeys([{ keys: ['a'], label: 'answer', press: () => setAnswering(true), on: mayAnswer && !isAnswering }])
  const show = (next: string | undefined): void => {
    setAnswering(false)
    setFilters({ complaint: next })
  }
  return (
    <>
      <Head title="Complaints" about={<ReadAge atMs={list.readAtMs} />} />
      <Filters>
        <ChoiceFilter
          label="State"
          none="Waiting"
          value={state}
          options={states}
          textOf={labelOf}
          onChange={(next) => setFilters({ state: next, complaint: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Complaint"
          onClose={() => show(undefined)}
          panel={
            open && (
              <Panel>
                <Told of={open} />
                {mayAnswer && !isAnswering && (
                  <Button small onClick={() => setAnswering(true)}>
                    Answer <Keys names={['a']} />
                  </Button>
                )}
                {isAnswering && <Answer key={open.complaint_id} of={open} onClose={() => setAnswering(false)} />}
              </Panel>
            )
          }
        >
          <DataTable
            label="Complaints"
            rows={list.rows}
            columns={columns}
            rowId={({ complaint_id }) => complaint_id}
            active={id}
            onActive={show}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{state ? 'None was answered yet.' : 'Nothing waits.'}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<HouseComplaint>[] = [
  {
    id: 'at',
    head: 'Since',
    cell: ({ at }) => whenText(at, serverNow()),
    sort: ({ at }) => at,
    width: 120,
    wide: true,
  },
  {
    id: 'about',
    head: 'About',
    cell: ({ about }) => labelOf(about),
    sort: ({ about }) => about,
    width: 90,
    wide: true,
  },
  { id: 'text', head: 'Text', cell: ({ text }) => text },
  {
    id: 'due',
    head: 'Promised',
    cell: (row) => (row.state === 'answered' ? <Tag tone="up">Answered</Tag> : <Promised of={row} />),
    sort: ({ due_at }) => due_at,
    end: true,
    width: 140,
  },
]

function Promised({ of: { due_at } }: { of: HouseComplaint }) {
  const isLate = Date.parse(due_at) < serverNow()
  return isLate ? <Tag tone="amber">Late since {whenText(due_at, serverNow())}</Tag> : whenText(due_at, serverNow())
}

function Told({ of }: { of: HouseComplaint }) {
  const { bettor_id, about, ref, text, at, answer, answered_at, answered_by } = of
  return (
    <>
      <Words>{text}</Words>
      <Facts
        rows={[
          [
            'Bettor',
            <BettorLink key="bettor" id={bettor_id}>
              {bettor_id}
            </BettorLink>,
          ],
          ['About', labelOf(about)],
          ...(ref === null ? [] : [['Reference', <Reference key="reference" about={about} value={ref} />] as const]),
          ['Sent', whenText(at, serverNow())],
          ...(answered_at === null ? [['Waits', <Waits key="waits" since={at} />] as const] : []),
          ...(answered_at === null
            ? []
            : [['Answered', `${answered_by ?? ''}, ${whenText(answered_at, serverNow())}`] as const]),
        ]}
      />
      {answer !== null && <Words>{answer}</Words>}
    </>
  )
}

function Reference({ about, value }: { about: HouseComplaint['about']; value: string }) {
  if (about !== 'bet') return value
  return (
    <Link to="/bets/$id" params={{ id: value }}>
      Ticket {value}
    </Link>
  )
}

function Answer({ of: { complaint_id }, onClose }: { of: HouseComplaint; onClose: () => void }) {
  const [answer, setAnswer] = useState('')
  return (
    <ActionForm
      route={operatorComplaints.answerComplaint}
      title="Answer"
      sentence="The bettor reads it in the app and gets it by SMS. It cannot be changed."
      action="Send the answer"
      missing={answer.trim().length < 3 ? 'Write the answer' : undefined}
      input={({ reason, id }) => ({ complaint_id, id, answer: answer.trim(), reason })}
      done={({ message_id }) => (message_id === null ? 'Answered. The number takes no SMS.' : 'Answered.')}
      onDone={() => void queries.invalidateQueries({ queryKey: [operatorComplaints.complaints.path] })}
      onClose={onClose}
    >
      <TextField label="Answer" value={answer} maxLength={480} onChange={setAnswer} data-first />
    </ActionForm>
  )
}
