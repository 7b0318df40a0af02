import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const gamesOfBettor = [
  ownRows('games.round', { about: 'Rounds of games', key: [['bet_id', 'bigint']] }),
  ownRows('games.move', {
    about: 'Moves in rounds of games',
    key: [
      ['bet_id', 'bigint'],
      ['n', 'int'],
    ],
  }),
  ownRows('games.server_seed', { about: 'Seeds of games', key: [['seed_id', 'bigint']] }),
  ownRows('games.crash_bet', { about: 'Bets of the crash game', key: [['bet_id', 'bigint']], bettor: 'bettor' }),
]
