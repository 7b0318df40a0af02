import { operatorFantasy } from '@nare/contract/operator-fantasy'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import { countOf, countText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import type { Week } from './rows.ts'

type Props = { readonly row: Week; readonly onClose: () => void }
type Asked = 'close' | 'reopen' | 'void' | 'correct'

const keys: Readonly<Record<Asked, string>> = { close: 'c', reopen: 'o', void: 'x', correct: 'r' }
const all = Object.keys(keys) as readonly Asked[]

/** A fantasy week: its entries, its prizes and what these cost, and what can be done. */
export function WeekPanel({ row, onClose }: Props) {
  const [asked, ask] = useState<Asked>()
  const actions = useActions(row)
  return (
    <>
      <PanelName>{row.competition}</PanelName>
      <Facts
        rows={[
          ['State', labelOf(row.state)],
          ['Entry until', whenText(row.deadline, serverNow())],
          ['Entries', `${countText(row.teams)}, free`],
          ...(row.closed_by === null ? [] : [['Entry closed by', row.closed_by] as const]),
          ...(row.voided_by === null ? [] : [['Voided by', row.voided_by] as const]),
        ]}
      />
      {asked === undefined && <ActionButtons keys={keys} actions={actions} onAsk={ask} />}
      {asked && <Decision key={asked} asked={asked} row={row} onClose={onClose} />}
      <h3>What it costs</h3>
      <Facts
        rows={[
          ['Winners', countText(row.winners)],
          ['Points won', countText(row.won)],
          ['Paid of these', countText(row.paid)],
          ['Worth when redeemed', <b key="cost">{moneyText(row.cost.won)}</b>],
          ['Paid of this', moneyText(row.cost.paid)],
        ]}
      />
    </>
  )
}

/** What somebody may do about a week in its state. */
function useActions({ state, deadline }: Week): readonly Asked[] {
  const may = useMay()
  const isBefore = Date.parse(deadline) > serverNow()
  const allowed: Readonly<Record<Asked, boolean>> = {
    close: state === 'open' && isBefore && may('products.stop'),
    reopen: state === 'closed' && isBefore && may('products.resume'),
    correct: state === 'over' && may('products.manage'),
    void: state !== 'over' && state !== 'void' && may('products.manage'),
  }
  return all.filter((action) => allowed[action])
}

function Decision({ asked, row, onClose }: Props & { asked: Asked }) {
  const { week_id, competition, teams } = row
  if (asked === 'close' || asked === 'reopen')
    return (
      <ActionForm
        route={operatorFantasy.switchFantasyEntry}
        title={asked === 'close' ? 'Close the entry' : 'Open the entry again'}
        sentence={
          asked === 'close'
            ? `No team of ${competition} is saved any more. Those that entered play on: ${countOf(teams, 'team')}.`
            : `Bettors can enter until ${whenText(row.deadline, serverNow())}.`
        }
        action={asked === 'close' ? 'Close it' : 'Open it'}
        input={({ reason }) => ({ week_id, open: asked === 'reopen', reason })}
        done={({ state }) => `The week is ${state}.`}
        onClose={onClose}
      />
    )
  if (asked === 'void')
    return (
      <ActionForm
        route={operatorFantasy.voidFantasyWeek}
        title="Void the week"
        sentence={`It ends without prizes for ${countOf(teams, 'team')}. Entry is free, so nothing goes back. This cannot be undone.`}
        action="Void it"
        danger
        input={({ reason }) => ({ week_id, reason })}
        done={() => 'The week is void.'}
        onClose={onClose}
      />
    )
  return (
    <ActionForm
      route={operatorFantasy.correctFantasyWeek}
      title="Correct the points"
      sentence="The week is scored again by the present results. Who has now won more is paid the difference; nobody pays anything back."
      action="Score it again"
      input={({ reason }) => ({ week_id, reason })}
      done={({ changed, owed }) =>
        changed ? `Scored again: ${countOf(owed, 'more prize')} is due.` : 'Nothing has changed.'
      }
      onClose={onClose}
    />
  )
}
