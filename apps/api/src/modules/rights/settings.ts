import { setting, whole } from '#modules/settings/settings'

/** The settings of what bettors may ask of their data. */
export const rightsSettings = {
  erasureYears: setting({
    group: 'identity',
    weakens: 'down',
    key: 'identity.erasure_years',
    name: 'Years until erasure',
    about:
      'How many years after an account was closed its personal fields are erased. The law says how long they must be kept.',
    kind: whole({ least: 1, most: 50, unit: 'years' }),
    defaultOf: ({ country }) => country.erasureYears,
  }),
}
