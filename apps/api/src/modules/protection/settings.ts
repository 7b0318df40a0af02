import type { Country } from '#country/country'
import { setting, texts, whole, type Values } from '#modules/settings/settings'

const house = { group: 'house', weakens: 'never' } as const

/** Where the house says its data lies. */
export const placeSettings = {
  dataPlace: setting({
    ...house,
    key: 'house.data_place',
    name: 'Where the data lies',
    about:
      'The country and the place of the servers that hold the data of bettors, as declared to the regulator. Printed when the server starts.',
    kind: texts({ longest: 120, form: /^[^<>{}=]{2,120}$/, example: 'a city and a country' }),
    defaultOf: () => 'not declared',
  }),
}

/** How bettors reach help: the help line that every page names, and the house. */
export const contactSettings = {
  hours: setting({
    ...house,
    key: 'house.hours',
    name: 'Hours of support',
    about: 'When the house’s support answers, on its pages.',
    kind: texts({ longest: 60, form: /^[^<>{}]{1,60}$/, example: 'hours like Every day, 7:00 to 23:00' }),
    defaultOf: ({ country }) => country.contacts['hours'] ?? '24/7',
  }),
  helpLine: setting({
    ...house,
    key: 'house.help_line',
    name: 'Help line',
    about: 'The help line for people whom betting harms, on every page and print.',
    kind: texts({ longest: 20, form: /^[0-9+][0-9 ]{1,18}[0-9]$/, example: 'a number like 0800 720 021' }),
    defaultOf: ({ country }) => country.contacts['help_line'] ?? '',
  }),
  email: setting({
    ...house,
    key: 'house.email',
    name: 'E-mail address',
    about: 'The e-mail address of the house’s support.',
    kind: texts({ longest: 120, form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, example: 'an address like help@example.com' }),
    defaultOf: ({ country }) => country.contacts['email'] ?? '',
  }),
  phone: setting({
    ...house,
    key: 'house.phone',
    name: 'Phone number',
    about: 'The phone number of the house’s support.',
    kind: texts({ longest: 20, form: /^[0-9+][0-9 ]{1,18}[0-9]$/, example: 'a number like 0700 000 000' }),
    defaultOf: ({ country }) => country.contacts['phone'] ?? '',
  }),
}

/** The contacts of the house by these values, with those that only the country has. */
export const contactsOf = (values: Values, { contacts }: Pick<Country, 'contacts'>): Record<string, string> => ({
  ...contacts,
  help_line: values(contactSettings.helpLine),
  email: values(contactSettings.email),
  phone: values(contactSettings.phone),
  hours: values(contactSettings.hours),
})

/** The settings of protection. The steps of a bettor's own limits and breaks follow the law and are no settings. */
export const protectionSettings = {
  realityCheck: setting({
    group: 'protection',
    weakens: 'up',
    key: 'protection.reality_check_min',
    name: 'Reality check',
    about: 'The longest time between two reminders of time and money. A bettor can choose a shorter one.',
    kind: whole({ least: 5, most: 60, unit: 'minutes' }),
    defaultOf: () => 60,
  }),
  proofPercent: setting({
    group: 'identity',
    weakens: 'down',
    key: 'identity.proof_percent',
    name: 'Proof of identity by chance',
    about: 'How many of new persons prove their identity before they deposit although nothing is known of them.',
    kind: whole({ least: 0, most: 100, unit: '%' }),
    defaultOf: ({ config }) => config.identity.proofPercent,
  }),
}

/** Where the data lies by these values. */
export const dataPlace = (values: Values): string => values(placeSettings.dataPlace)
