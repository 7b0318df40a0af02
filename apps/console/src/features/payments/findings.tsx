import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Facts } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { effectText } from '../../parts/effect-text.ts'
import { EffectPreview } from '../../parts/effect-view.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { AskedForm } from '../../parts/asked-form.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { usePreview } from '../../parts/use-preview.ts'
import { waits } from './waiting.tsx'

type Finding = Answer<typeof operator.findings>['data'][number]
type Resolution = 'reopen' | 'keep' | 'pay' | 'withhold'

const ofMatches = ['reopen', 'keep'] as const
const ofPrizes = ['pay', 'withhold'] as const
/** A feed contradicts a result that people entered: it changes nothing, whoever is right. */
const ofContradictions = ['keep'] as const
const contradicted = 'Our result stays. If the feed is right, enter its result in the match.'
const sentences: Readonly<Record<Resolution, string>> = {
  reopen: 'The match takes bets again, if no other finding about it is open.',
  keep: 'The match stays suspended.',
  pay: 'The prizes that wait are paid.',
  withhold: 'The prizes that wait are not paid.',
}
const texts: Readonly<Record<Resolution, string>> = {
  reopen: 'Take bets again',
  keep: 'Keep it suspended',
  pay: 'Pay the prizes',
  withhold: 'Withhold the prizes',
}

/** What a feed claimed that cannot be right, and prizes that wait for a person. */
export function Findings() {
  return (
    <PanelList
      title="Findings about matches"
      route={operator.findings}
      columns={columns}
      rowId={({ finding_id }: Finding) => finding_id}
      panel={(row, close) => <FindingPanel row={row} onClose={close} />}
    />
  )
}

function FindingPanel({ row, onClose }: { row: Finding; onClose: () => void }) {
  const may = useMay()
  const mayResolve = may('trading.result') && (row.kind !== 'board_prizes' || may('marketing.manage'))
  return (
    <>
      <h2>{labelOf(row.kind)}</h2>
      <Facts
        rows={[
          ['About', row.subject],
          ['Found', whenText(row.at, serverNow())],
          ...Object.entries(row.facts).map(([name, value]) => [labelOf(name), value] as const),
        ]}
      />
      <AskedForm action="Close the finding" may={mayResolve}>
        <ResolveForm row={row} onClose={onClose} />
      </AskedForm>
    </>
  )
}

/** Closes a finding. Where it ends prizes, who gets what is seen first. */
function ResolveForm({ row, onClose }: { row: Finding; onClose: () => void }) {
  const isContradiction = row.kind === 'feed_differs'
  const isOfPrizes = row.kind === 'board_prizes'
  const options: readonly Resolution[] = isContradiction ? ofContradictions : isOfPrizes ? ofPrizes : ofMatches
  const [resolution, setResolution] = useState<Resolution>(options[0] ?? 'reopen')
  const fields = { id: row.finding_id, resolution }
  const { preview, ask, isShown } = usePreview(operator.resolveFinding, isOfPrizes ? fields : undefined)
  return (
    <ActionForm
      route={operator.resolveFinding}
      title="Close the finding"
      sentence={
        preview.state === 'shown'
          ? `${effectText(preview.effect)} This cannot be undone.`
          : isContradiction
            ? contradicted
            : sentences[resolution]
      }
      action={isContradiction ? 'Keep our result' : texts[resolution]}
      danger={resolution === 'withhold'}
      missing={isOfPrizes && !isShown ? 'See what will happen first' : undefined}
      input={({ reason }) => ({ ...fields, reason })}
      onClose={onClose}
    >
      <ChoiceField
        label="Then"
        value={resolution}
        options={options}
        textOf={(one) => (isContradiction ? 'Keep our result' : texts[one])}
        onChange={setResolution}
      />
      {isOfPrizes && <EffectPreview preview={preview} missing={undefined} onAsk={() => void ask()} />}
    </ActionForm>
  )
}

const columns: readonly Column<Finding>[] = [
  waits(({ at }) => at),
  { id: 'kind', head: 'What', cell: ({ kind }) => <b>{labelOf(kind)}</b>, sort: ({ kind }) => kind, width: 180 },
  { id: 'subject', head: 'About', cell: ({ subject }) => subject, sort: ({ subject }) => subject },
  {
    id: 'facts',
    head: 'Facts',
    cell: ({ facts }) =>
      Object.entries(facts)
        .map(([name, value]) => `${labelOf(name)}: ${value}`)
        .join(' · '),
    wide: true,
  },
]
