const formats = new Map<string, Intl.DateTimeFormat>()
const options = { day: 'numeric', month: 'short', year: '2-digit', timeZone: 'UTC' } as const

/** A calendar day: "3 Mar 26". */
export function shortDate(day: string, locale: string): string {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale === 'sw' ? 'sw-KE' : 'en-GB', options)
  formats.set(locale, format)
  return format.format(new Date(`${day}T12:00:00Z`))
}
