import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const promotionsOfBettor = [
  ownRows('promotions.place', { about: 'Promotions joined', key: [['promotion_id', 'bigint']] }),
  ownRows('promotions.reward', { about: 'Rewards of promotions', key: [['id', 'bigint']] }),
  ownRows('promotions.waiting_bet', { about: 'Lost bets that an insurance looks at', key: [['bet_id', 'bigint']] }),
]
