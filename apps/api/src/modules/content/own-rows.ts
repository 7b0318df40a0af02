import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const contentOfBettor = [
  ownRows('content.message_to', {
    about: 'Messages to many, as they were sent',
    key: [['message_id', 'bigint']],
    bettor: 'bettor',
    leave: ['why', 'provider_id'],
  }),
]
