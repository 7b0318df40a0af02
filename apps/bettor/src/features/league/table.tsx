import { useLingui } from '@lingui/react/macro'
import { Table } from '@nare/ui/table'
import { fetchStandings } from '../../state/calls-league.ts'
import { useApp } from '../../state/hooks.ts'
import type { VirtualLeagueState } from '../../state/virtual-league.ts'
import { useLeagueRead, type LeagueRows } from './use-league-read.ts'
import style from './table.module.css'

type Row = VirtualLeagueState['standings_data'][number]

/** The table of a season, by default the current one; requested again when a round ends. */
export function useStandings(id: string, season: string | undefined): LeagueRows<readonly Row[]> {
  const round = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const rows = useApp(({ virtualLeague }) => virtualLeague.standings_data)
  const input = { competition_id: id, ...(season !== undefined && { season }) }
  return useLeagueRead(fetchStandings, input, { call: 'standings', rows, reloadOn: round })
}

/** A league table; `brief` shows only position, team, goal difference, points and form. */
export function LeagueTable({ rows, brief = false }: { rows: readonly Row[]; brief?: boolean }) {
  const { t } = useLingui()
  return (
    <Table
      className={brief ? `${style.table} ${style.brief}` : style.table}
      scrollerLabel={brief ? undefined : t`Table`}
    >
      <thead>
        <tr>
          <Column short="#" long={t`Position`} />
          <Column short={t`Team`} />
          {!brief && (
            <>
              <Column short={t`P`} long={t`Played`} />
              <Column short={t`W`} long={t`Won`} />
              <Column short={t`D`} long={t`Drawn`} />
              <Column short={t`L`} long={t`Lost`} />
              <Column short={t`Goals`} long={t`Goals for and against`} />
            </>
          )}
          <Column short={t`GD`} long={t`Goal difference`} />
          <Column short={t`Pts`} long={t`Points`} />
          <Column short={t`Form`} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.team}>
            <td className="num">{row.position}</td>
            <th scope="row">{row.team}</th>
            {!brief && (
              <>
                <td className="num">{row.played}</td>
                <td className="num">{row.won}</td>
                <td className="num">{row.drawn}</td>
                <td className="num">{row.lost}</td>
                <td className="num">
                  {row.goals_for}:{row.goals_against}
                </td>
              </>
            )}
            <td className="num">{signed(row.goals_for - row.goals_against)}</td>
            <td className="num">
              <b>{row.points}</b>
            </td>
            <td>
              <Form form={row.form} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** A column heading that may be abbreviated, with its full text for screen readers and as a tooltip. */
function Column({ short, long = short }: { short: string; long?: string }) {
  return (
    <th scope="col" title={long} aria-label={long}>
      {short}
    </th>
  )
}

const signed = (difference: number): string =>
  difference > 0 ? `+${difference}` : String(difference).replace('-', '−')

const shownForm = 5

/** The last results as letters, the newest last, with their names for screen readers. */
export function Form({ form }: { form: string }) {
  const { t } = useLingui()
  const names = { W: t`won`, D: t`drawn`, L: t`lost` } as const
  const last = [...form].slice(-shownForm).filter((each): each is keyof typeof names => each in names)
  const letters = {
    W: t({ message: 'W', context: 'form' }),
    D: t({ message: 'D', context: 'form' }),
    L: t({ message: 'L', context: 'form' }),
  }
  if (last.length === 0) return null
  return (
    <span className={style.form} role="img" aria-label={last.map((each) => names[each]).join(', ')}>
      {last.map((each, index) => (
        <i key={index} data-form={each} aria-hidden="true">
          {letters[each]}
        </i>
      ))}
    </span>
  )
}
