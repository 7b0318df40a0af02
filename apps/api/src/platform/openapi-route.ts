import type { FastifyInstance } from 'fastify'
import { JsonText, sendJsonText } from './json-text.ts'

/** Serves the document, which is made at the first request: few processes ever need it. */
export function serveOpenApi(app: FastifyInstance, nameNow: () => string, documentOf: (name: string) => object): void {
  let last: { readonly name: string; readonly document: JsonText } | undefined
  app.get('/openapi.json', async (request, reply) => {
    const name = nameNow()
    if (last?.name !== name) last = { name, document: new JsonText(JSON.stringify(documentOf(name))) }
    return sendJsonText(request, reply, last.document)
  })
}
