import { operatorBoard, type BoardRow, type SheetMarket } from '@nare/contract/operator-trading-board'
import { Button } from '@nare/ui/button'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Keys, Tag } from '../../parts/controls.tsx'
import { amountText, countText, percentText } from '../../parts/format.ts'
import { useRested } from '../../parts/rested.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { priceOf, type Side } from './board-columns.tsx'
import { marketTitle } from './chosen.ts'
import type { Asked } from './hands/asked.ts'
import { outcomeOf } from './hands/names.ts'
import type { HandOutcome } from './hands/scopes.ts'
import { SetByHand } from './hands/set-by-hand.tsx'
import { IfItEnds } from './if-it-ends.tsx'
import { LastBets } from './last-bets.tsx'
import { MatchActions, SuspendButton } from './match-actions.tsx'
import { Kept } from './kept.tsx'
import { isInPlay, minuteText, scoreText, sideOf, stateOf } from './words.ts'
import style from './match-panel.module.css'

const everyMs = 5_000

type Props = {
  readonly match: BoardRow
  /** The outcome of the first market that is looked at. */
  readonly side: Side
  readonly asked: Asked | undefined
  readonly onAsk: (asked: Asked | undefined) => void
}

/** The match with the cursor beside the board: its score, what each end would cost, the last bets, and what can be done. */
export function MatchPanel({ match, side, asked, onAsk }: Props) {
  const { match_id: id, home_team, away_team, competition, score, game_id } = match
  const may = useMay()('trading.act')
  const [home, away] = score?.split(':') ?? []
  // What forms and lists call the markets, and what is fair; the cursor passes many matches on its way to one.
  const isRested = useRested(id) !== undefined
  const { data: sheet } = useRead(operatorBoard.sheet, { id }, { enabled: isRested || asked !== undefined, everyMs })
  const markets = sheet?.match_id === id ? sheet.markets : []
  const outcome = outcomeAt(match, side, markets)
  const isActing = asked?.kind === 'suspend'
  const suspend = (isOpen: boolean): void => onAsk(isOpen ? { kind: 'suspend' } : undefined)
  return (
    <div className={style.panel}>
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
      <MatchActions match={match} isOpen={isActing} onOpen={suspend} />
      {asked && !isActing && hands()}
      <IfItEnds key={`ends ${id}`} match={match} />
      <dl className={style.panelFacts}>
        <Fact name="At worst">{match.bets === 0 ? '–' : <Kept loses={match.worst} />}</Fact>
        <Fact name="Staked">{amountText(match.staked)}</Fact>
        <Fact name="Open bets">{countText(match.bets)}</Fact>
        <Fact name="Margin">{percentText(match.margin_percent)}</Fact>
      </dl>
      <LastBets key={`bets ${id}`} matchId={id} />
      {!(asked && !isActing) && hands()}
      {may && (
        <div className={style.foot}>
          <SuspendButton match={match} isOpen={isActing} onOpen={suspend} />
          <Button look="soft" disabled={!outcome || asked?.kind === 'price'} onClick={() => onAsk({ kind: 'price' })}>
            Price {outcome && sideOf[side]} <Keys names={['p']} />
          </Button>
          <Button look="soft" onClick={() => onAsk({ kind: 'rule', of: 'margin' })}>
            Margin <Keys names={['m']} />
          </Button>
          <Button look="soft" onClick={() => onAsk({ kind: 'rule', of: 'stake' })}>
            Limit <Keys names={['l']} />
          </Button>
        </div>
      )}
    </div>
  )

  /** What is set stands at the end; its forms at the beginning, where they are seen. */
  function hands() {
    return <SetByHand key={`hands ${id}`} short {...{ match, outcome, markets, asked, onAsk }} />
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An outcome of the first market as forms name it; undefined for one that is not on the board. */
function outcomeAt(match: BoardRow, side: Side, markets: readonly SheetMarket[]): HandOutcome | undefined {
  const offered = priceOf(match, side)
  const { market_id: marketId } = match
  if (marketId === null || offered === undefined) return undefined
  const found = outcomeOf(markets, marketId, side)
  const marketName = found ? marketTitle(found.market) : 'First market'
  return {
    ...{ marketId, oddKey: side, marketName, name: `${marketName}: ${sideOf[side]}` },
    ...{ offered, fair: found?.outcome.fair ?? null },
  }
}
