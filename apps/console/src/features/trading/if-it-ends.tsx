import { currencySign } from '@nare/ui/format'
import { operatorBoard, type BoardRow, type ScoreKeepsRow } from '@nare/contract/operator-trading-board'
import { Signed } from '../../parts/amounts.tsx'
import { SectionHead } from '../../parts/controls.tsx'
import { signedText } from '../../parts/format.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useRead } from '../../wire/use-read.ts'
import { keepsGrid, keepsText, worstEnds, type KeepsGrid } from './keeps.ts'
import style from './if-it-ends.module.css'

type Match = Pick<BoardRow, 'match_id' | 'home_team' | 'away_team' | 'score' | 'bets'>

const everyMs = 5_000
const worstShown = 3

/** What the house keeps or pays for each final score that is still possible, as a picture that is its own table; the worst ends below it. */
export function IfItEnds({ match }: { match: Match }) {
  const { data, error, refetch } = useRead(operatorBoard.grid, { id: match.match_id }, { everyMs })
  const grid = data && keepsGrid(data.data)
  return (
    <section className={style.ends} aria-labelledby="if-it-ends">
      <SectionHead id="if-it-ends" title="If it ends">
        {grid && <span>{`${currencySign()}${grid.inThousands ? ' thousand' : ''} · framed: now`}</span>}
      </SectionHead>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="t3">No open bets.</p>}
      {grid && <Grid grid={grid} match={match} />}
      {data && <Worst rows={data.data} count={grid ? worstShown : worstShown * 3} />}
    </section>
  )
}

function Grid({ grid, match }: { grid: KeepsGrid; match: Match }) {
  const { homes, aways, cellOf, inThousands } = grid
  const now = match.score ?? '0:0'
  return (
    <table className={style.grid} aria-label="What we keep by final score">
      <thead>
        <tr>
          <th scope="col" className={style.corner} title={`${match.home_team} down, ${match.away_team} across`}>
            {short(match.home_team)} ↓ {short(match.away_team)} →
          </th>
          {aways.map((away) => (
            <th key={away} scope="col">
              {away}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {homes.map((home) => (
          <tr key={home}>
            <th scope="row">{home}</th>
            {aways.map((away) => {
              const cell = cellOf(home, away)
              return (
                <td
                  key={away}
                  data-step={cell?.step}
                  data-now={now === `${home}:${away}` || undefined}
                  title={cell && `${home}–${away}: ${signedText(cell.keeps)}`}
                >
                  {cell ? keepsText(cell.keeps, inThousands) : ''}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const short = (name: string): string => name.slice(0, 3)

/** The ends that cost most, with their whole amounts. */
function Worst({ rows, count }: { rows: readonly ScoreKeepsRow[]; count: number }) {
  const worst = worstEnds(rows, count)
  if (worst.length === 0) return null
  return (
    <dl className={style.worst}>
      {worst.map(({ home, away, keeps }) => (
        <div key={`${home}:${away}`}>
          <dt>
            Ends {home}–{away}
          </dt>
          <dd>
            <Signed amount={keeps} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
