import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Table } from '@nare/ui/table'
import { useEffect, useRef } from 'react'
import { isTied, moveText, pointsText, type Board, type Row } from './ranks.ts'
import style from './boards.module.css'

/** One page of ranks: rank, its change, masked name, points and prize. Scrolls to the sought rank and focuses it. */
export function BoardTable({ board, sought }: { board: Board; sought: { rank: number } | undefined }) {
  const { t } = useLingui()
  const table = useRef<HTMLTableElement>(null)
  const rows = board.data
  const hasPrizes = (board.prizes ?? []).length > 0 || rows.some(({ prize }) => prize !== null)
  const first = rows[0]?.rank
  useEffect(() => {
    if (sought === undefined) return
    const row = `[data-rank="${sought.rank}"]`
    // For a shared rank, prefers the bettor's own row.
    const found =
      table.current?.querySelector<HTMLElement>(`${row}[data-mine]`) ?? table.current?.querySelector<HTMLElement>(row)
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [sought, first])
  return (
    <Table ref={table} className={style.table} label={t`Ranks`} scrollerLabel={t`Ranks, scrolling`}>
      <thead>
        <tr>
          <th scope="col">
            <span aria-hidden="true">#</span>
            <span className="unseen">{t`Rank`}</span>
          </th>
          <th scope="col">
            <span className={style.word}>{t`Move`}</span>
          </th>
          <th scope="col">{t`Player`}</th>
          <th scope="col">{t`Points`}</th>
          {hasPrizes && <th scope="col">{t`Prize`}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={index}
            data-mine={row.mine || undefined}
            data-rank={row.rank}
            tabIndex={row.rank === sought?.rank ? -1 : undefined}
          >
            <td className="num">
              {row.rank}
              {isTied(rows, index) && <span className="unseen"> {t`shared`}</span>}
            </td>
            <td>
              <Move of={row} />
            </td>
            <th scope="row">
              <PlayerName row={row} />
            </th>
            <td className="num">{pointsText(row.points)}</td>
            {hasPrizes && <td>{row.prize === null ? '' : <Amount value={row.prize} />}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The change of a rank, as a sign and as text for screen readers. */
export function Move({ of: { move } }: { of: Pick<Row, 'move'> }) {
  const { t } = useLingui()
  const places = Math.abs(move)
  return (
    <span className={style.move} data-way={move > 0 ? 'up' : move < 0 ? 'down' : undefined}>
      <span aria-hidden="true">{moveText(move)}</span>
      <span className="unseen">{move > 0 ? t`Up ${places}` : move < 0 ? t`Down ${places}` : t`No change`}</span>
    </span>
  )
}

/** The masked name of a player; "You" in the bettor's own row. */
function PlayerName({ row: { player, mine } }: { row: Row }) {
  const { t } = useLingui()
  if (mine)
    return (
      <>
        {t`You`} {player && <small>{player}</small>}
      </>
    )
  return player ? player : <small>{t`Hidden player`}</small>
}
