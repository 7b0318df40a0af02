import { amountText } from '#country/writing'
import type { Country } from '#country/country'
import type { JackpotQuery, MatchesQuery, PrintedJackpot, PrintedMatches } from './print.ts'
import type { Block, Sheet } from './sheet.ts'
import { timesIn, wordsOf } from './words.ts'

/** What every sheet shows of its operator. */
export type Of = Pick<Country, 'amounts' | 'timeZone'> & {
  readonly brand: string
  readonly smsNumber: string | undefined
}
type Meta = Pick<PrintedMatches['meta'], 'printed_at' | 'help_line' | 'min_age' | 'address'>

/** A list of matches as a sheet: a heading for each league and day, a row for each match. */
export function matchesSheet({ data, meta }: PrintedMatches, { lang, width }: MatchesQuery, of: Of): Sheet {
  const words = wordsOf(lang)
  const times = timesIn(of.timeZone, lang)
  const blocks: Block[] = []
  let heading = ''
  for (const match of data) {
    const at = new Date(match.start_time)
    const text = `${match.category} - ${match.competition_name} - ${times.day(at)}`
    if (text !== heading) blocks.push({ kind: 'heading', text: (heading = text) })
    blocks.push({
      ...{ kind: 'row', id: match.game_id, time: times.time(at), title: `${match.home_team} - ${match.away_team}` },
      cells: [
        { label: '1', text: match.home_odd },
        { label: 'X', text: match.neutral_odd },
        { label: '2', text: match.away_odd },
        { label: 'O', text: match.over_odd },
        { label: '1X', text: match.odd_1x },
        { label: '12', text: match.odd_12 },
        { label: 'X2', text: match.odd_x2 },
        { label: 'U', text: match.under_odd },
      ],
    })
  }
  if (data.length === 0) blocks.push({ kind: 'heading', text: words.empty })
  const intro = [
    { text: `${words.sms(of.smsNumber)}: ${meta.sms_example}`, bold: true },
    { text: words.legend },
    { text: words.odds },
  ]
  return { ...{ width, lang, blocks, intro }, title: `${of.brand} - ${meta.name}`, ...footOf(meta, { lang, of }) }
}

/** A pool as a sheet: three tick boxes for each match, and instructions for a ticket by SMS. */
export function jackpotSheet({ data, meta }: PrintedJackpot, { lang, width }: JackpotQuery, of: Of): Sheet {
  const words = wordsOf(lang)
  const times = timesIn(of.timeZone, lang)
  const sum = (amount: string): string => amountText(amount, of.amounts)
  const blocks = data.map((match): Block => ({
    ...{ kind: 'row', id: `${match.place}.`, time: match.game_id, title: `${match.home_team} - ${match.away_team}` },
    cells: [{ text: '1' }, { text: 'X' }, { text: '2' }],
    note: `${times.both(new Date(match.start_time))} - ${match.category}, ${match.competition_name}`,
  }))
  const intro = [
    { text: `${words.prize(sum(meta.amount))} - ${words.perLine(sum(meta.stake))}`, bold: true },
    { text: words.closes(times.both(new Date(meta.closes_at))) },
    { text: `${words.sms(of.smsNumber)}: ${meta.sms_example}`, bold: true },
    { text: words.pool },
  ]
  return { ...{ width, lang, blocks, intro }, title: `${of.brand} - ${meta.name}`, ...footOf(meta, { lang, of }) }
}

function footOf(meta: Meta, { lang, of }: { lang: 'en' | 'sw'; of: Of }): Pick<Sheet, 'foot' | 'pageText' | 'address'> {
  const words = wordsOf(lang)
  const printed = words.printed(timesIn(of.timeZone, lang).both(new Date(meta.printed_at)))
  return {
    foot: [words.age(meta.min_age), ...(meta.help_line === '' ? [] : [words.help(meta.help_line)]), printed],
    pageText: words.page,
    address: meta.address,
  }
}
