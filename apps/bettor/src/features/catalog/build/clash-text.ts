import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { partText } from '../../../i18n/pick-text.ts'
import type { PickPart } from '../../../state/picks.ts'
import type { Clash } from './together.ts'

/**
 * Why a pick cannot be added: it does not go together with others (by `together`), it is suspended, it has no joint price now, or the
 * combination is full.
 */
export type Reason = {
  why: Clash['why'] | 'suspended' | 'no_price' | 'full'
  /** The picks that it is about; none of them if it is about all. */
  others: readonly PickPart[]
}
/** A pick that was tapped though it does not go with the others, and why. */
export type Refused = { part: PickPart; reason: Reason }

type Teams = { home_team: string; away_team: string }

/** The reason in a few words, on the key of the pick. */
export function shortReason({ why, others }: Reason, teams: Teams): string {
  const [only, more] = others
  const other = only && !more ? partText(only, teams) : undefined
  switch (why) {
    case 'impossible':
      return other === undefined ? i18n._(msg`against your picks`) : i18n._(msg`against ${other}`)
    case 'implied':
      return i18n._(msg`already inside your picks`)
    case 'contains':
      return other === undefined ? i18n._(msg`contains your picks`) : i18n._(msg`contains ${other}`)
    case 'not_combinable':
      return i18n._(msg`cannot be combined`)
    case 'suspended':
      return i18n._(msg`suspended`)
    case 'no_price':
      return i18n._(msg`no price now`)
    case 'full':
      return i18n._(msg`8 picks at most`)
  }
}

/** The reason in a sentence, with the pick. */
export function reasonSentence(part: PickPart, { why, others }: Reason, teams: Teams): string {
  const own = partText(part, teams)
  const [only, more] = others
  const other = only && !more ? partText(only, teams) : undefined
  switch (why) {
    case 'impossible':
      return other === undefined
        ? i18n._(msg`${own} cannot happen together with your picks`)
        : i18n._(msg`${own} and ${other} cannot both happen`)
    case 'implied':
      return i18n._(msg`${own} is already inside your picks: it adds nothing`)
    case 'contains':
      return other === undefined
        ? i18n._(msg`With ${own}, more than one of your picks adds nothing`)
        : i18n._(msg`With ${own}, your picks contain ${other} anyway: it adds nothing`)
    case 'not_combinable':
      return i18n._(msg`${own} cannot be combined with other picks`)
    case 'suspended':
      return i18n._(msg`${own} is suspended for a moment`)
    case 'no_price':
      return i18n._(msg`There is no price for your picks with ${own} now`)
    case 'full':
      return i18n._(msg`A combination has at most 8 picks. Remove one first`)
  }
}

/** Whether the pick can take the place of those that it does not go with. */
export const canSwap = ({ why, others }: Reason): boolean =>
  (why === 'impossible' || why === 'contains') && others.length > 0
