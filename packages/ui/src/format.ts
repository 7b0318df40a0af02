/** How amounts are shown: the sign before them, and how many digits after the point. */
export type MoneyStyle = { readonly sign: string; readonly digits: number }

let money: MoneyStyle = { sign: 'KSh', digits: 2 }

/** Shows all amounts from now on as a country writes them: Kenya's way until the page or the settings bring the country's. */
export const showMoneyAs = (country: MoneyStyle): void => void (money = country)

/** The currency sign before amounts: "KSh". */
export const currencySign = (): string => money.sign

/** Whether people of the country use parts of a shilling. */
export const usesCents = (): boolean => money.digits > 0

/** An amount of decimal text with thousands separators, without the parts that its country does not use. */
export const thousands = (amount: string | null | undefined): string =>
  usesCents() ? grouped(amount) : grouped(amount?.replace(/\..*/, '')).replace(/^0\.00$/, '0')

/** Formats a decimal number with thousands separators; drops a trailing .00, shows empty and zero as 0.00. */
export function grouped(amount: string | null | undefined): string {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount ?? '')
  if (!match) return '0.00'
  const [, sign = '', whole = '0', part = ''] = match
  const cents = part.padEnd(2, '0')
  if (/^0*$/.test(whole + cents)) return '0.00'
  const parts = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${parts}${cents === '00' ? '' : `.${cents}`}`
}

let zone = 'Africa/Nairobi'

/** The time zone of everything that is shown: Kenya's until the page or the settings bring the country's. */
export const timeZone = (): string => zone

/** Shows all times from now on in a time zone. */
export const showTimesIn = (country: string): void => void (zone = country)

/** Browsers have no short weekday names for Swahili; these are the common ones. */
const shortDays: Readonly<Record<string, string>> = {
  Jumapili: 'Jpi',
  Jumatatu: 'Jtt',
  Jumanne: 'Jnn',
  Jumatano: 'Jtn',
  Alhamisi: 'Alh',
  Ijumaa: 'Ijm',
  Jumamosi: 'Jmo',
}

/** A kick-off with weekday, date and 24-hour time in the country's time zone: "Sat 21 Nov 17:30". */
export function kickoff(iso: string, locale: string): string {
  return shown(iso, locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .replaceAll(',', '')
    .replace(/^\p{L}+/u, (word) => shortDays[word] ?? word)
}

/** A time for a narrow place: "15:30" today, "Mon 15:30" in the next or last six days, else "24 Nov 15:30". */
export function shortTime(iso: string, { locale, nowMs }: { locale: string; nowMs: number }): string {
  const [weekday = '', date = '', month = '', time = ''] = kickoff(iso, locale).split(' ')
  const atMs = Date.parse(iso)
  if (isoDay(atMs) === isoDay(nowMs)) return time
  return Math.abs(atMs - nowMs) < sixDaysMs ? `${weekday} ${time}` : `${date} ${month} ${time}`
}

const sixDaysMs = 6 * 86_400_000

/** A moment that may be years away, with its year: "Mon 22 May 2028 11:00". */
export function dateWithYear(iso: string, locale: string): string {
  return `${shown(iso, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })} ${kickoff(iso, locale).slice(-5)}`
    .replaceAll(',', '')
    .replace(/^\p{L}+/u, (word) => shortDays[word] ?? word)
}

/** A day as a list heading: "Saturday 21 November". */
export function day(iso: string, locale: string): string {
  return shown(iso, locale, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** The calendar day in the country's time zone, YYYY-MM-DD. */
export function isoDay(atMs: number): string {
  return formatOf('en-CA', {}).format(atMs)
}

function shown(iso: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  return formatOf(locale === 'sw' ? 'sw-KE' : 'en-GB', options).format(at)
}

/** A moment in English in the country's time zone, in a form of one's own: "Sun 22". */
export const momentText = (atMs: number, options: Intl.DateTimeFormatOptions): string =>
  formatOf('en-GB', options).format(atMs)

/** How far the country's clock is ahead of UTC at a moment, in milliseconds. */
export function zoneOffsetMs(atMs: number): number {
  const local = formatOf('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(atMs)
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(atMs / 1000) * 1000
}

/** The moment at which the country's clocks show a time that is given as if it were UTC, both in milliseconds. */
export const atLocalMs = (shownMs: number): number => shownMs - zoneOffsetMs(shownMs - zoneOffsetMs(shownMs))

const formats = new Map<string, Intl.DateTimeFormat>()

/** A cached date format for a time zone, language and options: creating a format takes longer than a hundred uses of it. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  formats.set(key, format)
  return format
}
