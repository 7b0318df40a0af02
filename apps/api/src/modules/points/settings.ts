import { setting, whole } from '#modules/settings/settings'

/** The settings of points. */
export const pointSettings = {
  adjustAloneMax: setting({
    group: 'second person',
    weakens: 'up',
    key: 'points.adjust_alone_max',
    name: 'Points by one person',
    about: 'How many points one person adds or takes in 24 hours alone, of all bettors together.',
    kind: whole({ least: 0, most: 10_000_000, unit: 'points' }),
    defaultOf: ({ country }) => country.points.adjustAloneMax,
  }),
}
