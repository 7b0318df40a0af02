import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. The keys of a browser stay here: with them its notices could be written. */
export const noticesOfBettor = [
  ownRows('notices.subscription', {
    about: 'Browsers that get notices',
    key: [['id', 'bigint']],
    leave: ['p256dh', 'auth'],
  }),
  ownRows('notices.choice', { about: 'How notices come', key: [['changed_at', 'timestamptz']] }),
]
