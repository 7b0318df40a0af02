import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const boardsOfBettor = [
  ownRows('boards.score', { about: 'Places on leaderboards', key: [['season_id', 'int']] }),
  ownRows('boards.prize', { about: 'Prizes of leaderboards', key: [['season_id', 'int']] }),
  ownRows('boards.hidden', { about: 'The wish not to be shown on leaderboards', key: [['since', 'timestamptz']] }),
]
