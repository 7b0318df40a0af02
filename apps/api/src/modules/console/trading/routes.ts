import { done, refused } from '@nare/contract/outcome'
import { operatorBoard as contract } from '@nare/contract/operator-trading-board'
import type { Handlers, Mounting } from '#platform/calls'
import { inBatches, serveOperatorCsv } from '#platform/csv'
import type { ConsoleDeps } from '../deps.ts'
import type { Board } from './board.ts'
import { outcomeOf } from './outcome.ts'
import { boardColumns } from './rows.ts'
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

/** The board as a CSV file. */
export function serveBoardFile(mounting: Mounting, board: Board): void {
  serveOperatorCsv(mounting, contract.board, {
    columns: boardColumns,
    rows: async (filter) => done(inBatches(await board.rows(filter))),
  })
}
