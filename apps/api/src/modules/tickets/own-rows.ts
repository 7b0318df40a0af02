import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const ticketsOfBettor = [
  ownRows('betting.bet', {
    about: 'Tickets of all products',
    key: [
      ['placed_at', 'timestamptz'],
      ['bet_id', 'bigint'],
    ],
  }),
]
