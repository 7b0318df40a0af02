import type { Country } from '#country/country'
import { setting, texts, type Values } from '#modules/settings/settings'

const house = { group: 'house', weakens: 'never' } as const

/** How bettors reach help: the help line that every page names, and the house. */
export const contactSettings = {
  helpLine: setting({
    ...house,
    key: 'house.help_line',
    name: 'Help line',
    about: 'The help line for people whom betting harms, on every page and print.',
    kind: texts({ longest: 20, form: /^[0-9+][0-9 ]{1,18}[0-9]$/, example: 'a number like 719 or 0800 720 021' }),
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
    kind: texts({ longest: 20, form: /^[0-9+][0-9 ]{1,18}[0-9]$/, example: 'a number like +254 700 000 000' }),
    defaultOf: ({ country }) => country.contacts['phone'] ?? '',
  }),
}

/** The contacts of the house by these values, with those that only the country has. */
export const contactsOf = (values: Values, { contacts }: Pick<Country, 'contacts'>): Record<string, string> => ({
  ...contacts,
  help_line: values(contactSettings.helpLine),
  email: values(contactSettings.email),
  phone: values(contactSettings.phone),
})
