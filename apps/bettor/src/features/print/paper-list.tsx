import { Trans, useLingui } from '@lingui/react/macro'
import { kickoff } from '@nare/ui/format'
import { useApp } from '../../state/hooks.ts'
import type { PrintMeta } from '../../state/data.ts'
import { useNow } from '../../state/use-now.ts'
import { byLeague, type PrintedRow } from './printed-rows.ts'
import style from './print.module.css'

type PaperListProps = {
  width: 'a4' | '80mm'
  title: string
  rows: readonly PrintedRow[]
  jackpot: PrintMeta | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The printable list in black on white: game ids, tick boxes, SMS codes, the age line and the time of creation. */
export function PaperList({ width, title, rows, jackpot }: PaperListProps) {
  const { i18n, t } = useLingui()
  const config = useApp(({ data }) => data.app_config)
  const when = (at: number | Date): string => kickoff(new Date(at).toISOString(), i18n.locale)
  const time = (at: number | Date): string => when(at).slice(-'15:30'.length)
  const day = (at: number | Date): string => when(at).slice(0, -' 15:30'.length)
  const now = useNow(60_000)
  const [first] = rows
  const example = jackpot
    ? textOf(jackpot['sms_example'])
    : `BET ${first?.gameId ?? '1025'}#1#${(config?.quick_stakes[1] ?? '100').replace(/\..*/, '')}`
  const groups: [string, readonly PrintedRow[]][] = jackpot ? [['', rows]] : byLeague(rows, day)
  const age = config?.min_age ?? 18
  const helpLine = config?.contacts['help_line'] ?? ''
  const printedAt = when(now)
  return (
    <article className={style.sheet} data-width={width}>
      <h2>{title}</h2>
      <p>
        <strong>
          <Trans>Bet by SMS: {example}</Trans>
        </strong>
        <br />
        {jackpot
          ? t`One outcome for each match, in order. With a double, put a comma after each match: 1X,2,X1`
          : t`Game ID # outcome # stake. Your bet is placed at the odds when your SMS arrives`}
      </p>
      <div className={style.columns}>
        {groups.map(([heading, matches]) => (
          <section key={heading}>
            {heading !== '' && <h3>{heading}</h3>}
            <ul>
              {matches.map(({ id, gameId, at, title: teams, prices, place }) => (
                <li key={id}>
                  <span className={style.match}>
                    <b>{place === undefined ? gameId : `${place}. ${gameId}`}</b>{' '}
                    <span>{place === undefined ? time(at) : when(at)}</span> {teams}
                  </span>
                  <span className={style.prices}>
                    {(jackpot ? ([['1'], ['X'], ['2']] as const) : prices).map(([code, price]) => (
                      <span key={code}>
                        <i className={style.box} /> {code} {price}
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <footer>
        <Trans>{age}+ only. Betting can be addictive.</Trans> {helpLine && <Trans>Free help: {helpLine}</Trans>}
        <br />
        <Trans>Printed {printedAt}</Trans>
      </footer>
    </article>
  )
}
