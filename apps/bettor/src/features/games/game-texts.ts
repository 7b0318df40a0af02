import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OwnGame } from '../../play/game-names.ts'

/** A one-line description of each game. */
export const gameTexts: Readonly<Record<OwnGame, MessageDescriptor>> = {
  crash: msg`Everyone's curve: get out before it ends`,
  dice: msg`Over or under your number`,
  limbo: msg`How high does the number go?`,
  mines: msg`Open fields, stop before a mine`,
  plinko: msg`A ball falls through the pegs`,
  keno: msg`Up to 10 numbers of 40`,
  wheel: msg`One spin, one multiplier`,
  roulette: msg`European, one zero`,
  'hi-lo': msg`Is the next card higher or lower?`,
  blackjack: msg`Closer to 21 than the dealer`,
}
