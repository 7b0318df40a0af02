import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { Button } from '@nare/ui/button'
import { useState, type ReactNode } from 'react'
import { Empty, Facts, Tag } from '../../../parts/controls.tsx'
import { labelOf, whenText } from '../../../parts/format.ts'
import { useKeys } from '../../../parts/keys.ts'
import { serverNow } from '../../../wire/browser.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { PriceForm } from './price-form.tsx'
import { RuleForm } from './rule-form.tsx'
import { ruleText } from './rule-text.ts'
import { StopForm } from './stop-form.tsx'
import { handOf, holding, stopOf, type HandMatch, type HandPart, type Rule, type SetStop } from './scopes.ts'
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
  /** Whether a form is open; the page keeps it, because Esc closes the form and not the page then. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

type Asked =
  | { readonly kind: 'price' }
  | { readonly kind: 'rule'; readonly of: Rule['kind'] }
  | { readonly kind: 'stop'; readonly part: HandPart; readonly isStopped: boolean }

const everyMs = 5_000

/** What people have set that concerns a match, by whom and since when, and for a trader the forms to set and end it. */
export function SetByHand({ match, outcome, isOpen, onOpen }: Props) {
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
  useKeys([
    { keys: ['p'], label: 'price by hand', press: () => ask({ kind: 'price' }), on: isReady && outcome !== undefined },
    { keys: ['h'], label: 'hold market', press: () => marketPart && holds(marketPart), on: isReady && !!marketPart },
    { keys: ['l'], label: 'limits', press: () => ask({ kind: 'rule', of: 'stake' }), on: isReady },
  ])
  if (!data) return null
  const { stops, prices, rules } = data
  const hand = outcome && handOf(prices, outcome)
  const form = formOf()

  function formOf(): ReactNode {
    if (!asked) return undefined
    if (asked.kind === 'rule') return <RuleForm {...{ match, market, rules }} kind={asked.of} onClose={close} />
    if (asked.kind === 'stop')
      return <StopForm scope={{ level: 'market', match, ...asked.part }} isStopped={asked.isStopped} onClose={close} />
    return (
      outcome && (
        <PriceForm {...{ match, hand }} part={outcome} offered={outcome.offered} fair={outcome.fair} onClose={close} />
      )
    )
  }

  const held = (kind: Rule['kind'], usual: string): ReactNode => {
    const rule = holding(rules, kind, { match, marketId: outcome?.marketId })
    return (
      <>
        <b>{rule ? ruleText(rule) : usual}</b>
        <span className="t3"> {rule ? byText(rule) : ''}</span>
        {may && !isOpen && (
          <Button look="soft" small onClick={() => ask({ kind: 'rule', of: kind })}>
            Change
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
            Price of {outcome.name}
          </Button>
          <Button look="soft" small onClick={() => holds(marketPart)}>
            {marketStop ? 'Open' : 'Hold'} {outcome.marketName}
          </Button>
        </div>
      )}
      <Facts
        rows={[
          ['Margin', held('margin', 'usual')],
          ['Most on one bet', held('stake', 'none')],
          ['Most we lose on an outcome', held('liability', 'none')],
        ]}
      />
      {stops.length + prices.length === 0 && <Empty>No stop and no price by hand.</Empty>}
      <ul className={style.list}>
        {stops.map((stop) => (
          <li key={`${stop.level} ${stop.id} ${stop.line} ${stop.odd_key}`}>
            <Tag tone="amber">Stopped</Tag> {stopText(stop)}
            <span className="t3"> {whoText(stop)}</span>
            {isReady && stop.level === 'market' && (
              <Button look="soft" small onClick={() => ask({ kind: 'stop', part: partOf(stop), isStopped: true })}>
                Open again
              </Button>
            )}
          </li>
        ))}
        {prices.map(({ sub_type_id, odd_key, price, model, by, since }) => (
          <li key={`${sub_type_id} ${odd_key}`}>
            <Tag tone="amber">By hand</Tag> {labelOf(odd_key)} <b>{price ?? 'not offered'}</b>
            <span className="t3">
              {' '}
              feed {model ?? '–'}, {by}, {whenText(since, serverNow())}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const levelText: Readonly<Record<SetStop['level'] | 'all', string>> = {
  all: 'everything',
  live: 'all live matches',
  sport: 'the sport',
  competition: 'the competition',
  match: 'the match',
  market: 'market',
}

function stopText({ level, id, line, odd_key }: SetStop): string {
  if (level !== 'market') return levelText[level]
  return [`market ${id}`, line, odd_key && labelOf(odd_key)].filter((part) => part).join(' ')
}

const partOf = ({ id, line, odd_key }: SetStop): HandPart => ({
  marketId: id,
  line: line ?? undefined,
  oddKey: odd_key ?? undefined,
  name: [`market ${id}`, line, odd_key].filter((part) => part).join(' '),
})

const whoText = ({ by, since }: Pick<SetStop, 'by' | 'since'>): string =>
  by === null ? '' : `${by}, ${whenText(since, serverNow())}`

/** The level of a rule that holds, and who set it. */
const byText = (rule: Rule): string => [levelText[rule.level], whoText(rule)].filter(Boolean).join(', ')
