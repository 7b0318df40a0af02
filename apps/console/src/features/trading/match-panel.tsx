import type { BoardRow } from '@nare/contract/operator-trading-board'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Facts, Keys, Tag } from '../../parts/controls.tsx'
import { amountText, countText, percentText } from '../../parts/format.ts'
import { SetByHand } from './hands/set-by-hand.tsx'
import { IfItEnds } from './if-it-ends.tsx'
import { LastBets } from './last-bets.tsx'
import { MatchActions, SuspendButton } from './match-actions.tsx'
import { Kept } from './kept.tsx'
import { isInPlay, minuteText, scoreText, stateOf } from './words.ts'
import style from './match-panel.module.css'

type Props = {
  readonly match: BoardRow
  readonly isActing: boolean
  readonly onAct: (isOpen: boolean) => void
}

/** The match with the cursor beside the board: its score, what each end would cost, and what can be done. */
export function MatchPanel({ match, isActing, onAct }: Props) {
  const { match_id: id, home_team, away_team, competition, score, game_id } = match
  const [setting, setSetting] = useState<string>()
  const [home, away] = score?.split(':') ?? []
  return (
    <>
      <header className={style.panelHead}>
        <div className={style.panelPlace}>
          {isInPlay(match) ? <Tag tone="live">{minuteText(match)}</Tag> : <Tag>{stateOf(match).text}</Tag>}
          <span className="t3">
            {competition} · {game_id}
          </span>
          <Link to="/trading/matches/$id" params={{ id }} className={style.open}>
            Sheet <Keys names={['Enter']} />
          </Link>
        </div>
        <h2 aria-label={`${home_team} – ${away_team}${score ? `, ${scoreText(score)}` : ''}`}>
          <span>
            {home_team} <b>{home}</b>
          </span>
          <span>
            {away_team} <b>{away}</b>
          </span>
        </h2>
      </header>
      <MatchActions match={match} isOpen={isActing} onOpen={onAct} />
      <IfItEnds key={`ends ${id}`} match={match} />
      <div className={style.panelFacts}>
        <Facts
          rows={[
            ['At worst', <Kept key="worst" loses={match.worst} />],
            ['Staked', amountText(match.staked)],
            ['Open bets', countText(match.bets)],
            ['Margin', percentText(match.margin_percent)],
          ]}
        />
      </div>
      <SetByHand
        key={`hands ${id}`}
        match={match}
        outcome={undefined}
        isOpen={setting === id}
        onOpen={(isOpen) => setSetting(isOpen ? id : undefined)}
      />
      <LastBets key={`bets ${id}`} matchId={id} />
      <div className={style.foot}>
        <SuspendButton match={match} isOpen={isActing} onOpen={onAct} />
      </div>
    </>
  )
}
