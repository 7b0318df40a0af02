import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const complaintsOfBettor = [
  ownRows('complaints.complaint', { about: 'Complaints and their answers', key: [['complaint_id', 'bigint']] }),
]
