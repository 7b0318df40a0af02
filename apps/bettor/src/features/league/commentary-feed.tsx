import { Trans, useLingui } from '@lingui/react/macro'
import { speaksScores } from '../../preferences/speak-scores.ts'
import { linesOf, momentsOf, type Line } from './commentary.ts'
import type { Playout } from './use-league.ts'
import style from './playout.module.css'

type Entry = { match: Playout; line: Line }
const shownMax = 12

type CommentaryProps = {
  rows: readonly Playout[]
  minute: number
  chosen: Playout | undefined
  commitment: string
  own: ReadonlySet<string>
}

/** The commentary, newest line first: the goals of all matches, and every line of the chosen one. */
export function Commentary({ rows, minute, chosen, commitment, own }: CommentaryProps) {
  const { t } = useLingui()
  const entries = entriesOf(rows, { minute, chosen, commitment })
  return (
    <div className={style.feed}>
      <h2>{t`Goals of the round`}</h2>
      <div className={style.lines} tabIndex={0} role="group" aria-label={t`Commentary`}>
        <ol aria-live={speaksScores() ? 'polite' : 'off'}>
          {entries.map(({ match, line }) => (
            <li key={`${match.match_id} ${line.kind} ${line.minute} ${textKey(line)}`} data-kind={line.kind}>
              <span className="num">{line.minute}'</span>{' '}
              <span>
                <Text match={match} line={line} />
              </span>
              {line.kind === 'goal' && own.has(match.match_id) && <em>{t`your bet`}</em>}
            </li>
          ))}
        </ol>
      </div>
      <small>{t`Only goals count; the other moments are decoration.`}</small>
    </div>
  )
}

function entriesOf(
  rows: readonly Playout[],
  { minute, chosen, commitment }: Pick<CommentaryProps, 'minute' | 'chosen' | 'commitment'>,
): Entry[] {
  const entries = rows.flatMap((match): Entry[] => {
    const lines = linesOf({ ...match, minute }, match === chosen ? momentsOf(commitment, match.match_id) : [])
    const kept = match === chosen ? lines : lines.filter(({ kind }) => kind === 'goal')
    return kept.map((line) => ({ match, line }))
  })
  return entries.toSorted((a, b) => b.line.minute - a.line.minute).slice(0, shownMax)
}

const textKey = (line: Line): string => ('home_score' in line ? `${line.home_score} ${line.away_score}` : line.side)

function Text({ match, line }: Entry) {
  const team = 'side' in line ? (line.side === 'home' ? match.home_team : match.away_team) : ''
  const score = 'home_score' in line ? `${line.home_score}–${line.away_score}` : ''
  const teams = `${match.home_team} ${score} ${match.away_team}`
  switch (line.kind) {
    case 'kick_off':
      return (
        <Trans>
          Kick-off: {match.home_team} v {match.away_team}
        </Trans>
      )
    case 'half_time':
      return <Trans>Half-time: {teams}</Trans>
    case 'full_time':
      return <Trans>Full time: {teams}</Trans>
    case 'goal':
      return (
        <>
          <b>
            <Trans>GOAL</Trans>
          </b>{' '}
          {teams}
        </>
      )
    case 'near_miss':
      return <Trans>{team} go close</Trans>
    case 'save':
      return <Trans>A shot by {team} is saved</Trans>
    case 'corner':
      return <Trans>Corner for {team}</Trans>
  }
}
