import { ownRows } from '#platform/own-rows'

/** What this area keeps about a bettor, for the bettor's download. */
export const protectionOfBettor = [
  ownRows('protection.bettor_limit', {
    about: 'Limits',
    key: [
      ['kind', 'text'],
      ['period', 'text'],
    ],
  }),
  ownRows('protection.limit_change', { about: 'Changes of limits', key: [['no', 'bigint']] }),
  ownRows('protection.exclusion', {
    about: 'Breaks and exclusions',
    key: [
      ['since', 'timestamptz'],
      ['no', 'bigint'],
    ],
  }),
  ownRows('protection.closed', { about: 'The closing of the account', key: [['since', 'timestamptz']] }),
  ownRows('protection.preference', { about: 'Preferences of play', key: [['bettor_id', 'bigint']] }),
  ownRows('protection.refusal', {
    about: 'Stakes and deposits refused by a limit or break',
    key: [
      ['at', 'timestamptz'],
      ['reason', 'text'],
    ],
  }),
  ownRows('protection.proof_required', { about: 'Proof that was asked for', key: [['since', 'timestamptz']] }),
]
