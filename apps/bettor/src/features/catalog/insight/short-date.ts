const options = { day: 'numeric', month: 'short', year: '2-digit', timeZone: 'UTC' } as const

/** A calendar day: "3 Mar 26". */
export const shortDate = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale === 'sw' ? 'sw-KE' : 'en-GB', options).format(new Date(`${day}T12:00:00Z`))
