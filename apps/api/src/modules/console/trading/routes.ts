import type * as z from 'zod/mini'
import { done, refused } from '@nare/contract/outcome'
import { operatorBoard as contract } from '@nare/contract/operator-trading-board'
import type { Received } from '@nare/contract/route'
import type { Handlers, Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import type { ConsoleDeps } from '../deps.ts'
import type { Board } from './board.ts'
import { outcomeOf } from './outcome.ts'
import { boardColumns, cellsOf } from './rows.ts'
import { gridOf, sheetOf } from './sheet.ts'

/** The console's calls about matches: the board, a match, what the house keeps by score. */
export const tradingRoutes = (deps: ConsoleDeps, board: Board): Handlers<typeof contract> => ({
  async board({ page, limit, ...filter }) {
    const rows = await board.rows(filter)
    const data = rows.slice((page - 1) * limit, page * limit)
    return done({ data, meta: { page, limit, total: rows.length } })
  },
  async sheet({ id }) {
    const sheet = await sheetOf(deps, Number(id))
    return sheet ? done(sheet) : refused('not_found')
  },
  async grid({ id }) {
    const grid = await gridOf(deps, Number(id))
    return grid ? done(grid) : refused('not_found')
  },
  async outcome(asked, { by }) {
    const found = await outcomeOf(deps, { ...asked, withNames: by.may.has('bettors.read') })
    return found ? done(found) : refused('not_found')
  },
})

const rowsInBatch = 1_000
type Filter = Omit<Received<typeof contract.board>, 'page' | 'limit'>

/** The board as a CSV file. */
export function serveBoardFile(mounting: Mounting, board: Board): void {
  serveOperatorCsv(mounting, {
    call: contract.board,
    path: `${contract.board.path}.csv`,
    name: 'board.csv',
    filter: contract.board.csv as z.ZodMiniType<Filter>,
    columns: boardColumns,
    rows: async (filter) => done(batches(await board.rows(filter))),
  })
}

async function* batches(rows: Awaited<ReturnType<Board['rows']>>) {
  for (let at = 0; at < rows.length; at += rowsInBatch) yield rows.slice(at, at + rowsInBatch).map(cellsOf)
}
