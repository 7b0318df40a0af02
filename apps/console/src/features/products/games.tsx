import { operatorGames } from '@nare/contract/operator-games'
import { useState } from 'react'
import { Button } from '@nare/ui/button'
import { Facts, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ProductPanel, ProductRoom } from '../../parts/product-room.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { LimitForm } from './limit-form.tsx'
import type { GameRow } from './limits.ts'
import { ProductButton, useProductState, WholeProduct } from './product-panel.tsx'
import { returnColumns } from './return-columns.tsx'
import { ReturnFacts } from './return-facts.tsx'
import { KeptFigures, SpanTools } from './span-tools.tsx'
import { StopButton } from './stop-button.tsx'
import { StopForm } from './stop-form.tsx'
import { useReturns, type Returns } from './use-returns.ts'
import style from './returns.module.css'

const everyMs = 15_000
const none: readonly GameRow[] = []
const product = 'games'

/** The house's own games: what they return against what they state, their pauses and their limits. */
export function GamesRoom() {
  const read = useRead(operatorGames.games, {}, { everyMs })
  const [{ id, sort }, setFilters] = useFilters<'id' | 'sort'>()
  const returns = useReturns(product)
  const whole = useProductState(product)
  const rows = read.data?.data ?? none
  const open = rows.find(({ game }) => game === id)
  const paused = rows.filter((row) => row.paused).length
  return (
    <ProductRoom
      title="Own games"
      about={read.data && <span className={style.about}>{`${rows.length} games, ${paused} paused`}</span>}
      tools={<SpanTools of={returns} product={product} />}
      figures={<KeptFigures of={returns} />}
    >
      <div className={style.parts}>
        <ProductButton of={whole} isOpen={id === product} onOpen={() => setFilters({ id: product })} />
      </div>
      <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
        <Queue
          label="Game"
          panel={
            open ? (
              <GamePanel key={open.game} of={open} returns={returns} />
            ) : id === product && whole ? (
              <WholeProduct of={whole} name="Own games" effect={effectOfAll} />
            ) : undefined
          }
          onClose={() => setFilters({ id: undefined })}
        >
          <DataTable
            label="Own games"
            rows={rows}
            columns={
              returns.mayRead
                ? [...columns, ...returnColumns(rowIn(returns), { axis: returns.axis, isBeside: id !== undefined })]
                : [...columns, ...limits]
            }
            rowId={({ game }) => game}
            active={id}
            onActive={(next) => setFilters({ id: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
          />
        </Queue>
      </Loaded>
    </ProductRoom>
  )
}

const effectOfAll = 'Nobody can stake on any own game until it is resumed; open rounds are played on.'
const rowIn =
  ({ byGame }: Returns) =>
  ({ game }: GameRow) =>
    byGame.get(game)

const columns: readonly Column<GameRow>[] = [
  { id: 'game', head: 'Game', cell: ({ game }) => <b>{labelOf(game)}</b>, sort: ({ game }) => game, width: 112 },
  {
    id: 'state',
    head: 'Stakes are',
    cell: ({ paused }) => (paused ? <Tag tone="amber">Paused</Tag> : <span className="t2">taken</span>),
    sort: ({ paused }) => (paused ? 0 : 1),
    width: 76,
  },
]

const limits: readonly Column<GameRow>[] = [
  { id: 'stated', head: 'Stated return', cell: (row) => `${row.return_percent}%`, end: true },
  { id: 'least', head: 'Least stake', cell: (row) => amountText(row.min_stake), end: true, wide: true },
  { id: 'most', head: 'Largest stake', cell: (row) => amountText(row.max_stake), end: true, wide: true },
  { id: 'win', head: 'Largest win', cell: (row) => amountText(row.max_win), end: true },
]

/** A game: its limits, what it has returned, and what can be done. */
function GamePanel({ of, returns }: { of: GameRow; returns: Returns }) {
  const may = useMay()
  const [asked, setAsked] = useState<'stop' | 'limit'>()
  const { game, paused, operator } = of
  const close = (): void => setAsked(undefined)
  return (
    <>
      <ProductPanel title={labelOf(game)}>
        <div className={style.buttons}>
          {asked === undefined && <StopButton isStopped={paused} onAsk={() => setAsked('stop')} />}
          {asked === undefined && may('products.manage') && (
            <Button small look="soft" onClick={() => setAsked('limit')}>
              Limits
            </Button>
          )}
        </div>
        {asked === undefined && <ReturnFacts of={returns.byGame.get(game)} />}
        <Facts
          rows={[
            ...(operator === null ? [] : [['Paused by', operator] as const]),
            ['Stake', `${amountText(of.min_stake)} to ${amountText(of.max_stake)}`],
            ['Largest win', amountText(of.max_win)],
            ['At most by the country', amountText(of.max_win_most)],
            ['Changed', of.changed_at === null ? 'never' : whenText(of.changed_at, serverNow())],
          ]}
        />
      </ProductPanel>
      {asked === 'stop' && (
        <StopForm
          route={operatorGames.pauseGame}
          name={labelOf(game)}
          isStopped={paused}
          effect="No new round begins until it is resumed; open rounds are played on."
          input={({ reason, stopped }) => ({ game, paused: stopped, reason })}
          onClose={close}
        />
      )}
      {asked === 'limit' && <LimitForm of={of} onClose={close} />}
    </>
  )
}
