import { operatorBoard, type BoardRow } from '@nare/contract/operator-trading-board'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Age } from '../../parts/age.tsx'
import { Empty, Head } from '../../parts/controls.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { countText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMay } from '../../wire/me.ts'
import { BoardFilterBar } from './board-filter-bar.tsx'
import { boardColumns } from './board-columns.tsx'
import { boardPlace } from './board-place.ts'
import { filtered, type BoardFilters } from './filters.ts'
import { LevelStops } from './hands/level-stops.tsx'
import { MatchPanel } from './match-panel.tsx'
import { sportName } from './sports.ts'
import { useBoard } from './use-board.ts'
import { groupOf, groupTexts } from './words.ts'
import style from './board.module.css'

type Search = keyof BoardFilters | 'sort' | 'row'

/** The matches with prices, bets and the worst case, live; Enter opens the match, S suspends it. The filters stand in the address. */
export function BoardPage() {
  const [search, setFilters] = useFilters<Search>()
  const { sort, row, live, sport, day, show, q } = search
  useEffect(() => boardPlace.set(search), [search])
  const filters = useMemo((): BoardFilters => ({ live, sport, day, show, q }), [live, sport, day, show, q])
  const navigate = useNavigate()
  const board = useBoard()
  const mayAct = useMay()('trading.act')
  const [isActing, setActing] = useState(false)
  const nowMs = Math.floor(useNow() / 60_000) * 60_000
  const rows = useMemo(() => filtered(board.rows, filters, nowMs), [board.rows, filters, nowMs])
  const chosen = row === undefined ? undefined : board.rows.find(({ match_id }) => match_id === row)
  const choose = (next: string | undefined): void => {
    setActing(false)
    setFilters({ row: next })
  }
  const suspend = useCallback(
    (id: string): void => {
      void navigate({ to: '.', search: ((before: object) => ({ ...before, row: id })) as never, replace: true })
      setActing(true)
    },
    [navigate],
  )
  const group = useMemo(
    () =>
      (one: BoardRow): string =>
        groupOf(one, nowMs),
    [nowMs],
  )
  const groupAbouts = useMemo(() => groupTexts(rows, group), [rows, group])
  const isNarrow = chosen !== undefined
  const columns = useMemo(
    () => boardColumns({ isNarrow, onSuspend: mayAct ? suspend : undefined }),
    [isNarrow, mayAct, suspend],
  )
  const sportId = filters.sport ?? chosen?.sport_id
  const hasFilters = Object.values(filters).some(Boolean)
  useKeys([{ keys: ['x'], label: 'clear filters', press: () => void navigate({ to: '/trading' }), on: hasFilters }])
  const staked = useMemo(() => rows.reduce((sum, { staked: one }) => sum + Number(one), 0), [rows])
  return (
    <>
      <Head title="Trading" about={`${countText(rows.length)} matches · staked ${countText(Math.round(staked))}`}>
        <Age atMs={board.atMs} />
        <CsvLink list={operatorBoard.board} filters={{ sport: filters.sport, live: filters.live }} />
      </Head>
      <BoardFilterBar
        rows={board.rows}
        filters={filters}
        onChange={(change) => setFilters({ ...change, row: undefined })}
      />
      <LevelStops
        sport={sportId === undefined ? undefined : { id: sportId, name: sportName(sportId) }}
        competition={chosen && { id: chosen.competition_id, name: chosen.competition }}
      />
      <Loaded of={board}>
        <Queue
          label="Match"
          onClose={() => choose(undefined)}
          panel={chosen && <MatchPanel match={chosen} isActing={isActing} onAct={setActing} />}
        >
          <DataTable
            label="Matches"
            rows={rows}
            columns={columns}
            rowId={({ match_id }) => match_id}
            active={row}
            onActive={choose}
            onOpen={({ match_id }) => void navigate({ to: '/trading/matches/$id', params: { id: match_id } })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            group={group}
            groupAbout={(name) => groupAbouts.get(name)}
            empty={<Empty>{hasFilters ? 'No match has these filters.' : 'There is no match.'}</Empty>}
          />
          <p className={style.legend}>
            <i data-side="pays" /> we pay if it wins <i data-side="keeps" /> we keep
            <span>The bars count the first market; the worst case counts every market and every multi.</span>
          </p>
        </Queue>
      </Loaded>
    </>
  )
}
