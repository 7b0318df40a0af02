import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const pointsOfBettor = [
  ownRows('points.bet', { about: 'Points earned by tickets', key: [['bet_id', 'bigint']] }),
  ownRows('points.lot', { about: 'Points by when they expire', key: [['id', 'text']] }),
  ownRows('points.redemption', { about: 'Redeemed points', key: [['id', 'uuid']] }),
  // The reason is written for the house.
  ownRows('points.adjustment', { about: 'Points adjusted by the house', key: [['id', 'uuid']], leave: ['reason'] }),
]
