import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const bettingOfBettor = [
  ownRows('betting.leg', {
    about: 'Picks of tickets',
    key: [
      ['match_id', 'int'],
      ['bet_id', 'bigint'],
      ['n', 'int'],
    ],
  }),
  ownRows('betting.cash_out', { about: 'Cash-outs', key: [['id', 'uuid']] }),
  ownRows('betting.cash_out_rule', { about: 'Automatic cash-outs', key: [['bet_id', 'bigint']] }),
  ownRows('betting.edit', { about: 'Bets that were edited', key: [['bet_id', 'bigint']] }),
  ownRows('betting.referral', { about: 'Bets that a trader looked at', key: [['bet_id', 'bigint']] }),
]
