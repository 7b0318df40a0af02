import type { JackpotView } from '@nare/contract/jackpot'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { MatchView } from '@nare/contract/catalog'
import { printedMax, type print as calls } from '@nare/contract/print'
import type { Answer, Received } from '@nare/contract/route'
import { exampleStake } from '#country/writing'
import type { Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import { leastAge } from '#modules/identity/identity'
import type { Jackpots } from '#modules/jackpot/jackpot'
import { contactsOf } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import { JsonText, textOnce } from '#platform/json-text'
import { openRowMemory } from '#platform/row-memory'
import { wordsOf } from './words.ts'

export type PrintDeps = {
  readonly clock: Clock
  readonly country: Pick<Country, 'contacts' | 'timeZone'>
  readonly settings: Pick<Settings, 'now'>
  readonly catalog: Pick<Catalog, 'matchIds' | 'views'>
  readonly jackpots: Pick<Jackpots, 'open' | 'pool'>
  /** The site's base URL, without a trailing slash. */
  readonly site: string
}

export type MatchesQuery = Received<typeof calls.matches>
export type JackpotQuery = Received<typeof calls.jackpot>
export type PrintedMatches = Answer<typeof calls.matches>
export type PrintedJackpot = Answer<typeof calls.jackpot>
export type Prints = ReturnType<typeof openPrints>

const doubleChance = '10'
const totals = '18'
/** Printed prices may be this old: paper is older. */
const printedMs = 10_000

/** The lists to print, as data. sheets.ts lays them out. */
export function openPrints({ clock, country, settings, catalog, jackpots, site }: PrintDeps) {
  const sheet = (path: string, query: Record<string, string | undefined>) => {
    const text = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])))
    const search = text.size > 0 ? `?${text}` : ''
    return {
      printed_at: clock.date().toISOString(),
      address: `${site}/print/${path}${search}`,
      pdf: `/v1/print/${path}.pdf${search}`,
      help_line: contactsOf(settings.now(), country)['help_line'] ?? '',
      min_age: leastAge(settings.now(), country.timeZone, clock.date()),
    }
  }

  const rows = openRowMemory({
    async read(ids) {
      const views = [...(await catalog.views(ids, [doubleChance, totals]))]
      return new Map(views.flatMap(([id, view]) => (view.state === 'not_started' ? [[id, printedMatch(view)]] : [])))
    },
    ...{ keptMs: printedMs, readAtOnce: 50, rowsMax: 5_000 },
  })

  return {
    /** Matches that have not started, with the prices of the printed markets, by league. */
    async matches({ lang, width, limit, when, ...filter }: MatchesQuery): Promise<PrintedMatches> {
      // The longest list is read, and every shorter one is cut from it.
      const found = await catalog.matchIds({ ...filter, when, limit: printedMax })
      const data = await rows.of(found.ids.slice(0, limit))
      const { sport_id, competition_id, date } = filter
      const named = competition_id === undefined ? undefined : data[0]?.competition_name
      const name = [named ?? (date === undefined ? wordsOf(lang)[when] : undefined), date].filter(Boolean).join(' ')
      const meta = {
        name,
        ...sheet('matches', { sport_id, competition_id, date, when, lang, width }),
        sms_example: data[0]?.sms ?? `BET 1025#1#${exampleStake()}`,
        ...{ limit, total: found.total },
      }
      return { data, meta }
    },

    /** A pool with its matches in the order of its SMS code. */
    async jackpot({ jackpot_id, lang, width }: JackpotQuery): Promise<Outcome<PrintedJackpot, 'not_found'>> {
      const pool = await poolOf(jackpot_id)
      if (!pool) return refused('not_found')
      const meta = {
        name: pool.name,
        ...sheet('jackpot', { jackpot_id: pool.jackpot_id, lang, width }),
        sms_example: `JP${pool.code}#${'1X2'.repeat(14).slice(0, pool.matches.length)}`,
        ...{ jackpot_id: pool.jackpot_id, code: pool.code, amount: pool.amount, stake: pool.stake },
        closes_at: pool.closes_at,
      }
      return done({ data: pool.matches.map((match, at) => ({ ...printed(match), place: at + 1 })), meta })
    },
  }

  async function poolOf(id: string | undefined): Promise<JackpotView | undefined> {
    if (id === undefined) return (await jackpots.open())[0]
    const found = await jackpots.pool(id)
    return found.ok ? found.value.data : undefined
  }
}

/** The answer with a list of matches. Each match is serialised once for all lists that have it, whatever their filter and length. */
export function printedText({ data, meta }: PrintedMatches): JsonText {
  return new JsonText(`{"data":[${data.map(textOnce).join()}],"meta":${JSON.stringify(meta)}}`, { isKept: false })
}

function printed(match: MatchView) {
  const { match_id, game_id, sport_id, competition_id, competition_name, category, start_time } = match
  const { home_team, away_team, home_odd, neutral_odd, away_odd } = match
  return {
    ...{ match_id, game_id, sport_id, competition_id, competition_name, category, start_time },
    ...{ home_team, away_team, home_odd, neutral_odd, away_odd },
  }
}

function printedMatch(match: MatchView): PrintedMatches['data'][number] {
  const price = (market: string, key: string) =>
    match.odds.find((line) => line.sub_type_id === market)?.odds.find(({ odd_key }) => odd_key === key)?.odd_value ??
    null
  return {
    ...printed(match),
    ...{ odd_1x: price(doubleChance, '1x'), odd_12: price(doubleChance, '12'), odd_x2: price(doubleChance, 'x2') },
    ...{ over_odd: price(totals, 'over 2.5'), under_odd: price(totals, 'under 2.5') },
    sms: `BET ${match.game_id}#1#${exampleStake()}`,
  }
}
