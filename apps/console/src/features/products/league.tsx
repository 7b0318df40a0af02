import type { ReturnRow } from '@nare/contract/operator-returns'
import type { Answer } from '@nare/contract/route'
import { operatorLeague } from '@nare/contract/operator-league'
import { useState } from 'react'
import { Empty, Facts, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ProductPanel, ProductRoom } from '../../parts/product-room.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { ProductButton, useProductState, WholeProduct } from './product-panel.tsx'
import { returnColumns } from './return-columns.tsx'
import { ReturnFacts } from './return-facts.tsx'
import { KeptFigures, SpanTools } from './span-tools.tsx'
import { StopButton } from './stop-button.tsx'
import { StopForm } from './stop-form.tsx'
import { useReturns } from './use-returns.ts'
import style from './returns.module.css'

type Competition = Answer<typeof operatorLeague.league>['data'][number]

const everyMs = 15_000
const none: readonly Competition[] = []
const product = 'league'

/** The Nare league: its competitions, and what its markets return against what they state. */
export function LeagueRoom() {
  const read = useRead(operatorLeague.league, {}, { everyMs })
  const [{ id, sort }, setFilters] = useFilters<'id' | 'sort'>()
  const returns = useReturns(product)
  const whole = useProductState(product)
  const competitions = read.data?.data ?? none
  const open = competitions.find(({ competition_id }) => `competition-${competition_id}` === id)
  const market = returns.byGame.get(id ?? '')
  const stopped = competitions.filter(isStopped).length
  return (
    <ProductRoom
      title="Nare league"
      about={
        read.data && <span className={style.about}>{`${competitions.length} competitions, ${stopped} stopped`}</span>
      }
      tools={<SpanTools of={returns} product={product} />}
      figures={<KeptFigures of={returns} />}
    >
      <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
        <div className={style.parts}>
          <ProductButton of={whole} isOpen={id === product} onOpen={() => setFilters({ id: product })} />
          {competitions.map((one) => (
            <button
              key={one.competition_id}
              type="button"
              aria-pressed={one === open}
              onClick={() => setFilters({ id: `competition-${one.competition_id}` })}
            >
              {one.name} {isStopped(one) && <Tag tone="amber">{one.paused ? 'Paused' : 'Fault'}</Tag>}
            </button>
          ))}
        </div>
        <Queue
          label="League"
          panel={
            open ? (
              <CompetitionPanel key={open.competition_id} of={open} />
            ) : market ? (
              <ProductPanel title={market.name}>
                <ReturnFacts of={market} />
              </ProductPanel>
            ) : id === product && whole ? (
              <WholeProduct of={whole} name="Nare league" effect={effectOfAll} />
            ) : undefined
          }
          onClose={() => setFilters({ id: undefined })}
        >
          {returns.mayRead ? (
            <DataTable
              label="Markets of the league"
              rows={returns.rows}
              columns={[
                ...columns,
                ...returnColumns((row: ReturnRow) => row, { axis: returns.axis, isBeside: id !== undefined }),
              ]}
              rowId={({ game }) => game}
              active={id}
              onActive={(next) => setFilters({ id: next })}
              sort={sort}
              onSort={(next) => setFilters({ sort: next })}
            />
          ) : (
            <Empty>Choose a competition above. What its markets return is read by finance and auditors.</Empty>
          )}
        </Queue>
      </Loaded>
    </ProductRoom>
  )
}

const effectOfAll = 'Nobody can stake on the league until it is resumed; rounds are played and settled.'
const isStopped = ({ paused, fault }: Competition): boolean => paused || fault !== null

const columns: readonly Column<ReturnRow>[] = [
  { id: 'market', head: 'Market', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name, width: 176 },
]

/** A competition: why it is stopped, and its pause. */
function CompetitionPanel({ of }: { of: Competition }) {
  const [isAsked, setAsked] = useState(false)
  const { competition_id, name, paused, operator, fault, changed_at: at } = of
  return (
    <>
      <ProductPanel title={name}>
        <Facts
          rows={[
            ['Coming rounds take stakes', isStopped(of) ? 'no' : 'yes'],
            ...(operator === null ? [] : [['Paused by', operator] as const]),
            ...(fault === null ? [] : [['Fault', fault] as const]),
            ['Changed', whenText(at, serverNow())],
          ]}
        />
        <div className={style.buttons}>
          {!isAsked && <StopButton isStopped={paused} onAsk={() => setAsked(true)} />}
        </div>
      </ProductPanel>
      {isAsked && (
        <StopForm
          route={operatorLeague.pauseLeague}
          name={name}
          isStopped={paused}
          effect="Coming rounds take no stakes until it is resumed. Rounds that are drawn stay as they are, and bets on them are settled."
          input={({ reason, stopped }) => ({ competition_id, paused: stopped, reason })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
