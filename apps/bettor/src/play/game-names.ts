import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import { stored } from '../state/browser.ts'

/** The in-house games: those of a single bettor, and crash, which all bettors share. */
export type OwnGame = GameName | 'crash'

/** The name of each in-house game. */
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

/** Returns the name of an in-house game in the bettor's language, or `otherwise` for an unknown game. */
export function useOwnGameName(): (game: string, otherwise?: string) => string {
  const { i18n } = useLingui()
  return (game, otherwise = game) => (isOwn(game) ? i18n._(ownGameNames[game]) : otherwise)
}

/** Returns the name of a game of the lobby: translated for in-house games, the provider's name for others. */
export function useLobbyName(): (game: { readonly game_id: string; readonly name: string }) => string {
  const ownName = useOwnGameName()
  return ({ game_id, name }) => (game_id.startsWith('nare:') ? ownName(game_id.slice('nare:'.length), name) : name)
}

const lastKey = 'last-game'

/** Stores the game that the bettor plays now, by its id in the lobby ("nare:dice"), with its stake, for the lobby's tile "Last played". */
export function keepLastGame(id: string, stake: string): void {
  stored.write(lastKey, [id, stake])
}

/** The game that was played last on this device, and its stake. */
export function lastGame(): { id: string; stake: string } | undefined {
  const kept = stored.read(lastKey)
  const [id, stake]: readonly unknown[] = Array.isArray(kept) ? kept : []
  return typeof id === 'string' && typeof stake === 'string' ? { id, stake } : undefined
}
