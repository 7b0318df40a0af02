import { money } from '@nare/money/money'
import { amounts, brandColours, setting, texts, whole, type Values } from '#modules/settings/settings'

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

const optOut = { longest: 60, form: /^[^<>{}]{3,60}$/, example: 'a sentence like Stop: reply STOP' }

/** The settings of messages to many. */
export const messageSettings = {
  quietFrom: setting({
    ...house,
    key: 'house.quiet_from',
    name: 'Quiet hours begin',
    about:
      'The hour of the country from which messages to many wait until the quiet hours end. Those about the safety of accounts do not wait.',
    kind: whole({ least: 0, most: 23, unit: 'o’clock' }),
    defaultOf: () => 20,
  }),
  quietUntil: setting({
    ...house,
    key: 'house.quiet_until',
    name: 'Quiet hours end',
    about: 'The hour of the country until which messages to many wait. The same hour as the beginning: no quiet hours.',
    kind: whole({ least: 0, most: 23, unit: 'o’clock' }),
    defaultOf: () => 8,
  }),
  bannerHoursAlone: setting({
    group: 'second person',
    weakens: 'up',
    key: 'house.banner_hours_alone',
    name: 'Banners by one person',
    about:
      'For how many hours, of all banners added in 24 hours together, one person alone puts banners in sight. What is more waits for another person.',
    kind: whole({ least: 0, most: 8_784, unit: 'hours' }),
    defaultOf: () => 24,
  }),
  smsPrice: setting({
    ...house,
    key: 'house.sms_price',
    name: 'Price of an SMS',
    about: 'What the provider takes for one part of an SMS. The cost of a message to many is counted with it.',
    kind: amounts({ least: money(0n), most: money(1_000_000n) }),
    defaultOf: ({ country }) => money(80n * BigInt(country.amountScale)),
  }),
  optOutEn: setting({
    ...house,
    key: 'house.opt_out_en',
    name: 'How to opt out, English',
    about: 'The sentence at the end of each promotion by SMS, in English.',
    kind: texts(optOut),
    defaultOf: () => 'Stop: reply STOP',
  }),
  optOutSw: setting({
    ...house,
    key: 'house.opt_out_sw',
    name: 'How to opt out, Swahili',
    about: 'The sentence at the end of each promotion by SMS, in Swahili.',
    kind: texts(optOut),
    defaultOf: () => 'Kuacha: jibu STOP',
  }),
}
