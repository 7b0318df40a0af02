import { house } from '@nare/contract/operator-trading'
import { operatorRoute } from '@nare/contract/route'
import { zText } from '@nare/contract/shapes'
import * as z from 'zod/mini'

const foundKinds = [
  ...(['bettor', 'ticket', 'deposit', 'withdrawal', 'receipt', 'match', 'round', 'code'] as const),
] as const

export const consoleSearch = {
  search: operatorRoute({
    ...house,
    permission: 'search',
    method: 'GET',
    path: '/v1/operator/search',
    input: z.object({ q: zText(120) }),
    answer: z.object({
      data: z.array(
        z.object({ kind: z.enum(foundKinds), id: z.string(), title: z.string(), detail: z.string(), path: z.string() }),
      ),
    }),
    failures: [],
  }),
} as const
