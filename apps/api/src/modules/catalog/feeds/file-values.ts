/** Why a row of a file is skipped, with the row's number and its sides as the file has them. */
export type Skipped = (row: { readonly number: number; readonly text: string }, why: string) => void

/** How a match of a file ended, if not by its score. 'void': cancelled or awarded, so that no bet counts. */
export type FileStatus = 'void' | 'postponed' | 'abandoned'

const voids = /^(cancel+ed|canc|awarded|awd?|walk-?over|w\/?o)$/
/** The status of a match in a file; undefined for a match that was or will be played. */
export function readStatus(text: unknown): FileStatus | undefined {
  const status = typeof text === 'string' ? text.trim().toLowerCase() : ''
  if (voids.test(status)) return 'void'
  if (/^(postponed|postp?|pst)$/.test(status)) return 'postponed'
  return /^(abandoned|aband?|abd)$/.test(status) ? 'abandoned' : undefined
}

/**
 * A day as YYYY-MM-DD. Reads 2018-08-10, 10/08/2018, 10-08-2018, 10.08.2018 and years of two digits. Undefined for a day that does not
 * exist, such as 31/02.
 */
export function readDay(text: string | undefined): string | undefined {
  const given = text?.trim() ?? ''
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(given)
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(given)
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : local ? local.slice(1).toReversed() : []
  if (year === '') return undefined
  const full = year.length === 4 ? year : `${Number(year) > 80 ? '19' : '20'}${year}`
  const found = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = Date.parse(`${found}T00:00:00Z`)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(found) ? found : undefined
}

/**
 * A time of the day in minutes after midnight. Reads 19:00, 9:30, 19:00:00, 7:00 PM and 24:00, the end of the day. Undefined for a time that
 * does not exist, such as 25:30.
 */
export function readClock(text: string): number | undefined {
  const [, hours = '', minutes = '', seconds = '0', half] =
    /^(\d{1,2})[:.](\d{2})(?::(\d{2}))?\s*([ap]m)?$/i.exec(text.trim()) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hours === '' || minute > 59 || Number(seconds) > 59) return undefined
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    return ((hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 60 + minute
  }
  const total = hour * 60 + minute
  return total < 24 * 60 || (total === 24 * 60 && Number(seconds) === 0) ? total : undefined
}

const zones: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  bst: 60,
  west: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  eat: 180,
}

/** A time zone as minutes ahead of UTC: CET, CEST, UTC, UTC+3, UTC-3:30, +05:30. Undefined if it is unknown. */
export function readZone(text: string): number | undefined {
  const name = text.trim().toLowerCase()
  if (Object.hasOwn(zones, name)) return zones[name]
  const [, sign, hours = '', minutes = '0'] = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(name) ?? []
  const ahead = Number(hours) * 60 + Number(minutes)
  if (sign === undefined || Number(minutes) > 59 || ahead > 14 * 60) return undefined
  return sign === '-' ? -ahead : ahead
}

const minuteMs = 60_000
/** The time of a day and a time of the day that is `ahead` minutes ahead of UTC. */
export const timeAt = (day: string, minutes: number, ahead: number): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) + (minutes - ahead) * minuteMs)

const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})

/** The time of a day and a time of the day in the United Kingdom. */
export function londonTime(day: string, minutes: number): Date {
  const asUtc = timeAt(day, minutes, 0)
  const [hour = 0, minute = 0] = london.format(asUtc).split(':').map(Number)
  return hour * 60 + minute === minutes % (24 * 60) ? asUtc : timeAt(day, minutes, 60)
}

/** Decodes UTF-8, and anything that is no UTF-8 as windows-1252. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A name without spaces at its ends and repeated spaces; '' if there is none. */
export const nameIn = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim() : ''
