import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const casinoOfBettor = [
  ownRows('casino.round', { about: 'Rounds of game providers', key: [['id', 'bigint']] }),
  ownRows('casino.provider_tx', { about: 'Transactions of game providers', key: [['id', 'bigint']] }),
  ownRows('casino.session', { about: 'Sessions of games', key: [['id', 'bigint']] }),
  ownRows('casino.favourite', { about: 'Favourite games', key: [['game_id', 'text']] }),
  ownRows('casino.recent', { about: 'Games opened lately', key: [['game_id', 'text']] }),
]
