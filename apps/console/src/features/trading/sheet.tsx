import { operatorBoard, type Sheet } from '@nare/contract/operator-trading-board'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty, Facts, SectionHead, Tag } from '../../parts/controls.tsx'
import { amountText, countText, durationText, moneyText, percentText, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { Happened } from './happened.tsx'
import { useAsked } from './hands/asked.ts'
import type { HandOutcome } from './hands/scopes.ts'
import { SetByHand } from './hands/set-by-hand.tsx'
import { IfItEnds } from './if-it-ends.tsx'
import { Kept } from './kept.tsx'
import { Markets } from './markets.tsx'
import { MatchActions, SuspendButton } from './match-actions.tsx'
import { MatchDecisions } from './results/match-decisions.tsx'
import { OutcomeColumn } from './outcome-column.tsx'
import { boardPlace } from './board-place.ts'
import { chosenOf, marketTitle, type Chosen } from './chosen.ts'
import { useTradingKeys } from './trading-tabs.tsx'
import { isInPlay, minuteText, scoreText, stateOf } from './words.ts'
import style from './match.module.css'

const everyMs = 3_000

/** A match with its markets, what each outcome costs, what happened and what can be done. The outcome that is looked at stands in the address. */
export function SheetPage() {
  const { id = '' } = useParams({ strict: false })
  const may = useMay()('trading.read')
  const { data, error, refetch } = useRead(operatorBoard.sheet, { id }, { enabled: may, everyMs, isForgotten: true })
  // The search finds matches for everybody; who does not trade sees the bets on it.
  if (!may) return <Navigate to="/bets" search={{ match_id: id } as never} replace />
  if (data && data.match_id === id) return <Match sheet={data} />
  if (!error) return <Empty>Loading…</Empty>
  return error.reply.status === 404 || error.reply.status === 400 ? (
    <Empty>There is no match {id}.</Empty>
  ) : (
    <LoadFailed error={error} onRetry={() => void refetch()} />
  )
}

function Match({ sheet }: { sheet: Sheet }) {
  const [{ market, key }, setFilters] = useFilters<'market' | 'key' | 'markets'>()
  const navigate = useNavigate()
  useTradingKeys()
  const [asked, ask] = useAsked()
  const isActing = asked?.kind === 'suspend'
  const suspend = (isOpen: boolean): void => ask(isOpen ? { kind: 'suspend' } : undefined)
  const chosen = chosenOf(sheet.markets, { marketId: market, oddKey: key })
  const choose = ({ marketId, oddKey }: Pick<Chosen, 'marketId' | 'oddKey'>): void =>
    setFilters({ market: marketId, key: oddKey })
  useKeys([
    {
      ...{ keys: ['Escape'], label: 'board', on: asked === undefined },
      press: () => void navigate({ to: '/trading', search: boardPlace.get() as never }),
    },
  ])
  return (
    <>
      <SheetHead sheet={sheet}>
        <SuspendButton match={sheet} isOpen={isActing} onOpen={suspend} />
      </SheetHead>
      <div className={style.columns}>
        <div className={style.column}>
          <Markets markets={sheet.markets} chosen={chosen} onChoose={choose} />
        </div>
        <div className={style.rest}>
          <div className={style.column}>
            {chosen && <OutcomeColumn match={sheet} chosen={chosen} />}
            <IfItEnds match={sheet} />
          </div>
          <div className={style.column} data-side data-acting={asked !== undefined || undefined}>
            <MatchActions match={sheet} isOpen={isActing} onOpen={suspend} />
            <SetByHand
              match={sheet}
              outcome={chosen && handOutcome(chosen)}
              markets={sheet.markets}
              asked={asked}
              onAsk={ask}
            />
            <MatchDecisions match={sheet} lines={sheet.markets} />
            <Limits sheet={sheet} />
            <Happened moments={sheet.timeline} />
          </div>
        </div>
      </div>
    </>
  )
}

const handOutcome = ({ market, outcome, marketId, oddKey }: Chosen): HandOutcome => ({
  ...{ marketId, oddKey, line: market.line, marketName: marketTitle(market) },
  ...{ name: `${marketTitle(market)}: ${outcome.display}`, offered: outcome.price, fair: outcome.fair },
})

function SheetHead({ sheet, children }: { sheet: Sheet; children: ReactNode }) {
  const { home_team, away_team, score, competition, game_id, start_time, price_age_s: age } = sheet
  const state = stateOf(sheet)
  return (
    <header className={style.head}>
      <div className={style.name}>
        <nav aria-label="Place">
          <Link to="/trading" search={boardPlace.get() as never}>
            Trading
          </Link>{' '}
          <span aria-hidden="true">›</span> {competition} <span aria-hidden="true">›</span> {game_id}
        </nav>
        <h1>
          {home_team} {score ? <b className={style.score}>{scoreText(score)}</b> : <span className="t3">–</span>}{' '}
          {away_team}
        </h1>
      </div>
      <div className={style.clock}>
        {isInPlay(sheet) ? (
          <b className={style.live}>{minuteText(sheet)}</b>
        ) : (
          <b>{whenText(start_time, serverNow())}</b>
        )}
        <Tag tone={state.isAsking ? 'amber' : undefined}>{state.text}</Tag>
      </div>
      <dl>
        <Fact name="Open bets">{countText(sheet.bets)}</Fact>
        <Fact name="Staked">{amountText(sheet.staked)}</Fact>
        <Fact name="At worst">{sheet.bets === 0 ? '–' : <Kept loses={sheet.worst} />}</Fact>
        <Fact name="Margin">{percentText(sheet.margin_percent)}</Fact>
        <Fact name="Price age">{age === null ? '–' : age < 10 ? `${age.toFixed(1)} s` : durationText(age)}</Fact>
      </dl>
      <div className={style.tools}>{children}</div>
    </header>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What holds for every match; what people have set for this one stands above. */
function Limits({ sheet: { limits } }: { sheet: Sheet }) {
  return (
    <section className={style.limits} aria-labelledby="limits">
      <SectionHead id="limits" title="Limits" />
      <Facts
        rows={[
          ['Most a bet pays', moneyText(limits.payout)],
          ['Delay in play', `${limits.delay_s} s`],
        ]}
      />
    </section>
  )
}
