import * as z from 'zod/mini'
import { heavyRead } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zText } from './shapes.ts'

/** What a search finds, in the order of its results. */
export const foundKinds = [
  ...(['bettor', 'ticket', 'deposit', 'withdrawal', 'receipt', 'match', 'round', 'code'] as const),
] as const
export type FoundKind = (typeof foundKinds)[number]

/** A result; `path` is its address in the console. */
const zFound = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
})

/** The console's calls about search. */
export const consoleSearch = {
  /**
   * Finds bettors by their whole number, name or id, tickets, deposits and withdrawals by id, payments by receipt, matches by game id or
   * team, rounds by id, and booking codes. B-12, D-12 and W-12 are the bettor,
   * the deposit and the withdrawal with this id. Results of kinds that the caller may not read are left out.
   */
  search: operatorRoute({
    ...heavyRead,
    permission: 'search',
    method: 'GET',
    path: '/v1/operator/search',
    input: z.object({ q: zText(120) }),
    answer: z.object({ data: z.array(zFound) }),
  }),
} as const
