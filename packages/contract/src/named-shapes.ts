import type * as z from 'zod/mini'
import * as betting from './betting.ts'
import * as boards from './boards.ts'
import * as bonus from './bonus.ts'
import * as cashOut from './cash-out.ts'
import * as casino from './casino.ts'
import * as catalog from './catalog.ts'
import * as content from './content.ts'
import * as crash from './crash.ts'
import * as fantasy from './fantasy.ts'
import * as games from './games.ts'
import * as identity from './identity.ts'
import * as jackpot from './jackpot.ts'
import * as kyc from './kyc.ts'
import * as league from './league.ts'
import * as ledger from './ledger.ts'
import * as matchEvents from './match-events.ts'
import * as pages from './pages.ts'
import * as payments from './payments.ts'
import * as points from './points.ts'
import * as print from './print.ts'
import * as promotions from './promotions.ts'
import * as protection from './protection.ts'
import * as shapes from './shapes.ts'
import * as slipCodes from './slip-codes.ts'
import * as standing from './standing.ts'

type Schema = z.ZodMiniType

const modules: readonly Readonly<Record<string, unknown>>[] = [
  ...[shapes, betting, boards, bonus, cashOut, casino, catalog, content, crash, fantasy, games, identity, jackpot, kyc],
  ...[league, ledger, matchEvents, pages, payments, points, print, promotions, protection, slipCodes, standing],
]
/** Values that have a name although they are no objects. */
const values = new Set(['Money', 'MoneyIn', 'Price', 'PriceIn', 'Id', 'CommandId', 'Msisdn', 'Time', 'Provider'])

/** The shapes that /openapi.json names: the exported objects of the contract under their names without the z, and the common values. */
export const namedShapes: ReadonlyMap<Schema, string> = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([exported, value]): [Schema, string][] => {
      const name = /^z([A-Z]\w*)$/.exec(exported)?.[1]
      if (name === undefined || !isSchema(value)) return []
      const isObject = value._zod.def.type === 'object' && Object.keys(Object(Object(value).shape)).length > 0
      return isObject || value._zod.def.type === 'union' || values.has(name) ? [[value, name]] : []
    }),
  ),
)

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}
