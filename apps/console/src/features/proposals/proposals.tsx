import { operatorProposals } from '@nare/contract/operator-proposals'
import { useState } from 'react'
import { Empty, Head } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { DecisionForm, type Decision } from '../../parts/decision-form.tsx'
import { EnrolLink } from '../../parts/enrol-link.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { actionText, factRows, type Proposal } from '../../parts/proposal-facts.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMe } from '../../wire/me.ts'
import { useRows } from '../../wire/use-rows.ts'
import { ProposalCard } from './proposal.tsx'
import style from './proposals.module.css'

/** What waits for a second person, and what was decided. */
export function Proposals() {
  const [{ id }, setFilters] = useFilters<'id'>()
  const { name } = useMe()
  const [deciding, setDeciding] = useState<Decision>()
  const [link, setLink] = useState<string>()
  const waiting = useRows(operatorProposals.proposals, { state: 'waiting' })
  const all = useRows(operatorProposals.proposals, {})
  const decided = all.rows.filter(({ state }) => state !== 'waiting')
  const sorted = waiting.rows.toSorted((a, b) => Number(a.proposer === name) - Number(b.proposer === name))
  const placeOf = (rows: readonly Proposal[]): number => rows.findIndex(({ proposal_id }) => proposal_id === id)
  const listed = { at: placeOf(sorted), proposal: sorted[placeOf(sorted)] }
  const [last, setLast] = useState(listed)
  if (listed.proposal && (listed.proposal !== last.proposal || listed.at !== last.at)) setLast(listed)
  // A card that its decision took from the list stays with the outcome until its form is closed.
  const isKept = deciding !== undefined && listed.at < 0 && last.proposal?.proposal_id === id
  const shown = isKept && last.proposal ? sorted.toSpliced(last.at, 0, last.proposal) : sorted
  const at = placeOf(shown)
  const active = shown[at]
  const isOwn = active?.proposer === name
  const select = (proposal: Proposal | undefined): void => {
    if (proposal === undefined || proposal.proposal_id === id) return
    setDeciding(undefined)
    setFilters({ id: proposal.proposal_id })
    document.getElementById(`proposal-${proposal.proposal_id}`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    {
      keys: ['j', 'k'],
      label: 'proposal',
      press: (key) => select(shown[Math.min(Math.max(key === 'j' ? at + 1 : at - 1, 0), shown.length - 1)]),
      on: shown.length > 0,
    },
    { keys: ['a'], label: 'confirm', press: () => setDeciding('confirm'), on: active !== undefined && !isOwn },
    {
      keys: ['r'],
      label: 'refuse with reason',
      press: () => setDeciding('refuse'),
      on: active !== undefined && !isOwn,
    },
    { keys: ['w'], label: 'take back yours', press: () => setDeciding('take-back'), on: isOwn },
  ])
  return (
    <>
      <Head
        title="Proposals"
        about={`${waiting.rows.length} ${waiting.rows.length === 1 ? 'waits' : 'wait'} for a second person`}
      >
        <span className="t3">Nobody confirms their own.</span>
      </Head>
      <Loaded of={waiting}>
        <div className={style.page}>
          {link !== undefined && (
            <p role="status">
              <EnrolLink url={link} />
            </p>
          )}
          <div className={style.cards}>
            {shown.length === 0 && <Empty />}
            {shown.map((proposal) => (
              <ProposalCard
                key={proposal.proposal_id}
                proposal={proposal}
                isOwn={proposal.proposer === name}
                isActive={proposal === active}
                onActive={() => select(proposal)}
                onDecide={(decision) => {
                  select(proposal)
                  setDeciding(decision)
                }}
              >
                {proposal === active && deciding !== undefined && (
                  <DecisionForm
                    proposal={proposal}
                    decision={deciding}
                    onClose={() => setDeciding(undefined)}
                    onLink={setLink}
                  />
                )}
              </ProposalCard>
            ))}
          </div>
          <div className={style.cap}>
            <h2>Decided</h2>
            <span className="t3">cannot be changed or deleted</span>
          </div>
          <div className={style.decided}>
            <DataTable
              label="Decided proposals"
              rows={decided}
              columns={columns}
              rowId={({ proposal_id }) => proposal_id}
              onEnd={all.more}
              quiet={shown.length > 0}
              empty={<Empty>Nothing was decided yet.</Empty>}
            />
          </div>
        </div>
      </Loaded>
    </>
  )
}

const outcomeText = ({ state, outcome }: Proposal): string =>
  state === 'done'
    ? '✓ Confirmed'
    : state === 'refused'
      ? '✕ Refused'
      : [labelOf(state), outcome].filter(Boolean).join(', ')

/** The first fact that changes: "5,000 → 500". */
function changeText(proposal: Proposal): string {
  const row = factRows(proposal).find(({ before, after }) => after !== undefined && after !== before)
  return row ? `${row.before ?? 'none'} → ${row.after}` : '–'
}

const columns: readonly Column<Proposal>[] = [
  {
    id: 'at',
    head: 'At',
    cell: ({ created_at }) => <span className="t3">{whenText(created_at, serverNow())}</span>,
    sort: ({ created_at }) => Date.parse(created_at),
    width: 110,
  },
  { id: 'action', head: 'What', cell: ({ action }) => actionText(action), sort: ({ action }) => action },
  { id: 'subject', head: 'About', cell: ({ subject }) => labelOf(subject), sort: ({ subject }) => subject, wide: true },
  { id: 'change', head: 'Before → after', cell: (proposal) => <b>{changeText(proposal)}</b>, wide: true },
  { id: 'proposer', head: 'Proposed', cell: ({ proposer }) => proposer, sort: ({ proposer }) => proposer, width: 110 },
  {
    id: 'decided',
    head: 'Second person',
    cell: ({ decided_by }) => decided_by ?? '–',
    sort: ({ decided_by }) => decided_by ?? undefined,
    width: 120,
    wide: true,
  },
  { id: 'outcome', head: 'Outcome', cell: outcomeText, sort: ({ state }) => state },
]
