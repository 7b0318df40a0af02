import { operatorBoard } from '@nare/contract/operator-trading-board'
import { useMemo } from 'react'
import { Age } from '../../parts/age.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { countText } from '../../parts/format.ts'
import type { BoardLine } from './board-rows.ts'
import type { BoardFilters } from './filters.ts'
import style from './board.module.css'

type Props = {
  readonly rows: readonly BoardLine[]
  readonly filters: BoardFilters
  readonly atMs: number | undefined
}

/** What the bars mean, and what of the board is shown: how many matches, with which stakes, how old, and as a file. */
export function BoardFoot({ rows, filters, atMs }: Props) {
  const staked = useMemo(() => rows.reduce((sum, { staked: one }) => sum + Number(one), 0), [rows])
  return (
    <div className={style.foot}>
      <p className={style.legend}>
        <i data-side="pays" /> we pay if it wins <i data-side="keeps" /> we keep
        <span>The bars count the first market; the worst case counts every market and every multi.</span>
      </p>
      <span className="num">
        {countText(rows.length)} {rows.length === 1 ? 'match' : 'matches'} · staked {countText(Math.round(staked))}
      </span>
      <Age atMs={atMs} />
      <CsvLink list={operatorBoard.board} filters={{ sport: filters.sport, live: filters.live }} />
    </div>
  )
}
