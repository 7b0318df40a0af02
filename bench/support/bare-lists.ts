import fastify from 'fastify'

/** Bare Fastify. The parent process sends it a body for each path, which it serves from memory. */
const bodies = new Map<string, string>()
const app = fastify()
app.get('/v1/*', async (request, reply) => reply.type('application/json').send(bodies.get(request.url)))
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()

process.on('message', ({ path, body }: { path: string; body: string }) => {
  bodies.set(path, body)
  process.send?.({})
})
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
