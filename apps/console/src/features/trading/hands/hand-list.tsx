import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { Button } from '@nare/ui/button'
import { Keys, Tag } from '../../../parts/controls.tsx'
import { whenText } from '../../../parts/format.ts'
import { serverNow } from '../../../wire/browser.ts'
import { sportName } from '../sports.ts'
import type { Asked } from './asked.ts'
import { marketName, outcomeName } from './names.ts'
import type { HandMatch, HandPart, HandPrice, Rule, SetStop, VoidPart } from './scopes.ts'
import style from './hands.module.css'

type Props = {
  readonly stops: readonly SetStop[]
  readonly prices: readonly HandPrice[]
  readonly voids: readonly VoidPart[]
  readonly markets: readonly SheetMarket[]
  /** The price by hand of the outcome that is looked at. */
  readonly hand: HandPrice | undefined
  /** Whether voids can be ended too. */
  readonly mayDecide: boolean
  /** Undefined while nothing can be ended. */
  readonly onAsk: ((asked: Asked) => void) | undefined
}

/** The stops, the prices by hand and the voids, each with its author and its end. */
export function HandList({ stops, prices, voids, markets, hand, mayDecide, onAsk }: Props) {
  return (
    <ul className={style.list}>
      {stops.map((stop) => (
        <li key={`${stop.level} ${stop.id} ${stop.line} ${stop.odd_key}`}>
          <Tag tone="amber">Stopped</Tag> {stopText(stop, markets)}
          <span className="t3"> {whoText(stop)}</span>
          {onAsk && stop.level === 'market' && (
            <Button
              look="soft"
              small
              onClick={() => onAsk({ kind: 'stop', part: partOf(stop, markets), isStopped: true })}
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
          {onAsk && (
            <Button look="soft" small onClick={() => onAsk({ kind: 'end', of: one })}>
              End {one === hand && <Keys names={['f']} />}
            </Button>
          )}
        </li>
      ))}
      {voids.map((one) => (
        <li key={`void ${one.sub_type_id} ${one.line} ${one.odd_key}`}>
          <Tag tone="amber">Void</Tag> {partText(one.sub_type_id, one, markets)}
          <span className="t3"> {whoText(one)}</span>
          {onAsk && mayDecide && (
            <Button look="soft" small onClick={() => onAsk({ kind: 'void', of: one })}>
              End<span className="unseen"> the void of {partText(one.sub_type_id, one, markets)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The way to stop the whole competition or sport of a match, or to end that. */
export function WiderStops({
  match,
  stops,
  onAsk,
}: {
  match: HandMatch
  stops: readonly SetStop[]
  onAsk: (asked: Asked) => void
}) {
  const names = { competition: match.competition, sport: sportName(match.sport_id) }
  return (
    <div className={style.wider}>
      {(['competition', 'sport'] as const).map((level) => {
        const isStopped = stops.some((stop) => stop.level === level)
        return (
          <button key={level} type="button" onClick={() => onAsk({ kind: 'level', level, isStopped })}>
            {isStopped ? `Open ${names[level]} again` : `Suspend ${names[level]}`}
          </button>
        )
      })}
    </div>
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

function stopText({ level, id, line, odd_key }: SetStop, markets: readonly SheetMarket[]): string {
  return level === 'market' ? partText(id, { line, odd_key }, markets) : levelText[level]
}

/** A market, a line or an outcome, as the page calls it. */
export const partText = (
  id: string,
  { line, odd_key }: Pick<SetStop, 'line' | 'odd_key'>,
  markets: readonly SheetMarket[],
): string => (odd_key ? outcomeName(markets, id, odd_key) : marketName(markets, id, line))

const partOf = (stop: SetStop, markets: readonly SheetMarket[]): HandPart => ({
  marketId: stop.id,
  line: stop.line ?? undefined,
  oddKey: stop.odd_key ?? undefined,
  name: stopText(stop, markets),
})

const whoText = ({ by, since }: Pick<SetStop, 'by' | 'since'>): string =>
  by === null ? '' : `${by}, ${whenText(since, serverNow())}`

/** The level of a rule that holds, and who set it; nothing for what holds by default. */
export const byText = (rule: Rule): string =>
  rule.by === null ? '' : [levelText[rule.level], whoText(rule)].join(', ')
