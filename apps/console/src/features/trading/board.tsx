import type { BoardRow } from '@nare/contract/operator-trading-board'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Empty } from '../../parts/controls.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMay } from '../../wire/me.ts'
import { BoardFilterBar } from './board-filter-bar.tsx'
import { BoardFoot } from './board-foot.tsx'
import { boardColumns, priceOf, sides, type Side } from './board-columns.tsx'
import { boardFacts, boardPlace } from './board-place.ts'
import { filtered, type BoardFilters } from './filters.ts'
import { GroupAbout } from './group-about.tsx'
import { useAsked } from './hands/asked.ts'
import { MatchPanel } from './match-panel.tsx'
import { Several } from './several.tsx'
import { useBoard } from './use-board.ts'
import { groupOf, groupTexts, isInPlay } from './words.ts'
import style from './board.module.css'

type Search = keyof BoardFilters | 'sort' | 'row'
const nobody: ReadonlySet<string> = new Set()

/**
 * The matches with prices, bets and the worst case, live; Enter opens the match, S suspends it, P prices the outcome that the left and right
 * arrows choose, X chooses several. The filters stand in the address.
 */
export function BoardPage() {
  const [search, setFilters] = useFilters<Search>()
  const { sort, row, live, sport, day, show, q } = search
  useEffect(() => boardPlace.set(search), [search])
  const filters = useMemo((): BoardFilters => ({ live, sport, day, show, q }), [live, sport, day, show, q])
  const navigate = useNavigate()
  const board = useBoard()
  const mayAct = useMay()('trading.act')
  const [asked, ask] = useAsked()
  const [side, setSide] = useState<Side>('home_team')
  const [picked, setPicked] = useState(nobody)
  const nowMs = Math.floor(useNow() / 60_000) * 60_000
  const rows = useMemo(() => filtered(board.rows, filters, nowMs), [board.rows, filters, nowMs])
  const chosen = row === undefined ? undefined : board.rows.find(({ match_id }) => match_id === row)
  const several = useMemo(() => board.rows.filter(({ match_id }) => picked.has(match_id)), [board.rows, picked])
  useEffect(() => {
    boardFacts.set({
      live: board.rows.reduce((count, one) => count + (isInPlay(one) ? 1 : 0), 0),
      nameOf: (id) => board.rows.find(({ competition_id }) => competition_id === id)?.competition,
    })
  }, [board.rows])
  const choose = (next: string | undefined): void => {
    ask(undefined)
    setFilters({ row: next })
  }
  const suspend = useCallback(
    (id: string): void => {
      setPicked(nobody)
      void navigate({ to: '.', search: ((before: object) => ({ ...before, row: id })) as never, replace: true })
      ask({ kind: 'suspend' })
    },
    [navigate, ask],
  )
  const group = useMemo(
    () =>
      (one: BoardRow): string =>
        groupOf(one, nowMs),
    [nowMs],
  )
  const groupAbouts = useMemo(() => groupTexts(rows, group), [rows, group])
  const isNarrow = chosen !== undefined || several.length > 0
  const columns = useMemo(
    () => boardColumns({ isNarrow, onSuspend: mayAct ? suspend : undefined }),
    [isNarrow, mayAct, suspend],
  )
  const hasFilters = Object.values(filters).some(Boolean)
  const onOffer = chosen ? sides.filter((one) => priceOf(chosen, one) !== undefined) : []
  const move = (by: number): void => {
    const at = onOffer.indexOf(side)
    setSide(onOffer[Math.min(Math.max(at + by, 0), onOffer.length - 1)] ?? 'home_team')
  }
  const pick = (id: string): void => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }
  const isOne = chosen !== undefined && several.length === 0
  useKeys([
    {
      ...{ keys: ['ArrowLeft', 'ArrowRight'], label: '1 X 2', on: isOne && onOffer.length > 1 },
      press: (key) => move(key === 'ArrowLeft' ? -1 : 1),
    },
    { keys: ['x'], label: 'choose several', press: () => chosen && pick(chosen.match_id), on: chosen !== undefined },
  ])
  return (
    <>
      <h1 className="unseen">Trading</h1>
      <BoardFilterBar
        rows={board.rows}
        filters={filters}
        isCovered={isNarrow}
        onChange={(change) => setFilters({ ...change, row: undefined })}
      />
      <Loaded of={board}>
        <Queue
          label="Match"
          onClose={() => (several.length > 0 ? setPicked(nobody) : choose(undefined))}
          panel={
            several.length > 0 ? (
              <Several matches={several} onClear={() => setPicked(nobody)} />
            ) : (
              chosen && <MatchPanel match={chosen} side={sideOn(onOffer, side)} asked={asked} onAsk={ask} />
            )
          }
        >
          <div className={style.board} data-side={isOne ? sideOn(onOffer, side) : undefined}>
            <DataTable
              label="Matches"
              rows={rows}
              rowNow={board.rowNow}
              columns={columns}
              rowId={idOf}
              active={row}
              onActive={choose}
              onOpen={({ match_id }) => void navigate({ to: '/trading/matches/$id', params: { id: match_id } })}
              sort={sort}
              onSort={(next) => setFilters({ sort: next })}
              group={group}
              groupAbout={(name) => <GroupAbout of={groupAbouts.get(name)} />}
              picked={picked}
              empty={<Empty>{hasFilters ? 'No match has these filters.' : 'There is no match.'}</Empty>}
            />
          </div>
          <BoardFoot rows={rows} filters={filters} atMs={board.atMs} />
        </Queue>
      </Loaded>
    </>
  )
}

const idOf = ({ match_id }: BoardRow): string => match_id

/** The outcome that is looked at: the first where the match does not offer the one that was chosen before. */
const sideOn = (onOffer: readonly Side[], side: Side): Side =>
  onOffer.includes(side) ? side : (onOffer[0] ?? 'home_team')
