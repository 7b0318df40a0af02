import { useLingui } from '@lingui/react/macro'
import { useLiveText } from '@nare/client/use-live'
import type { MarketView, MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { useEffect, useEffectEvent, useRef } from 'react'
import { partText } from '../../../i18n/pick-text.ts'
import { useVisible } from '../../../odds/use-visible.ts'
import type { PickPart } from '../../../state/picks.ts'
import { shortReason, type Reason } from './clash-text.ts'
import { keyName } from './key-name.ts'
import { partOf, reasonAgainst } from './offer.ts'
import { pickKey, type together } from './together.ts'
import type { Combined } from './use-combination.ts'
import style from './build.module.css'

type AdditionProps = {
  match: MatchView
  line: MarketView
  outcome: MarketView['odds'][number]
  picks: readonly PickPart[]
  judge: ReturnType<typeof together>
  combined: Combined | undefined
  onPress: (part: PickPart, reason: Reason | undefined) => void
  /** Called when the key of a pick that can be added comes into sight or leaves it. */
  onSight: (part: PickPart, isSeen: boolean) => void
}

/** The key of one pick: its name, and below it the price of all with it, its price alone, or why it cannot be added. */
export function Addition({ match, line, outcome, picks, judge, combined, onPress, onSight }: AdditionProps) {
  const { t } = useLingui()
  const key = useRef<HTMLButtonElement>(null)
  const part = partOf(line, outcome)
  const [state, price] = useLineNow(match, line, outcome)
  const isPicked = picks.some((pick) => pickKey(pick) === pickKey(part))
  const reason = isPicked
    ? undefined
    : reasonAgainst(part, { picks, judge, isOpen: state === 'open' && price !== '', combined })
  const isAskedFor = useVisible(key) && !isPicked && reason === undefined
  const see = useEffectEvent((isSeen: boolean) => onSight(part, isSeen))
  useEffect(() => {
    if (!isAskedFor) return undefined
    see(true)
    return () => see(false)
  }, [isAskedFor])
  const becomes = isPicked ? undefined : combined?.odd_value
  const name = partText(part, match)
  const shown = reason ? shortReason(reason, match) : (becomes ?? price)
  const spoken = !reason && becomes ? t`becomes ${becomes}` : shown
  return (
    <button
      ref={key}
      type="button"
      className={`odd ${style.key}`}
      tabIndex={isFirst(line, outcome) ? 0 : -1}
      aria-pressed={isPicked}
      aria-disabled={reason !== undefined || undefined}
      aria-label={`${name}, ${spoken}`}
      onClick={() => onPress(part, reason)}
    >
      <small>{keyName(outcome, match)}</small>
      {reason ? (
        <span className={style.why} data-why={reason.why}>
          {(reason.why === 'impossible' || reason.why === 'suspended') && <Icon name="lock" size={12} />}
          {shown}
        </span>
      ) : (
        <span className={becomes ? style.becomes : 'num'}>
          {becomes && <span aria-hidden="true">→ </span>}
          <span className="num">{shown}</span>
        </span>
      )}
      {isPicked && (
        <i className="tick" aria-hidden="true">
          ✓
        </i>
      )}
    </button>
  )
}

/** Tab reaches each line once. */
const isFirst = ({ odds }: MarketView, outcome: MarketView['odds'][number]): boolean => odds[0] === outcome

/** The state of a line and the price of its outcome now; an empty price if it has none. */
function useLineNow(
  { match_id }: MatchView,
  line: MarketView,
  { odd_key, odd_value }: MarketView['odds'][number],
): [state: string, price: string] {
  const live = useLiveText(
    `market:${match_id}:${line.sub_type_id}`,
    line.special_bet_value,
    ({ state, odds }) => `${state};${odds.find(([key]) => key === odd_key)?.[1] ?? ''}`,
  )
  const [state = '', price = ''] = (live ?? `${line.state};${odd_value ?? ''}`).split(';')
  return [state, price]
}
