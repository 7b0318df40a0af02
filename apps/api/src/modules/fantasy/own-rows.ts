import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const fantasyOfBettor = [
  ownRows('fantasy.team', { about: 'Fantasy teams', key: [['week_no', 'int']] }),
  ownRows('fantasy.member', { about: 'Fantasy leagues joined', key: [['code', 'text']] }),
  ownRows('fantasy.prize', {
    about: 'Prizes of fantasy weeks',
    key: [
      ['week_no', 'int'],
      ['part', 'int'],
    ],
  }),
]
