import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'

/** The games of the house: those of one bettor, and crash, which all play together. */
export type OwnGame = GameName | 'crash'

/** What a bettor calls each of them. */
export const ownGameNames: Readonly<Record<OwnGame, MessageDescriptor>> = {
  crash: msg`Crash`,
  dice: msg`Dice`,
  limbo: msg`Limbo`,
  mines: msg`Mines`,
  plinko: msg`Plinko`,
  keno: msg`Keno`,
  wheel: msg`Wheel`,
  roulette: msg`Roulette`,
  'hi-lo': msg`Hi-lo`,
  blackjack: msg`Blackjack`,
}

const isOwn = (game: string): game is OwnGame => Object.hasOwn(ownGameNames, game)

/** The name of a game of the house in the bettor's language; one that this build does not know has `otherwise`. */
export function useOwnGameName(): (game: string, otherwise?: string) => string {
  const { i18n } = useLingui()
  return (game, otherwise = game) => (isOwn(game) ? i18n._(ownGameNames[game]) : otherwise)
}

/** The name of a game of the lobby: those of the house have one in each language, others have their provider's. */
export function useLobbyName(): (game: { readonly game_id: string; readonly name: string }) => string {
  const ownName = useOwnGameName()
  return ({ game_id, name }) => (game_id.startsWith('nare:') ? ownName(game_id.slice('nare:'.length), name) : name)
}
