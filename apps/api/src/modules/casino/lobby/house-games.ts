import type { PlayedGame } from '#modules/games/games'

/** The provider of the house's own games, which are screens of this site. */
export const house = 'nare'

/** The id of an own game in the catalogue of the lobby. */
export const houseGameId = (game: PlayedGame['game']): string => `${house}:${game}`
