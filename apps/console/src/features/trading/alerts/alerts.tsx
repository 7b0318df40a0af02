import { consoleAlerts, type TradingAlert } from '@nare/contract/operator-trading-alerts'
import { Button } from '@nare/ui/button'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { ReadAge, Waits } from '../../../parts/age.tsx'
import { Empty, Facts, Head, Keys } from '../../../parts/controls.tsx'
import { DataTable, type Column } from '../../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../../parts/filter.tsx'
import { countText, moneyText, whenText } from '../../../parts/format.ts'
import { useKeys } from '../../../parts/keys.ts'
import { Loaded } from '../../../parts/loaded.tsx'
import { Queue } from '../../../parts/queue.tsx'
import { useFilters } from '../../../parts/use-filters.ts'
import { serverNow } from '../../../wire/browser.ts'
import { useMay } from '../../../wire/me.ts'
import { queries } from '../../../wire/use-read.ts'
import { useRows } from '../../../wire/use-rows.ts'
import style from './alerts.module.css'

const states = ['closed'] as const
const names: Readonly<Record<TradingAlert['kind'], string>> = {
  outcome_stake: 'Stakes',
  outcome_liability: 'Liability',
  many_accounts: 'Many accounts',
  before_event: 'Before an event',
  feed_silent: 'Silent feed',
}

/** What traders should look at, the newest first. Enter opens the match, E closes the alert. */
export function Alerts() {
  const [filters, setFilters] = useFilters<'id' | 'state' | 'sort'>()
  const { id, sort } = filters
  const state = states.find((each) => each === filters.state)
  const [isClosing, setClosing] = useState(false)
  const go = useNavigate()
  const list = useRows(consoleAlerts.alerts, { ...(state && { state }) }, { everyMs: 5_000 })
  const listed = list.rows.find(({ alert_id }) => alert_id === id)
  // The form with its outcome stays when the closed alert has left the list.
  const [kept, setKept] = useState(listed)
  if (listed && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.alert_id === id ? kept : undefined)
  const mayClose = useMay()('trading.act') && listed?.closed_at === null
  useKeys([{ keys: ['e'], label: 'close the alert', press: () => setClosing(true), on: mayClose }])
  return (
    <>
      <Head title="Alerts" about={<ReadAge atMs={list.readAtMs} />} />
      <Filters>
        <ChoiceFilter
          label="State"
          none="Open"
          value={state}
          options={states}
          textOf={() => 'Closed'}
          onChange={(next) => setFilters({ state: next, id: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Alert"
          panel={
            open &&
            (!isClosing ? (
              <AlertCard alert={open} onClose={mayClose ? () => setClosing(true) : undefined} />
            ) : (
              <ActionForm
                key={open.alert_id}
                route={consoleAlerts.closeAlert}
                title="Close the alert"
                sentence={`${open.match}: ${open.text}. It stays quiet for the minutes of its rule.`}
                action="Close it"
                reasons={['Looked at it', 'A limit or price was changed', 'A false alarm']}
                input={({ reason }) => ({ alert_id: open.alert_id, reason })}
                onDone={() => void queries.invalidateQueries({ queryKey: [consoleAlerts.alerts.path] })}
                onClose={(isOver) => {
                  setClosing(false)
                  if (isOver) setFilters({ id: undefined })
                }}
              />
            ))
          }
          onClose={() => {
            setClosing(false)
            setFilters({ id: undefined })
          }}
        >
          <DataTable
            label="Alerts"
            rows={list.rows}
            columns={columns}
            rowId={({ alert_id }) => alert_id}
            active={id}
            onActive={(next) => {
              setClosing(false)
              setFilters({ id: next })
            }}
            onOpen={({ match_id }) => void go({ to: '/trading/matches/$id', params: { id: match_id } })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty />}
          />
        </Queue>
      </Loaded>
    </>
  )
}

/** An alert beside the list: why it was raised, with its figures, and the ways from here. */
function AlertCard({ alert, onClose }: { alert: TradingAlert; onClose: (() => void) | undefined }) {
  const { match_id: id, bets, accounts, staked, liability } = alert
  return (
    <div className={style.card}>
      <h2>{names[alert.kind]}</h2>
      <b>{alert.match}</b>
      <p>{alert.text}</p>
      <Facts
        rows={[
          ...(alert.outcome === null ? [] : [['Outcome', alert.outcome] as const]),
          ...(bets === undefined ? [] : [['Bets', countText(bets)] as const]),
          ...(accounts === undefined ? [] : [['Accounts', countText(accounts)] as const]),
          ...(staked === undefined ? [] : [['Staked', moneyText(staked)] as const]),
          ...(liability === undefined ? [] : [['Liability', moneyText(liability)] as const]),
          ['Raised', whenText(alert.raised_at, serverNow())],
          ...(alert.closed_at === null
            ? []
            : [['Closed', `${whenText(alert.closed_at, serverNow())}, ${alert.closed_by ?? 'by itself'}`] as const]),
        ]}
      />
      <div className={style.buttons}>
        {onClose && (
          <Button small onClick={onClose}>
            Close the alert <Keys names={['e']} />
          </Button>
        )}
        <Link to="/trading/matches/$id" params={{ id }}>
          Open the match <Keys names={['Enter']} />
        </Link>
      </div>
    </div>
  )
}

const columns: readonly Column<TradingAlert>[] = [
  {
    id: 'since',
    head: 'Since',
    cell: ({ raised_at }) => <Waits since={raised_at} />,
    sort: ({ raised_at }) => Date.parse(raised_at),
    width: 72,
  },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => names[kind], sort: ({ kind }) => kind, width: 128, wide: true },
  {
    id: 'match',
    head: 'Match',
    cell: ({ match, match_id, text }) => (
      <span className={style.match}>
        <Link to="/trading/matches/$id" params={{ id: match_id }} title={match}>
          {match}
        </Link>
        {/* A phone has one column: why stands below. */}
        <b>{text}</b>
      </span>
    ),
    sort: ({ match }) => match,
  },
  { id: 'outcome', head: 'Outcome', cell: ({ outcome }) => outcome ?? '–', width: 180, roomy: true },
  { id: 'text', head: 'Why', cell: ({ text }) => <b title={text}>{text}</b>, wide: true },
]
