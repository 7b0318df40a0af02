import { useLingui } from '@lingui/react/macro'
import { jackpotOutcomes, jackpotSign, type JackpotView } from '@nare/contract/jackpot'
import { memo, useState, type KeyboardEvent } from 'react'
import { MatchPlace } from './match-place.tsx'
import { outcomesOf, type Outcome } from './picks.ts'
import { useOutcomeName } from './texts.tsx'
import { useTicket } from './use-ticket.ts'
import style from './jackpot.module.css'

type Match = JackpotView['matches'][number]

/** The matches of a pool in order, each with the toggles 1, X and 2. Arrow keys move within a row and between rows. */
export function PoolRows({ pool, isOpen }: { pool: JackpotView; isOpen: boolean }) {
  const ticket = useTicket(pool)
  return (
    <>
      {isOpen && <Hint pool={pool} />}
      <ol className={style.rows} onKeyDown={moveFocus}>
        {pool.matches.map((match, at) => {
          const pick = ticket.picks.find(({ match_id }) => match_id === match.match_id)
          return (
            <Row
              key={match.match_id}
              no={at + 1}
              match={match}
              outcomes={outcomesOf(ticket.picks, match.match_id).join()}
              isAuto={pick?.auto === true}
              isOpen={isOpen}
              onToggle={ticket.toggle}
            />
          )
        })}
      </ol>
    </>
  )
}

const hasCrowd = ({ crowd }: Match): boolean => jackpotOutcomes.some((outcome) => crowd[outcome] > 0)

/** Above the rows: what a second result costs, and what the percentages say. */
function Hint({ pool }: { pool: JackpotView }) {
  const { t } = useLingui()
  return (
    <p className={style.hint}>
      <span>{pool.max_doubles > 0 && t`A second result doubles the cost`}</span>
      {pool.matches.some(hasCrowd) && <span>{t`%: lines that picked it`}</span>}
    </p>
  )
}

type RowProps = {
  no: number
  match: Match
  /** The outcomes picked, separated by commas. */
  outcomes: string
  isAuto: boolean
  isOpen: boolean
  onToggle: (match_id: string, outcome: Outcome) => void
}

/** One match. It renders again only if its picks or the shares of other bettors' picks change. */
const Row = memo(
  function Row({ no, match, outcomes, isAuto, isOpen, onToggle }: RowProps) {
    const { t } = useLingui()
    const [current, setCurrent] = useState(0)
    const nameOf = useOutcomeName()
    const picked = outcomes === '' ? [] : outcomes.split(',')
    const { home_team, away_team, crowd } = match
    const isPicked = hasCrowd(match)
    return (
      <li className={style.row}>
        <span className={`num ${style.no}`}>{no}</span>
        <div className={style.teams}>
          <b>{home_team}</b>
          <b>{away_team}</b>
        </div>
        <div role="group" aria-label={`${home_team} v ${away_team}`} className={`odds ${style.cells}`}>
          {jackpotOutcomes.map((outcome, at) => {
            const isIn = picked.includes(outcome)
            const name = nameOf(outcome, match)
            const percent = crowd[outcome]
            return (
              <button
                key={outcome}
                type="button"
                className="odd"
                data-cell={`${no}:${at}`}
                tabIndex={at === current ? 0 : -1}
                aria-pressed={isIn}
                aria-disabled={!isOpen || undefined}
                onFocus={() => setCurrent(at)}
                onClick={() => isOpen && onToggle(match.match_id, outcome)}
              >
                <span>
                  <i>{jackpotSign(outcome)}</i>
                  <em className={style.name}>{name}</em>
                </span>
                {isPicked && (
                  <small className="num">
                    <span className="unseen">{t`picked by`}</span> {percent}%
                  </small>
                )}
                {isIn && (
                  <i className="tick" aria-hidden="true">
                    ✓
                  </i>
                )}
              </button>
            )
          })}
        </div>
        <small className={style.meta}>
          {isAuto && <i>{t`auto`} </i>}
          <MatchPlace match={match} />
        </small>
      </li>
    )
  },
  (before, now) =>
    before.outcomes === now.outcomes &&
    before.isAuto === now.isAuto &&
    before.isOpen === now.isOpen &&
    JSON.stringify(before.match) === JSON.stringify(now.match),
)

/** Moves the focus: left and right within the row, up and down within the column, Home and End to the ends of the row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).dataset['cell']
  const [no = 0, at = 0] = cell?.split(':').map(Number) ?? []
  const to: Readonly<Record<string, readonly [no: number, at: number] | undefined>> = {
    ArrowLeft: [no, at - 1],
    ArrowRight: [no, at + 1],
    ArrowUp: [no - 1, at],
    ArrowDown: [no + 1, at],
    Home: [no, 0],
    End: [no, jackpotOutcomes.length - 1],
  }
  const next = cell !== undefined && Object.hasOwn(to, event.key) ? to[event.key] : undefined
  if (!next) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join(':')}"]`)?.focus()
}
