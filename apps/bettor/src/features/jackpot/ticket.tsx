import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { betting as calls, type BetView } from '@nare/contract/betting'
import { jackpot, type JackpotView } from '@nare/contract/jackpot'
import { Icon } from '@nare/ui/icon'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import type { LegProgress } from '../../state/bet-now.ts'
import { call } from '../../state/browser.ts'
import { useConnected } from '../../state/use-connected.ts'
import { MatchScore } from '../../play/match-score.tsx'
import { useLegProgress } from '../../state/use-bet-now.ts'
import { useRead } from '../../state/use-read.ts'
import { MatchPlace } from './match-place.tsx'
import { useOutcomeName, useOutcomesText } from './texts.tsx'
import { pickStateNow, type PickState } from './ticket-now.ts'
import style from './ticket.module.css'

type TicketPick = NonNullable<BetView['picks']>[number]
type TicketProps = { bet: BetView; learn: (bet: BetView) => void }

/** The delay after the end of a match before the bet is requested again: by then the server has confirmed the result. */
const confirmedAfterMs = 4000
/** The pool can be old: only the names of its matches are shown. */
const poolFreshMs = 600_000

/**
 * A jackpot ticket in My bets: the number of correct picks so far, then each match with its picks, minute and score, and whether the
 * pick is correct. Requests the bet again when a match ends.
 */
export function JackpotTicket({ bet, learn }: TicketProps) {
  const { t } = useLingui()
  const picks = bet.picks ?? []
  const pool = useRead(jackpot.jackpot, bet.jackpot && { id: bet.jackpot.jackpot_id }, poolFreshMs)
  const matches = pool.body?.data.matches
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const connected = useConnected()
  const waiting = picks.some(({ match_id, state }) => state === 'open' && ended.has(match_id))
  const reload = useEffectEvent(async () => {
    const reply = await call(calls.bet, { id: bet.bet_id })
    if (reply.ok) learn(reply.body.data)
  })
  const isOpen = bet.state === 'open'
  useEffect(() => {
    if (!isOpen || !waiting || !connected) return
    const timer = setInterval(() => void reload(), confirmedAfterMs)
    return () => clearInterval(timer)
  }, [isOpen, waiting, connected])
  const onEnded = (match_id: string): void => setEnded((before) => new Set([...before, match_id]))
  return (
    <div className={style.ticket}>
      <p>
        <Summary bet={bet} />
        {bet.jackpot && (
          <>
            {' '}
            <Link href={`/jackpot?id=${bet.jackpot.jackpot_id}`}>
              {bet.jackpot.state === 'settled' ? t`Winners and results` : t`See the pool`}
            </Link>
          </>
        )}
      </p>
      <ol>
        {picks.map((pick, at) => (
          <Row
            key={pick.match_id}
            no={at + 1}
            pick={pick}
            match={matches?.find(({ match_id }) => match_id === pick.match_id)}
            onEnded={onEnded}
          />
        ))}
      </ol>
    </div>
  )
}

/** "2 lines · 5 right of 7 played", or the result of the best line. */
function Summary({ bet }: { bet: BetView }) {
  const lines = bet.lines ?? 1
  const [right, decided, best, of] = [bet.right ?? 0, bet.decided ?? 0, bet.best, bet.picks?.length ?? 0]
  return (
    <>
      <Plural value={lines} one="# line" other="# lines" /> ·{' '}
      <b>
        {bet.state !== 'open' && typeof best === 'number' ? (
          <Trans>
            best line {best} of {of} right
          </Trans>
        ) : decided === 0 ? (
          <Trans>no match has ended yet</Trans>
        ) : (
          <Trans>
            {right} of {decided} right so far
          </Trans>
        )}
      </b>
    </>
  )
}

type RowProps = {
  no: number
  pick: TicketPick
  match: JackpotView['matches'][number] | undefined
  onEnded: (match_id: string) => void
}

function Row({ no, pick, match, onEnded }: RowProps) {
  const textOf = useOutcomesText()
  const nameOf = useOutcomeName()
  const isDecided = pick.state !== undefined && pick.state !== 'open'
  const progress = useLegProgress({
    match_id: pick.match_id,
    start_time: pick.start_time ?? '',
    result: pick.full_time ?? (isDecided ? '' : null),
  })
  const state = pickStateNow(pick, progress)
  const hasEnded = progress?.phase === 'ended' && !isDecided
  const tell = useEffectEvent(() => onEnded(pick.match_id))
  useEffect(() => {
    if (hasEnded) tell()
  }, [hasEnded])
  return (
    <li>
      <span className={`num ${style.no}`}>{no}</span>
      <div>
        <b>{textOf(pick.outcomes, pick)}</b>
        <small>
          {pick.home_team} v {pick.away_team}
          {match && (
            <>
              {' '}
              · <MatchPlace match={match} timeless />
            </>
          )}
        </small>
      </div>
      <span className={`num ${style.score}`} data-live={isLive(progress) || undefined}>
        {pick.outcome === 'void' ? (
          pick.drawn ? (
            <Trans>Drawn: {nameOf(pick.drawn, pick)}</Trans>
          ) : (
            <Trans>Not played</Trans>
          )
        ) : (
          <MatchScore progress={progress} startTime={pick.start_time} />
        )}
      </span>
      <Mark state={state} />
    </li>
  )
}

const isLive = (progress: LegProgress | undefined): boolean => progress !== undefined && progress.phase !== 'ended'

function Mark({ state }: { state: PickState }) {
  const { t } = useLingui()
  const texts: Readonly<Record<PickState, string>> = {
    open: t`Open`,
    leading: t`Right as it stands`,
    trailing: t`Wrong as it stands`,
    won: t`Right`,
    lost: t`Wrong`,
    void: t`Void`,
  }
  return (
    <span className={style.mark} data-state={state}>
      {(state === 'won' || state === 'leading') && <Icon name="check" size={16} />}
      {(state === 'lost' || state === 'trailing') && <Icon name="x" size={16} />}
      {state === 'void' && <i aria-hidden="true">–</i>}
      {state === 'open' && <i className={style.dot} aria-hidden="true" />}
      <span className="unseen">{texts[state]}</span>
    </span>
  )
}
