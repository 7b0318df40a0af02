import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { sportName } from '../sports.ts'
import type { Asked } from './asked.ts'
import { VoidEndForm } from '../results/void-end-form.tsx'
import { partText } from './hand-list.tsx'
import { outcomeName, outcomeOf } from './names.ts'
import { PriceForm } from './price-form.tsx'
import { RuleForm } from './rule-form.tsx'
import { StopForm } from './stop-form.tsx'
import type { HandMatch, HandOutcome, HandPrice, Rule } from './scopes.ts'

type Props = {
  readonly match: HandMatch
  readonly outcome: HandOutcome | undefined
  readonly markets: readonly SheetMarket[]
  readonly asked: Asked
  readonly rules: readonly Rule[]
  /** The price by hand of the outcome. */
  readonly hand: HandPrice | undefined
  readonly onClose: () => void
}

/** The form that is open of what a trader sets by hand. */
export function HandForm({ match, outcome, markets, asked, rules, hand, onClose }: Props) {
  switch (asked.kind) {
    case 'suspend':
      return null
    case 'rule':
      return <RuleForm {...{ match, rules, onClose }} market={outcome && marketOf(outcome)} kind={asked.of} />
    case 'stop':
      return (
        <StopForm scope={{ level: 'market', match, ...asked.part }} isStopped={asked.isStopped} onClose={onClose} />
      )
    case 'level': {
      const { level, isStopped } = asked
      const scope =
        level === 'sport'
          ? { level, id: match.sport_id, name: sportName(match.sport_id) }
          : { level, id: match.competition_id, name: match.competition }
      return <StopForm {...{ scope, isStopped, onClose }} />
    }
    case 'void':
      return (
        <VoidEndForm
          match={match}
          part={asked.of}
          name={partText(asked.of.sub_type_id, asked.of, markets)}
          onClose={onClose}
        />
      )
    case 'end': {
      const { sub_type_id: marketId, odd_key: oddKey } = asked.of
      const part = { marketId, oddKey, name: outcomeName(markets, marketId, oddKey) }
      const fair = outcomeOf(markets, marketId, oddKey)?.outcome.fair ?? null
      return <PriceForm {...{ match, part, fair, onClose }} hand={asked.of} offered={asked.of.price} ends />
    }
    case 'price':
      return (
        outcome && (
          <PriceForm {...{ match, hand, onClose }} part={outcome} offered={outcome.offered} fair={outcome.fair} />
        )
      )
  }
}

const marketOf = ({ marketId, marketName }: HandOutcome): { id: string; name: string } => ({
  ...{ id: marketId, name: marketName },
})
