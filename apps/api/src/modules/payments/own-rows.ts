import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const paymentsOfBettor = [
  // Whoever paid from another phone has a number of his own.
  ownRows('payments.deposit', { about: 'Deposits', key: [['id', 'bigint']], leave: ['payer'] }),
  ownRows('payments.withdrawal', { about: 'Withdrawals and returns', key: [['id', 'bigint']] }),
]
