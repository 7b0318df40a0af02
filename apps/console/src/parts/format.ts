import { currencySign, isoDay, kickoff, momentText, thousands, timeZone } from '@nare/ui/format'

const minus = '\u2212'

/** An amount with thousands separators and a real minus sign; zero is "0". */
export function amountText(amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return '–'
  const text = thousands(amount)
  return text === '0.00' ? '0' : text.replace('-', minus)
}

/** An amount with its sign: "+1,250" is kept by the house, "−300" is paid. */
export function signedText(amount: string | null | undefined): string {
  const text = amountText(amount)
  return /^\d/.test(text) && text !== '0' ? `+${text}` : text
}

/** An amount with the currency's sign: "KSh 1,250". */
export const moneyText = (amount: string): string =>
  amount.startsWith('-')
    ? `${minus}${currencySign()}\u00a0${amountText(amount.slice(1))}`
    : `${currencySign()}\u00a0${amountText(amount)}`

/** The city of the country's time zone, for labels of times: "Nairobi", "Dar es Salaam". */
export const zoneCity = (): string => (timeZone().split('/').at(-1) ?? '').replaceAll('_', ' ')

/** "up" of an amount above zero, "down" below; colours are always beside a sign. */
export function directionOf(amount: string | null | undefined): 'up' | 'down' | undefined {
  if (amount === null || amount === undefined || /^-?[0.]*$/.test(amount)) return undefined
  return amount.startsWith('-') ? 'down' : 'up'
}

/** How much an amount differs from an earlier one in percent; undefined where a percentage says nothing: after a loss, or to one. */
export function changePercent(now: string, before: string): number | undefined {
  const [present, earlier] = [Number(now), Number(before)]
  return earlier > 0 && present >= 0 ? ((present - earlier) / earlier) * 100 : undefined
}

/** A part in percent with a real minus sign, "−4.0%" or "−16,853.2%"; a dash where there is none. */
export const percentText = (percent: string | null): string =>
  percent === null ? '–' : `${percent.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}%`.replace('-', minus)

/** A duration in its two largest units: "38 s", "12 min", "1 h 04", "3 d 2 h". */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${String(minutes % 60).padStart(2, '0')}`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`
}

const dayMs = 86_400_000

/** A moment of the past in a list: "16:21" today, "Sat 17:31" in the last six days, else "14 Mar 17:31", with the year if it is another. */
export function whenText(iso: string | null | undefined, nowMs: number): string {
  const atMs = Date.parse(iso ?? '')
  if (iso === null || iso === undefined || Number.isNaN(atMs)) return '–'
  const [weekday = '', date = '', month = '', time = ''] = kickoff(iso, 'en').split(' ')
  const [today, day] = [isoDay(nowMs), isoDay(atMs)]
  if (today === day) return time
  if (Math.abs(nowMs - atMs) < 6 * dayMs) return `${weekday} ${time}`
  return today.slice(0, 4) === day.slice(0, 4) ? `${date} ${month} ${time}` : `${date} ${month} ${day.slice(0, 4)}`
}

/** A text with its moments, "2026-11-28T11:52:01Z", as they are read. */
export const momentsText = (text: string, nowMs: number): string =>
  text.replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*Z/g, (iso) => whenText(iso, nowMs))

/** A moment of the past in a list with its seconds, "16:21:08" today: lines of one minute have an order. */
export const whenSecondsText = (iso: string, nowMs: number): string =>
  whenText(iso, nowMs).replace(/\d\d:\d\d$/, secondsText(Date.parse(iso)))

/** The day of a moment as a heading: "Today, Sunday 22 November", "Yesterday, …", "14 March 2026". */
export function dayHeading(iso: string, nowMs: number): string {
  const atMs = Date.parse(iso)
  const day = isoDay(atMs)
  const name = day === isoDay(nowMs) ? 'Today, ' : day === isoDay(nowMs - dayMs) ? 'Yesterday, ' : ''
  const year = day.slice(0, 4) === isoDay(nowMs).slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
  return `${name}${longDayText(atMs).replace(',', '')}${year}`
}

/** "Sunday 22 November", in the country's time zone. */
export const longDayText = (atMs: number): string =>
  momentText(atMs, { weekday: 'long', day: 'numeric', month: 'long' })

/** A day: "14 Mar 2026". */
export function dayText(iso: string | null | undefined): string {
  const atMs = Date.parse(iso ?? '')
  if (iso === null || iso === undefined || Number.isNaN(atMs)) return '–'
  const [, date = '', month = ''] = kickoff(iso, 'en').split(' ')
  return `${date} ${month} ${isoDay(atMs).slice(0, 4)}`
}

/** A moment to the second, "16:21:08", in the country's time zone. */
export const secondsText = (atMs: number): string =>
  momentText(atMs, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** A number with thousands separators. */
export const countText = (count: number): string => count.toLocaleString('en-GB')

/** "1 session", "2,000 sessions". */
export const countOf = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

/** The number of rows of a list, which counts at most 100,000: "100,000+". */
export const totalText = (total: number): string => `${countText(total)}${total >= 100_000 ? '+' : ''}`

/** The first letters of a name: "NM". */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('')

/** Codes whose name is written otherwise. */
const names: Readonly<Record<string, string>> = { mpesa: 'M-Pesa', national_id: 'National ID', alien_id: 'Alien ID' }

/** The name of a code: `stake_percent` reads "Stake percent". */
export const labelOf = (code: string): string => {
  const name = names[code]
  if (name !== undefined) return name
  const text = code.replaceAll(/[_.]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "Sun 22", in the country's time. */
export const shortDayText = (iso: string): string => momentText(Date.parse(iso), { weekday: 'short', day: 'numeric' })

/** An amount of an axis or a bar in few letters: "1.2 M", "480 k", "900". */
export function shortAmount(amount: number): string {
  if (amount >= 1_000_000) return `${trimmed(amount / 1_000_000)} M`
  return amount >= 1_000 ? `${trimmed(amount / 1_000)} k` : trimmed(amount)
}

const trimmed = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, ''))
