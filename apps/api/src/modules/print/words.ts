export type Lang = 'en' | 'sw'

/** The printed labels in both languages. ASCII only, because receipt printers support nothing else. */
const texts = {
  en: {
    highlights: 'Highlights',
    today: "Today's matches",
    upcoming: 'Upcoming matches',
    sms: (number?: string) => (number ? `Bet by SMS to ${number}` : 'Bet by SMS'),
    legend: 'Game ID # outcome # stake. Outcomes: 1, X, 2, 1X, 12, X2, O2.5, U2.5',
    pool: 'One outcome for each match, in order. For a double, use commas: 1X,2,X1',
    perLine: (stake: string) => `${stake} a line`,
    closes: (at: string) => `Closes ${at}`,
    prize: (amount: string) => `Jackpot ${amount}`,
    odds: 'Odds can change. Your bet is placed at the odds when your SMS arrives',
    age: (years: number) => `${years}+ only. Betting can be addictive`,
    help: (line: string) => `Free help: ${line}`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    printed: (at: string) => `Printed ${at}`,
    empty: 'No matches to print',
  },
  sw: {
    highlights: 'Mechi kuu',
    today: 'Mechi za leo',
    upcoming: 'Mechi zijazo',
    sms: (number?: string) => (number ? `Beti kwa SMS kwenda ${number}` : 'Beti kwa SMS'),
    legend: 'Namba ya mechi # chaguo # dau. Machaguo: 1, X, 2, 1X, 12, X2, O2.5, U2.5',
    pool: 'Chaguo moja kwa kila mechi, kwa mpangilio. Kwa mawili, tumia koma: 1X,2,X1',
    perLine: (stake: string) => `${stake} kwa mstari`,
    closes: (at: string) => `Inafungwa ${at}`,
    prize: (amount: string) => `Jackpot ${amount}`,
    odds: 'Odds zinaweza kubadilika. Beti huwekwa kwa odds za wakati SMS yako inapofika',
    age: (years: number) => `Miaka ${years}+ pekee. Kubeti kunaweza kuwa uraibu`,
    help: (line: string) => `Msaada bila malipo: ${line}`,
    page: (page: number, pages: number) => `Ukurasa ${page} kati ya ${pages}`,
    printed: (at: string) => `Imechapishwa ${at}`,
    empty: 'Hakuna mechi za kuchapisha',
  },
} as const

export const wordsOf = (lang: Lang) => texts[lang]

const days = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  sw: ['Jpl', 'Jtt', 'Jnn', 'Jtn', 'Alh', 'Iju', 'Jms'],
} as const
const months = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
} as const

/** Days and times in the country's zone: "Sun 22 Nov" and "15:30". */
export function timesIn(timeZone: string, lang: Lang) {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short', day: 'numeric', month: 'numeric', hour: '2-digit' },
    minute: '2-digit',
  })
  const parts = (at: Date) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = (at: Date): string => {
    const { weekday = '', day: number = '', month = '1' } = parts(at)
    return `${days[lang][days.en.indexOf(weekday as 'Sun')]} ${number} ${months[lang][Number(month) - 1]}`
  }
  const time = (at: Date): string => {
    const { hour = '', minute = '' } = parts(at)
    return `${hour}:${minute}`
  }
  return { day, time, both: (at: Date): string => `${day(at)} ${time(at)}` }
}
