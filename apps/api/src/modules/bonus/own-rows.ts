import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const bonusOfBettor = [ownRows('bonus.grant', { about: 'Bonus grants', key: [['grant_id', 'bigint']] })]
