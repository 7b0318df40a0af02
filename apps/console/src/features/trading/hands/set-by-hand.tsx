import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { Button } from '@nare/ui/button'
import type { ReactNode } from 'react'
import { Facts, Keys } from '../../../parts/controls.tsx'
import { useKeys } from '../../../parts/keys.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { nameOf, type Asked } from './asked.ts'
import { HandForm } from './hand-form.tsx'
import { byText, HandList, WiderStops } from './hand-list.tsx'
import { ruleText } from './rule-text.ts'
import { handOf, holding, stopOf, type HandMatch, type HandOutcome, type HandPart, type Rule } from './scopes.ts'
import style from './hands.module.css'

type Props = {
  readonly match: HandMatch
  readonly outcome: HandOutcome | undefined
  /** The markets by whose names stops and prices are called, as far as the page knows them. */
  readonly markets?: readonly SheetMarket[]
  /** The form that is open; the page keeps it, because at most one is. */
  readonly asked: Asked | undefined
  readonly onAsk: (asked: Asked | undefined) => void
  /** Beside the board, whose foot has the buttons: only what somebody has set is said. */
  readonly short?: boolean
}

const everyMs = 5_000

/** What people have set that concerns a match, by whom and since when, and for a trader the forms to set and end it. */
export function SetByHand({ match, outcome, markets = [], asked, onAsk, short = false }: Props) {
  const mayOf = useMay()
  const may = mayOf('trading.act')
  const mayDecide = mayOf('trading.result')
  const { data } = useRead(operatorTradingLimits.matchHands, { match_id: match.match_id }, { everyMs })
  const marketPart = outcome && partOfMarket(outcome)
  const marketStop = marketPart && stopOf(data?.stops ?? [], marketPart)
  const holds = (part: HandPart): void => onAsk({ kind: 'stop', part, isStopped: marketStop !== undefined })
  const isReady = may && asked === undefined && data !== undefined
  const hand = outcome && handOf(data?.prices ?? [], outcome)
  // A form that is asked for before its facts are here opens once they are.
  const on = (name: string): boolean => may && (asked === undefined || nameOf(asked) !== name)
  useKeys([
    {
      keys: ['p'],
      label: 'set price',
      press: () => onAsk({ kind: 'price' }),
      on: on('price') && outcome !== undefined,
    },
    {
      keys: ['f'],
      label: 'feed’s price',
      press: () => hand && onAsk({ kind: 'end', of: hand }),
      on: on('end') && !!hand,
    },
    {
      keys: ['h'],
      label: 'hold market',
      press: () => marketPart && holds(marketPart),
      on: on('stop') && !!marketPart && !!data,
    },
    { keys: ['m'], label: 'margin', press: () => onAsk({ kind: 'rule', of: 'margin' }), on: on('rule margin') },
    { keys: ['l'], label: 'limits', press: () => onAsk({ kind: 'rule', of: 'stake' }), on: on('rule stake') },
  ])
  if (!data) return null
  const { stops, prices, rules, voids } = data

  const held = (kind: Rule['kind'], usual: string): ReactNode => {
    const key = keyOf[kind]
    const rule = holding(rules, kind, { match, marketId: outcome?.marketId })
    return (
      <>
        <b>{rule ? ruleText(rule) : usual}</b> <span className="t3">{rule ? byText(rule) : ''}</span>
        {may && !asked && !short && (
          <Button look="soft" small onClick={() => onAsk({ kind: 'rule', of: kind })}>
            Change<span className="unseen"> {titleOf[kind]}</span> {key !== undefined && <Keys names={[key]} />}
          </Button>
        )}
      </>
    )
  }
  const usual = { margin: 'usual', stake: 'none', liability: 'none' }
  const shownKinds = (Object.keys(titleOf) as Rule['kind'][]).filter(
    (kind) => !short || (holding(rules, kind, { match, marketId: outcome?.marketId })?.by ?? null) !== null,
  )

  return (
    <section className={style.hands} aria-labelledby="set-by-hand">
      <h2 id="set-by-hand">Set by hand</h2>
      {asked && (
        <HandForm
          key={nameOf(asked)}
          {...{ match, outcome, markets, asked, rules, hand }}
          onClose={() => onAsk(undefined)}
        />
      )}
      {isReady && !short && outcome && marketPart && (
        <div className={style.buttons}>
          <Button small onClick={() => onAsk({ kind: 'price' })}>
            Price of {outcome.name} <Keys names={['p']} />
          </Button>
          <Button look="soft" small onClick={() => holds(marketPart)}>
            {marketStop ? 'Open' : 'Hold'} {outcome.marketName} <Keys names={['h']} />
          </Button>
        </div>
      )}
      {shownKinds.length > 0 && <Facts rows={shownKinds.map((kind) => [titleOf[kind], held(kind, usual[kind])])} />}
      {stops.length + prices.length + voids.length === 0 && (
        <p className="t3">No stop, no price and no void by hand.</p>
      )}
      <HandList {...{ stops, prices, voids, markets, hand, mayDecide }} onAsk={isReady ? onAsk : undefined} />
      {isReady && <WiderStops {...{ match, stops }} onAsk={onAsk} />}
    </section>
  )
}

/** The market of an outcome, or the line of it. */
const partOfMarket = ({ marketId, line, marketName }: HandOutcome): HandPart => ({
  ...{ marketId, line: line || undefined, name: marketName },
})

const titleOf: Readonly<Record<Rule['kind'], string>> = {
  margin: 'Margin',
  stake: 'Most on one bet',
  liability: 'Most lost on an outcome',
}
const keyOf: Partial<Record<Rule['kind'], string>> = { margin: 'm', stake: 'l' }
