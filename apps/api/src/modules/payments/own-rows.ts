import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const paymentsOfBettor = [
  ownRows('payments.deposit', { about: 'Deposits', key: [['id', 'bigint']] }),
  ownRows('payments.withdrawal', { about: 'Withdrawals and returns', key: [['id', 'bigint']] }),
]
