import { setting, whole } from '#modules/settings/settings'

const house = { group: 'house', weakens: 'never' } as const

/** The settings of notices. */
export const noticeSettings = {
  kickoffMinutes: setting({
    ...house,
    key: 'notices.kickoff_minutes',
    name: 'Notice before a kick-off',
    about: 'How many minutes before its start bettors are told that a match on their bets begins.',
    kind: whole({ least: 1, most: 120, unit: 'minutes' }),
    defaultOf: () => 15,
  }),
  smsDayMax: setting({
    ...house,
    key: 'notices.sms_day_max',
    name: 'SMS a day',
    about:
      'The most SMS about payments and won bets that a bettor who asked for them gets in a day, because each costs the house. 0 is none.',
    kind: whole({ least: 0, most: 50, unit: 'messages' }),
    defaultOf: () => 5,
  }),
}
