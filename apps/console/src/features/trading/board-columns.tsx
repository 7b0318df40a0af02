import { Icon } from '../../parts/icon.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { amountText, countText, durationText, percentText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import type { BoardLine } from './board-rows.ts'
import { Kept } from './kept.tsx'
import { isInPlay, isOldPrice, minuteText, scoreText, sideOf, stateOf } from './words.ts'
import style from './board.module.css'

export type Side = keyof typeof sideOf
export const sides = ['home_team', 'draw', 'away_team'] as const satisfies readonly Side[]

type Given = {
  /** Each row has its button. */
  readonly onSuspend: ((id: string) => void) | undefined
  /** A panel stands beside the board and takes of its width; it says the competition. */
  readonly isNarrow: boolean
}

/** The columns of the board. */
export const boardColumns = ({ onSuspend, isNarrow }: Given): readonly Column<BoardLine>[] => [
  {
    ...{ id: 'start', head: 'Start', width: 88 },
    cell: (row) =>
      isInPlay(row) ? (
        <span className={style.now}>
          <b>{minuteText(row)}</b> {scoreText(row.score)}
        </span>
      ) : (
        <span className="num">{whenText(row.start_time, serverNow())}</span>
      ),
    sort: (row) => `${isInPlay(row) ? 0 : 1} ${row.start_time}`,
  },
  {
    ...{ id: 'match', head: 'Match' },
    cell: (row) => (
      <span
        className={`${style.match} ${stateOf(row).isAsking ? style.held : ''}`}
        title={`${row.home_team} – ${row.away_team}`}
      >
        <span>{row.home_team}</span> <i>–</i> <span>{row.away_team}</span>
      </span>
    ),
    sort: ({ home_team, away_team }) => `${home_team} ${away_team}`,
  },
  ...(isNarrow ? [] : [competitionColumn]),
  ...sides.map((side): Column<BoardLine> => ({
    ...{ id: side, head: sideOf[side], width: 58, end: true, wide: true },
    cell: (row) => <PriceCell row={row} side={side} />,
    sort: (row) => Number(priceOf(row, side) ?? Infinity),
  })),
  {
    ...{ id: 'bets', head: 'Bets', width: 54, end: true, roomy: true },
    cell: ({ bets }) => (bets === 0 ? <span className="t3">–</span> : countText(bets)),
    sort: ({ bets }) => bets,
  },
  {
    ...{ id: 'staked', head: 'Staked', width: 84, end: true, roomy: true },
    cell: ({ staked, bets }) => (bets === 0 ? <span className="t3">–</span> : amountText(staked)),
    sort: ({ staked }) => Number(staked),
  },
  {
    ...{ id: 'worst', head: 'Worst case', width: 100, end: true },
    cell: ({ worst, bets }) =>
      bets === 0 ? (
        <span className="t3">–</span>
      ) : (
        <b>
          <Kept loses={worst} />
        </b>
      ),
    // A trader looks for the largest loss: it is the largest of the column.
    sort: ({ worst }) => Number(worst),
  },
  {
    ...{ id: 'margin', head: 'Margin', width: 60, end: true, roomy: true },
    cell: ({ margin_percent }) => <span className="t2">{percentText(margin_percent)}</span>,
    sort: ({ margin_percent }) => (margin_percent === null ? undefined : Number(margin_percent)),
  },
  {
    ...{ id: 'age', head: 'Price age', width: 72, end: true, roomy: true },
    cell: (row) => <PriceAge row={row} />,
    sort: ({ price_age_s }) => price_age_s ?? undefined,
  },
  {
    ...{ id: 'state', head: 'State', width: 80, wide: true },
    cell: (row) => {
      const { text, isAsking } = stateOf(row)
      return isAsking ? <b className={style.asking}>{text}</b> : text
    },
    sort: (row) => stateOf(row).text,
  },
  ...(onSuspend ? [suspendColumn(onSuspend)] : []),
]

const competitionColumn: Column<BoardLine> = {
  ...{ id: 'competition', head: 'Competition', width: 150, roomy: true },
  cell: ({ competition }) => <span className="t2">{competition}</span>,
  sort: ({ competition }) => competition,
}

const suspendColumn = (onSuspend: (id: string) => void): Column<BoardLine> => ({
  ...{ id: 'act', head: 'Stop', width: 60, end: true },
  cell: ({ match_id, held: isHeld, home_team, away_team }) => {
    const name = `${isHeld ? 'Open' : 'Suspend'} ${home_team} – ${away_team}`
    return (
      <button
        type="button"
        className={style.act}
        tabIndex={-1}
        aria-label={name}
        title={name}
        onClick={(event) => {
          event.stopPropagation()
          onSuspend(match_id)
        }}
      >
        <Icon name={isHeld ? 'play' : 'pause'} size={14} />
      </button>
    )
  },
})

export const priceOf = ({ prices }: BoardLine, side: Side): string | null | undefined =>
  prices.find(({ odd_key }) => odd_key === side)?.price

/** A price over a bar of what the house pays, to the left, or keeps, to the right, if it wins; the longest bar of the row is its largest amount. */
function PriceCell({ row, side }: { row: BoardLine; side: Side }) {
  const price = priceOf(row, side)
  if (price === undefined) return <span className="t3">–</span>
  const most = row.liability.reduce((max, { keeps }) => Math.max(max, Math.abs(Number(keeps))), 0)
  const keeps = Number(row.liability.find(({ odd_key }) => odd_key === side)?.keeps ?? 0)
  const width = most === 0 ? 0 : Math.round((Math.abs(keeps) / most) * 22)
  return (
    <span className={style.price} data-closed={row.market !== 'open' || undefined} data-key={side}>
      {price !== null && <Moved to={row.moved?.[side]} />}
      <b>{price ?? '–'}</b>
      {width > 0 && (
        <i data-side={keeps < 0 ? 'pays' : 'keeps'} style={{ width: Math.max(2, width) }}>
          <span className="unseen">
            {keeps < 0 ? ' pays ' : ' keeps '}
            {amountText(Math.abs(keeps).toFixed(2))}
          </span>
        </i>
      )}
    </span>
  )
}

/** Where a price went lately, before it. */
export function Moved({ to }: { to: 'up' | 'down' | undefined }) {
  if (!to) return null
  return (
    <small className={to} title={to === 'up' ? 'It rose' : 'It fell'}>
      {to === 'up' ? '▴' : '▾'}
      <span className="unseen">{to === 'up' ? ' rose to ' : ' fell to '}</span>
    </small>
  )
}

function PriceAge({ row }: { row: BoardLine }) {
  const age = row.price_age_s
  if (age === null) return <span className="t3">–</span>
  const text = age < 10 ? `${age.toFixed(1)} s` : durationText(age)
  return isOldPrice(row) ? <b className={style.asking}>! {text}</b> : <span className="t3">{text}</span>
}
