import * as z from 'zod/mini'

/** Counts a part of a response that is dropped, by its kind. */
export type Drop = (part: string, count?: number) => void

export type Outcome = { readonly name: string; readonly price: number; readonly point: number | undefined }
/** When the bookmaker last confirmed the prices; undefined if it is not known. */
type Updated = { readonly updatedAt: Date | undefined }
export type BookMarket = Updated & { readonly key: string; readonly outcomes: readonly Outcome[] }
export type Book = Updated & { readonly markets: readonly BookMarket[] }
export type Sides = { readonly homeTeam: string; readonly awayTeam: string }
export type OddsEvent = Sides & {
  readonly id: string
  readonly competition: string | undefined
  readonly startTime: Date
  readonly books: readonly Book[]
}
export type ScoreEvent = Sides & {
  readonly id: string
  readonly completed: boolean
  readonly startTime: Date
  readonly scores: readonly { readonly name: string; readonly score: string }[]
  /** When the scores were updated. */
  readonly updatedAt: Date | undefined
}
/** The valid entries of a list, and the number of all its entries. */
export type ParsedList<T> = { readonly entries: readonly T[]; readonly sent: number }

const entriesMax = 2_000
const partsMax = 200
/** Prices above this are typos. */
const oddMax = 1000
const yearMax = 2200

/** A name without spaces at its ends and without repeated spaces; undefined if it is empty or too long. */
function nameOf(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim() : ''
  return name.length > 0 && name.length <= 120 ? name : undefined
}

const zTime = z.iso.datetime({ offset: true })
function timeOf(value: unknown): Date | undefined {
  const read = zTime.safeParse(value)
  const time = new Date(read.success ? read.data : Number.NaN)
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > yearMax ? undefined : time
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The valid parts of a list; the others are dropped and counted. A missing list is empty, anything else that is no list is dropped. */
function partsOf<T>(
  value: unknown,
  part: string,
  drop: Drop,
  read: (one: Readonly<Record<string, unknown>>) => T | undefined,
): T[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) {
    drop(part)
    return []
  }
  drop(part, Math.max(0, value.length - partsMax))
  return value.slice(0, partsMax).flatMap((one: unknown) => {
    const found = typeof one === 'object' && one !== null ? read(fieldsOf(one)) : undefined
    if (found === undefined) drop(part)
    return found === undefined ? [] : [found]
  })
}

/** A time that may be missing. A part whose time cannot be read is dropped, because its age is not known. */
function updatedOf(value: unknown): Updated | undefined {
  if (value === null || value === undefined) return { updatedAt: undefined }
  const updatedAt = timeOf(value)
  return updatedAt && { updatedAt }
}

function outcomeOf({ name: sent, price, point }: Readonly<Record<string, unknown>>): Outcome | undefined {
  const name = nameOf(sent)
  if (name === undefined || typeof price !== 'number' || !(price > 1.005 && price <= oddMax)) return undefined
  return { name, price, point: typeof point === 'number' && Number.isFinite(point) ? point : undefined }
}

/** The outcomes without those that have several prices, in whatever case their names are written. */
function single(outcomes: readonly Outcome[], drop: Drop): Outcome[] {
  const groups = [...Map.groupBy(outcomes, ({ name, point }) => `${name.toLowerCase()} ${point}`).values()]
  return groups.flatMap((same) => {
    const [first] = same
    if (!first) return []
    if (same.every(({ price }) => price === first.price)) return [first]
    drop('outcome', same.length)
    return []
  })
}

const marketOf =
  (drop: Drop) =>
  (sent: Readonly<Record<string, unknown>>): BookMarket | undefined => {
    const { key, outcomes, last_update } = sent
    const updated = updatedOf(last_update)
    if (typeof key !== 'string' || !updated || !Array.isArray(outcomes)) return undefined
    return { key, ...updated, outcomes: single(partsOf(outcomes, 'outcome', drop, outcomeOf), drop) }
  }

const bookOf =
  (drop: Drop) =>
  (sent: Readonly<Record<string, unknown>>): Book | undefined => {
    const updated = updatedOf(sent['last_update'])
    return updated && { ...updated, markets: partsOf(sent['markets'], 'market', drop, marketOf(drop)) }
  }

function eventOf(sent: Readonly<Record<string, unknown>>): (Sides & { id: string; startTime: Date }) | undefined {
  const [homeTeam, awayTeam] = [nameOf(sent['home_team']), nameOf(sent['away_team'])]
  const startTime = timeOf(sent['commence_time'])
  const { id } = sent
  if (typeof id !== 'string' || id.length === 0 || id.length > 120) return undefined
  return homeTeam && awayTeam && homeTeam !== awayTeam && startTime ? { id, homeTeam, awayTeam, startTime } : undefined
}

function readList<T extends { id: string }>(
  body: unknown,
  drop: Drop,
  read: (sent: Readonly<Record<string, unknown>>) => T | undefined,
): ParsedList<T> | undefined {
  if (!Array.isArray(body)) return undefined
  const found = body.slice(0, entriesMax).map((one: unknown) => read(fieldsOf(one)))
  const entries = [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : [])).toReversed()).values()]
  drop('event', body.length - entries.length)
  return { entries: entries.toReversed(), sent: body.length }
}

/**
 * The events of GET /v4/sports/{key}/odds (the-odds-api.com, v4); undefined if the body is no list. What is malformed is dropped and
 * counted: an outcome, a market, a book, or an event without id, sides or start. Of several events with the same id the first counts.
 */
export const readOdds = (body: unknown, drop: Drop): ParsedList<OddsEvent> | undefined =>
  readList(body, drop, (sent) => {
    const event = eventOf(sent)
    if (!event) return undefined
    return {
      ...event,
      competition: nameOf(sent['sport_title']),
      books: partsOf(sent['bookmakers'], 'book', drop, bookOf(drop)),
    }
  })

/** The events of GET /v4/sports/{key}/scores, read in the same way. */
export const readScores = (body: unknown, drop: Drop): ParsedList<ScoreEvent> | undefined =>
  readList(body, drop, (sent) => {
    const event = eventOf(sent)
    const { completed, scores, last_update } = sent
    if (!event || typeof completed !== 'boolean') return undefined
    return {
      ...event,
      completed,
      scores: partsOf(scores, 'score', drop, ({ name: sentName, score }) => {
        const name = nameOf(sentName)
        return name !== undefined && typeof score === 'string' ? { name, score } : undefined
      }),
      updatedAt: timeOf(last_update),
    }
  })
