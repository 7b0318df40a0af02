import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const leagueOfBettor = [
  ownRows('league.leg', {
    about: 'Picks of tickets of the virtual league',
    key: [
      ['match_id', 'int'],
      ['bet_id', 'bigint'],
      ['n', 'int'],
    ],
  }),
]
