import { operator } from '@nare/contract/operator'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { BettorLink, useBettorKey } from '../../parts/bettor-link.tsx'
import { Empty, Facts, Head, Keys } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { countText, totalText, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PanelName } from '../../parts/panel.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import { AdjustForm } from './adjust-form.tsx'
import { PointFigures } from './point-figures.tsx'
import style from './marketing.module.css'

type Waiting = Answer<typeof operator.pointAdjustments>['data'][number]
type Done = Answer<typeof operator.doneAdjustments>['data'][number]
/** An adjustment that waits for a second person, or was made. */
type Adjustment = Waiting & Partial<Pick<Done, 'confirmed_by' | 'done_at'>>

const everyMs = 15_000
const formId = 'new'

/** Points: what was issued, how it ended and what bettors have, and the adjustments of people of the house. */
export function Points() {
  const [{ id, sort }, setFilters] = useFilters<'id' | 'sort'>()
  const mayAdjust = useMay()('marketing.manage')
  const waiting = useRead(operator.pointAdjustments, {}, { everyMs }).data?.data ?? []
  const made = useRows(operator.doneAdjustments, {}, { everyMs })
  const rows: readonly Adjustment[] = [...waiting, ...made.rows]
  const open = rows.find((row) => row.id === id)
  const ask = (): void => setFilters({ id: formId }, { push: true })
  const close = (): void => setFilters({ id: undefined })
  useBettorKey(open?.bettor_id)
  useKeys([{ keys: ['n'], label: 'adjust points', press: ask, on: mayAdjust && id !== formId }])
  return (
    <>
      <Head title="Points" about={made.total === undefined ? undefined : `${totalText(made.total)} adjustments made`}>
        {mayAdjust && (
          <Button small look="soft" onClick={ask}>
            Adjust points <Keys names={['n']} />
          </Button>
        )}
      </Head>
      <PointFigures />
      <Loaded of={made}>
        <Queue
          label="Adjustment"
          panel={id === formId && mayAdjust ? <AdjustForm onClose={close} /> : open && <AdjustmentCard of={open} />}
          onClose={close}
        >
          <DataTable
            label="Adjustments of points"
            rows={rows}
            columns={columns}
            rowId={(row) => row.id}
            group={({ done_at }) => (done_at === undefined ? 'Waits for a second person' : 'Made')}
            active={id}
            onActive={(next) => setFilters({ id: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={made.more}
            empty={<Empty>Nobody has adjusted points.</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const signed = (points: number): string => `${points < 0 ? '\u2212' : '+'}${countText(Math.abs(points))}`

function AdjustmentCard({ of }: { of: Adjustment }) {
  return (
    <section className={style.card}>
      <PanelName>{signed(of.points)} points</PanelName>
      <Facts
        rows={[
          ['Bettor', <BettorLink key="bettor" id={of.bettor_id}>{`Bettor ${of.bettor_id}`}</BettorLink>],
          ['Proposed', `${whenText(of.proposed_at, serverNow())}, ${of.proposed_by}`],
          ...(of.done_at === undefined
            ? []
            : [
                [
                  'Made',
                  `${whenText(of.done_at, serverNow())}${of.confirmed_by ? `, confirmed by ${of.confirmed_by}` : ''}`,
                ] as const,
              ]),
          ['Reason', of.reason],
        ]}
      />
      {of.done_at === undefined && (
        <p>
          Another person confirms it under <PageLink page="/house/proposals">Proposals</PageLink>.
        </p>
      )}
    </section>
  )
}

const columns: readonly Column<Adjustment>[] = [
  {
    id: 'at',
    head: 'Proposed',
    cell: ({ proposed_at }) => whenText(proposed_at, serverNow()),
    sort: ({ proposed_at }) => proposed_at,
    width: 110,
  },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id }) => <BettorLink id={bettor_id}>{`Bettor ${bettor_id}`}</BettorLink>,
    sort: ({ bettor_id }) => Number(bettor_id),
    width: 120,
  },
  {
    id: 'points',
    head: 'Points',
    cell: ({ points }) => <b>{signed(points)}</b>,
    sort: ({ points }) => points,
    end: true,
    width: 92,
  },
  {
    id: 'by',
    head: 'By',
    cell: ({ proposed_by }) => proposed_by,
    sort: ({ proposed_by }) => proposed_by,
    width: 96,
    wide: true,
  },
  { id: 'with', head: 'Confirmed by', cell: ({ confirmed_by }) => confirmed_by ?? '–', width: 110, roomy: true },
  { id: 'reason', head: 'Reason', cell: ({ reason }) => reason, wide: true },
]
