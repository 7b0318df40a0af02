import { onOff, percents, setting } from '#modules/settings/settings'

/** The settings of the catalogue. */
export const catalogSettings = {
  aboveFairAlone: setting({
    group: 'second person',
    weakens: 'up',
    key: 'prices.above_fair_alone',
    name: 'Prices by hand of one person',
    about:
      'How far one person alone prices above fair in 24 hours, with what is still offered: the highest price of each match, all matches together.',
    kind: percents({ least: 0, most: 100_00 }),
    defaultOf: () => aboveFairAlone,
  }),
  combinationsOn: setting({
    group: 'bets',
    weakens: 'up',
    key: 'combinations.on',
    name: 'Same-match combinations',
    about:
      'Whether several picks of one soccer match may be bet on as one, and such bets be cashed out. Their margin is that of market 900.',
    kind: onOff,
    defaultOf: () => true,
  }),
}

/** By default one person alone adds at most 10 % to what a multi pays. */
export const aboveFairAlone = 10_00
