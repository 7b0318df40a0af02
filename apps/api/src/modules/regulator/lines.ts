import { numberedPrices, numberedResults } from '#modules/catalog/catalog'
import { numberedSessions, type BettorFacts } from '#modules/identity/identity'
import { numberedTransfers } from '#modules/ledger/ledger'
import { numberedClosings, numberedExclusions } from '#modules/protection/protection'
import { numberedSettlements, type Tickets } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { ndjsonLine } from '#platform/ndjson'
import type { NumberedRow, ReadNumbered } from '#platform/numbered-rows'
import * as store from './store.ts'

export const lineTypes = ['transfer', 'bet', 'session', 'exclusion', 'price', 'result'] as const
export type LineType = (typeof lineTypes)[number]

/** Rows of one table that become lines of a type. */
type Source = { readonly name: string; readonly table: string; readonly type: LineType; readonly read: ReadNumbered }

/** A line: its number, and when it counts, which is when its row came to be or was numbered, whichever is earlier. */
export type Line = { readonly n: bigint; readonly countsAt: Date; readonly text: string }

export type LinesDeps = {
  readonly db: Db
  readonly tickets: Pick<Tickets, 'numbered'>
  readonly identity: { bettorFacts(ids: readonly bigint[]): Promise<Map<bigint, BettorFacts>> }
  /** The fields of the bettor that lines have beside the id. */
  readonly personal: readonly ('name' | 'msisdn')[]
}

export type Lines = ReturnType<typeof openLines>

/** The most numbers that one step reads. */
const stepMax = 1_000n
const segmentsMax = 500

/** The lines of all that the regulator reads, in one order of numbers. */
export function openLines({ db, tickets, identity, personal }: LinesDeps) {
  // What is numbered at one time has this order: a bet is before its transfer.
  const sources: readonly Source[] = [
    { name: 'exclusion', table: 'protection.exclusion', type: 'exclusion', read: (of) => numberedExclusions(db, of) },
    { name: 'closing', table: 'protection.closed', type: 'exclusion', read: (of) => numberedClosings(db, of) },
    { name: 'session', table: 'identity.session', type: 'session', read: (of) => numberedSessions(db, of) },
    { name: 'price', table: 'catalog.price_change', type: 'price', read: (of) => numberedPrices(db, of) },
    { name: 'result', table: 'catalog.result', type: 'result', read: (of) => numberedResults(db, of) },
    { name: 'bet', table: 'betting.bet', type: 'bet', read: (of) => tickets.numbered(of) },
    { name: 'transfer', table: 'ledger.transfer', type: 'transfer', read: (of) => numberedTransfers(db, of) },
    { name: 'settlement', table: 'betting.settled', type: 'result', read: (of) => numberedSettlements(db, of) },
  ]

  /** The rows of these segments, which follow each other, as lines in order. */
  async function linesOf(segments: readonly store.Segment[]): Promise<Line[]> {
    const read = async (own: readonly store.Segment[]): Promise<{ line: store.Segment; row: NumberedRow }[]> => {
      const [first, last] = [own[0], own.at(-1)]
      const source = sources.find(({ name }) => name === first?.source)
      if (!first || !last || !source) return []
      // The segments of one source follow each other in its numbers too, so one range has them all.
      const rows = await source.read({ after: first.afterNo, upTo: last.afterNo + last.lastN - last.firstN + 1n })
      const left = own.values()
      let line = left.next().value
      return rows.flatMap((row) => {
        while (line && row.no > uptoNo(line)) line = left.next().value
        return line ? [{ line, row }] : []
      })
    }
    const found: { line: store.Segment; row: NumberedRow }[] = []
    for (const own of Map.groupBy(segments, ({ source }) => source).values()) found.push(...(await read(own)))
    const personOf = await persons(found.map(({ row }) => row))
    return found
      .map(({ line, row }) => {
        const n = line.firstN + (row.no - line.afterNo - 1n)
        const type = sources.find(({ name }) => name === line.source)?.type
        const fields = { n: Number(n), type, at: row.at.toISOString(), ...row.fields, ...personOf(row) }
        return { n, countsAt: row.at < line.at ? row.at : line.at, text: ndjsonLine(fields) }
      })
      .sort((a, b) => (a.n < b.n ? -1 : 1))
  }

  /** The personal fields of the bettors of these rows. */
  async function persons(rows: readonly NumberedRow[]) {
    const idOf = ({ fields: { bettor_id: id } }: NumberedRow) => (typeof id === 'string' ? BigInt(id) : undefined)
    if (personal.length === 0) return () => ({})
    const facts = await identity.bettorFacts([...new Set(rows.flatMap((row) => idOf(row) ?? []))])
    return (row: NumberedRow) => {
      const known = facts.get(idOf(row) ?? -1n)
      return known ? { bettor: Object.fromEntries(personal.map((field) => [field, known[field]])) } : {}
    }
  }

  return {
    /** Gives every row that is final its number. Returns the highest number. Only one process does so at a time; others wait for it. */
    number: (): Promise<bigint> => store.numberRows(db, sources),

    /** The lines after a number and up to another, in steps, so that memory never holds more than some of them. */
    async *between({ after, upTo }: { after: bigint; upTo: bigint }): AsyncGenerator<Line[]> {
      for (let at = after; at < upTo;) {
        const segments = cut(await store.segmentsAfter(db, at, segmentsMax), { after: at, upTo })
        const last = segments.at(-1)
        if (!last) return
        at = last.lastN
        yield await linesOf(segments)
      }
    },
  }
}

const uptoNo = ({ afterNo, firstN, lastN }: store.Segment): bigint => afterNo + lastN - firstN + 1n

/** The parts of these segments after a number, up to another one and to a step's size. */
function cut(segments: readonly store.Segment[], { after, upTo }: { after: bigint; upTo: bigint }): store.Segment[] {
  const end = upTo < after + stepMax ? upTo : after + stepMax
  return segments.flatMap((segment) => {
    const firstN = segment.firstN > after ? segment.firstN : after + 1n
    const lastN = segment.lastN < end ? segment.lastN : end
    return firstN > lastN ? [] : [{ ...segment, firstN, lastN, afterNo: segment.afterNo + firstN - segment.firstN }]
  })
}
