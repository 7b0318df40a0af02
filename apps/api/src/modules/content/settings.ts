import { brandColours, setting, texts, type Values } from '#modules/settings/settings'

const house = { group: 'house', weakens: 'never' } as const

/** The ground of each theme, and what stands on the colours of the brand; see tokens.css. */
const ground = { dark: '#100e17', light: '#f6f5fa' }
const usualColours = { dark: '#6e5aee', light: '#5640d6' }

/** The settings of the brand. */
export const brandSettings = {
  name: setting({
    ...house,
    key: 'house.name',
    name: 'Name',
    about:
      'The name of the house in pages, prints, the description of the calls, and the page that a browser and a search engine get first.',
    kind: texts({
      longest: 40,
      form: /^[\p{L}\p{N}][\p{L}\p{N} .&’'-]{0,39}$/u,
      example: 'a name of letters and digits',
    }),
    defaultOf: () => 'Nare',
  }),
  colours: setting({
    ...house,
    key: 'house.colours',
    name: 'Colours',
    about:
      'The colour of buttons and links in the bettors’ app, for the dark and the light theme. White text stands on it.',
    kind: brandColours({ ground, text: '#ffffff' }),
    defaultOf: () => usualColours,
  }),
}

/** The brand at one moment. `colours` is undefined while they are the usual ones of the app. */
export function brandOf(values: Values) {
  const { dark, light } = values(brandSettings.colours)
  const isUsual = dark === usualColours.dark && light === usualColours.light
  return { name: values(brandSettings.name), ...(!isUsual && { colours: { dark, light } }) }
}

export type Brand = ReturnType<typeof brandOf>
