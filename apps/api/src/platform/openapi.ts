import * as z from 'zod'
import { failures } from '@nare/contract/failures'
import { pathFields, type Route, type Routes } from '@nare/contract/route'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document: every call with its input, answer and failures. */
export function openApi(areas: Readonly<Record<string, Routes>>, options: { name: string; sandbox: boolean }): Json {
  const paths: Record<string, Json> = {}
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, call] of Object.entries(routes)) {
      if (call.sandboxOnly && !options.sandbox) continue
      const path = (call.path.split('?')[0] ?? '').replace(/:([a-z_]+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation({ area, name, call }) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: options.name, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function operation({ area, name, call }: { area: string; name: string; call: Route }): Json {
  const input = schemaOf(call, 'input')
  const inPath = new Set(pathFields(call.path.split('?')[0] ?? ''))
  const urlFields = new Set(pathFields(call.path))
  const properties = Object.entries((input['properties'] as Json | undefined) ?? {})
  const required = new Set((input['required'] as string[] | undefined) ?? [])
  const inBody = properties.filter(([field]) => call.method !== 'GET' && !urlFields.has(field))
  const parameters = properties
    .filter(([field]) => call.method === 'GET' || urlFields.has(field))
    .map(([field, schema]) => {
      const isInPath = inPath.has(field)
      return { name: field, in: isInPath ? 'path' : 'query', required: isInPath || required.has(field), schema }
    })
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    ...(parameters.length > 0 && { parameters }),
    ...(call.auth !== 'none' && { security: [{ bearer: [] }, ...(call.auth === 'optional' ? [{}] : [])] }),
    ...(inBody.length > 0 && {
      requestBody: {
        required: inBody.some(([field]) => required.has(field)),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(inBody),
              required: [...required].filter((field) => !urlFields.has(field)),
            },
          },
        },
      },
    }),
    responses: {
      [call.created ? '201' : '200']: {
        description: 'done',
        content: { 'application/json': { schema: schemaOf(call, 'answer') } },
      },
      ...refusalsOf(call),
    },
  }
}

function schemaOf(call: Route, side: 'input' | 'answer'): Json {
  const io = side === 'input' ? 'input' : 'output'
  const { $schema: _, ...schema } = z.toJSONSchema(call[side], { io, unrepresentable: 'any' })
  return schema
}

function refusalsOf(call: Route): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of call.failures) {
    const { status } = failures[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), { description: codes.join(', ') }]))
}
