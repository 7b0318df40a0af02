import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { route } from '@nare/contract/route'
import { paging, zDay, zId } from '@nare/contract/shapes'
import { openApi } from './openapi.ts'

const common = { auth: 'none', answer: z.object({}), failures: [], fallback: 'It failed' } as const
const document = openApi(
  {
    matches: {
      list: route({
        ...common,
        method: 'GET',
        path: '/v1/matches/:match_id/events',
        input: z.object({ match_id: z.string(), match: z.optional(z.string()) }),
      }),
      change: route({
        ...common,
        method: 'POST',
        path: '/v1/matches/:match_id',
        input: z.object({ match_id: z.string(), state: z.string(), note: z.optional(z.string()) }),
      }),
      refresh: route({
        ...common,
        method: 'POST',
        path: '/v1/matches',
        input: z.object({ note: z.optional(z.string()) }),
      }),
    },
  },
  { name: 'Nare', sandbox: false, server: '/', summaries: {} },
)

test('a parameter is in the path only if the path has its whole name', () => {
  expect(document).toMatchObject({
    paths: {
      '/v1/matches/{match_id}/events': {
        get: {
          parameters: [
            { name: 'match_id', in: 'path', required: true },
            { name: 'match', in: 'query', required: false },
          ],
        },
      },
    },
  })
})

test('a body is required if one of its fields is', () => {
  expect(document).toMatchObject({
    paths: {
      '/v1/matches/{match_id}': { post: { requestBody: { required: true } } },
      '/v1/matches': { post: { requestBody: { required: false } } },
    },
  })
})

test('a shape has its own name in answers, and the suffix Input in inputs where those accept more', () => {
  const input = z.object({ id: zId, from: zDay, ...paging })
  const call = route({ ...common, method: 'GET', path: '/v1/ids', input, answer: z.object({ id: zId }) })
  const named = openApi({ ids: { call } }, { name: 'Nare', sandbox: false, server: '/', summaries: {} })
  expect(named).toMatchObject({
    paths: {
      '/v1/ids': {
        get: {
          parameters: [
            { name: 'id', schema: { $ref: '#/components/schemas/IdInput' } },
            { name: 'from', schema: { type: 'string', format: 'date' } },
            { name: 'page', schema: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 } },
            { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
            { name: 'after' },
          ],
        },
      },
    },
    components: { schemas: { Id: { type: 'string' }, IdInput: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } },
  })
})
