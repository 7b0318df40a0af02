import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { Button } from '@nare/ui/button'
import { useState, type ReactNode } from 'react'
import { Facts, Keys, Tag } from '../../../parts/controls.tsx'
import { whenText } from '../../../parts/format.ts'
import { useKeys } from '../../../parts/keys.ts'
import { serverNow } from '../../../wire/browser.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { marketName, outcomeName, outcomeOf } from './names.ts'
import { PriceForm } from './price-form.tsx'
import { RuleForm } from './rule-form.tsx'
import { ruleText } from './rule-text.ts'
import { StopForm } from './stop-form.tsx'
import {
  handOf,
  holding,
  stopOf,
  type HandMatch,
  type HandPart,
  type HandPrice,
  type Rule,
  type SetStop,
} from './scopes.ts'
import style from './hands.module.css'

/** The outcome that the page looks at. */
export type HandOutcome = HandPart & {
  readonly oddKey: string
  readonly marketName: string
  readonly offered: string | null
  readonly fair: string | null
}

type Props = {
  readonly match: HandMatch
  readonly outcome: HandOutcome | undefined
  /** The markets by whose names stops and prices are called, as far as the page knows them. */
  readonly markets?: readonly SheetMarket[]
  /** Whether a form is open; the page keeps it, because Esc closes the form and not the page then. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

type Asked =
  | { readonly kind: 'price' }
  | { readonly kind: 'end'; readonly of: HandPrice }
  | { readonly kind: 'rule'; readonly of: Rule['kind'] }
  | { readonly kind: 'stop'; readonly part: HandPart; readonly isStopped: boolean }

const everyMs = 5_000

/** What people have set that concerns a match, by whom and since when, and for a trader the forms to set and end it. */
export function SetByHand({ match, outcome, markets = [], isOpen, onOpen }: Props) {
  const may = useMay()('trading.act')
  const { data } = useRead(operatorTradingLimits.matchHands, { match_id: match.match_id }, { everyMs })
  const [asked, setAsked] = useState<Asked>()
  const ask = (what: Asked): void => {
    setAsked(what)
    onOpen(true)
  }
  const close = (): void => {
    setAsked(undefined)
    onOpen(false)
  }
  const market = outcome && { id: outcome.marketId, name: outcome.marketName }
  const marketPart = outcome && {
    marketId: outcome.marketId,
    line: outcome.line || undefined,
    name: outcome.marketName,
  }
  const marketStop = marketPart && stopOf(data?.stops ?? [], marketPart)
  const holds = (part: HandPart): void => ask({ kind: 'stop', part, isStopped: marketStop !== undefined })
  const isReady = may && !isOpen && data !== undefined
  const hand = outcome && handOf(data?.prices ?? [], outcome)
  useKeys([
    { keys: ['p'], label: 'price by hand', press: () => ask({ kind: 'price' }), on: isReady && outcome !== undefined },
    { keys: ['f'], label: 'feed’s price', press: () => hand && ask({ kind: 'end', of: hand }), on: isReady && !!hand },
    { keys: ['h'], label: 'hold market', press: () => marketPart && holds(marketPart), on: isReady && !!marketPart },
    { keys: ['m'], label: 'margin', press: () => ask({ kind: 'rule', of: 'margin' }), on: isReady },
    { keys: ['l'], label: 'limits', press: () => ask({ kind: 'rule', of: 'stake' }), on: isReady },
  ])
  if (!data) return null
  const { stops, prices, rules } = data
  const form = formOf()

  function formOf(): ReactNode {
    if (!asked) return undefined
    if (asked.kind === 'rule') return <RuleForm {...{ match, market, rules }} kind={asked.of} onClose={close} />
    if (asked.kind === 'stop')
      return <StopForm scope={{ level: 'market', match, ...asked.part }} isStopped={asked.isStopped} onClose={close} />
    if (asked.kind === 'end') {
      const { sub_type_id: marketId, odd_key: oddKey } = asked.of
      const part = { marketId, oddKey, name: outcomeName(markets, marketId, oddKey) }
      const fair = outcomeOf(markets, marketId, oddKey)?.outcome.fair ?? null
      return <PriceForm {...{ match, part, fair }} hand={asked.of} offered={asked.of.price} ends onClose={close} />
    }
    return (
      outcome && (
        <PriceForm {...{ match, hand }} part={outcome} offered={outcome.offered} fair={outcome.fair} onClose={close} />
      )
    )
  }

  const held = (kind: Rule['kind'], usual: string): ReactNode => {
    const key = keyOf[kind]
    const rule = holding(rules, kind, { match, marketId: outcome?.marketId })
    return (
      <>
        <b>{rule ? ruleText(rule) : usual}</b> <span className="t3">{rule ? byText(rule) : ''}</span>
        {may && !isOpen && (
          <Button
            look="soft"
            small
            aria-label={`Change: ${titleOf[kind]}`}
            onClick={() => ask({ kind: 'rule', of: kind })}
          >
            Change {key !== undefined && <Keys names={[key]} />}
          </Button>
        )}
      </>
    )
  }

  return (
    <section className={style.hands} aria-labelledby="set-by-hand">
      <h2 id="set-by-hand">Set by hand</h2>
      {form}
      {isReady && outcome && marketPart && (
        <div className={style.buttons}>
          <Button small onClick={() => ask({ kind: 'price' })}>
            Price of {outcome.name} <Keys names={['p']} />
          </Button>
          <Button look="soft" small onClick={() => holds(marketPart)}>
            {marketStop ? 'Open' : 'Hold'} {outcome.marketName} <Keys names={['h']} />
          </Button>
        </div>
      )}
      <Facts
        rows={[
          [titleOf.margin, held('margin', 'usual')],
          [titleOf.stake, held('stake', 'none')],
          [titleOf.liability, held('liability', 'none')],
        ]}
      />
      {stops.length + prices.length === 0 && <p className="t3">No stop and no price by hand.</p>}
      <ul className={style.list}>
        {stops.map((stop) => (
          <li key={`${stop.level} ${stop.id} ${stop.line} ${stop.odd_key}`}>
            <Tag tone="amber">Stopped</Tag> {stopText(stop, markets)}
            <span className="t3"> {whoText(stop)}</span>
            {isReady && stop.level === 'market' && (
              <Button
                look="soft"
                small
                onClick={() => ask({ kind: 'stop', part: partOf(stop, markets), isStopped: true })}
              >
                Open again
              </Button>
            )}
          </li>
        ))}
        {prices.map((one) => (
          <li key={`${one.sub_type_id} ${one.odd_key}`}>
            <Tag tone="amber">By hand</Tag> {outcomeName(markets, one.sub_type_id, one.odd_key)}{' '}
            <b>{one.price ?? 'not offered'}</b>
            <span className="t3">
              {' '}
              feed {one.model ?? '–'}, {one.by}, {whenText(one.since, serverNow())}
            </span>
            {isReady && (
              <Button look="soft" small onClick={() => ask({ kind: 'end', of: one })}>
                End {one === hand && <Keys names={['f']} />}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const titleOf: Readonly<Record<Rule['kind'], string>> = {
  margin: 'Margin',
  stake: 'Most on one bet',
  liability: 'Most lost on an outcome',
}
const keyOf: Partial<Record<Rule['kind'], string>> = { margin: 'm', stake: 'l' }

const levelText: Readonly<Record<SetStop['level'] | 'all', string>> = {
  all: 'everything',
  live: 'all live matches',
  sport: 'the sport',
  competition: 'the competition',
  match: 'the match',
  market: 'market',
}

function stopText({ level, id, line, odd_key }: SetStop, markets: readonly SheetMarket[]): string {
  if (level !== 'market') return levelText[level]
  return odd_key ? outcomeName(markets, id, odd_key) : marketName(markets, id, line)
}

const partOf = (stop: SetStop, markets: readonly SheetMarket[]): HandPart => ({
  marketId: stop.id,
  line: stop.line ?? undefined,
  oddKey: stop.odd_key ?? undefined,
  name: stopText(stop, markets),
})

const whoText = ({ by, since }: Pick<SetStop, 'by' | 'since'>): string =>
  by === null ? '' : `${by}, ${whenText(since, serverNow())}`

/** The level of a rule that holds, and who set it; nothing for what holds by default. */
const byText = (rule: Rule): string => (rule.by === null ? '' : [levelText[rule.level], whoText(rule)].join(', '))
