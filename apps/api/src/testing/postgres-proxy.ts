import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Connection } from '#platform/db'

/** A PostgreSQL behind a proxy that can block a statement, or the answer to a statement. */
export type PostgresProxy = {
  readonly connection: Connection
  /** Blocks a connection's statements, from the first message with this text. */
  blockStatements(text: string): Blocked
  /** Delivers the first message with this text, and blocks all answers to its connection from then on. */
  blockAnswers(text: string): Blocked
  close(): Promise<void>
}

export type Blocked = {
  /** Resolves when the first message matched. */
  readonly met: Promise<void>
  /** Delivers everything blocked, including a hang-up, and blocks nothing more. */
  release(): void
}

type Rule = { readonly text: Buffer; readonly of: 'statements' | 'answers'; readonly met: () => void; over: boolean }
type Line = { from: Socket; to: Socket; blocked: Buffer[]; by: Rule | undefined; hungUp: boolean }

/** Opens a proxy on a free port in front of this server. */
export async function postgresProxy(to: Connection): Promise<PostgresProxy> {
  const rules: Rule[] = []
  const lines = new Set<Line>()

  function carry(from: Socket, onto: Socket): Line {
    const line: Line = { from, to: onto, blocked: [], by: undefined, hungUp: false }
    lines.add(line)
    from.on('data', (data: Buffer) => (line.by && !line.by.over ? void line.blocked.push(data) : void onto.write(data)))
    from.on('close', () => {
      line.hungUp = true
      if (!line.by || line.by.over) onto.end()
    })
    from.on('error', () => undefined)
    return line
  }

  const server = createServer((client) => {
    const port = to.port ?? 5432
    const backend = to.host?.startsWith('/')
      ? connect(`${to.host}/.s.PGSQL.${port}`)
      : connect({ host: to.host ?? '127.0.0.1', port })
    const answers = carry(backend, client)
    // The rule is checked before the message is forwarded, because it blocks the matching message too.
    client.on('data', (data: Buffer) => {
      for (const rule of rules.filter(({ over, text }) => !over && data.includes(text))) {
        if (rule.of === 'statements') statements.by ??= rule
        else answers.by ??= rule
        rule.met()
      }
    })
    const statements = carry(client, backend)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  function block(text: string, of: Rule['of']): Blocked {
    const { promise: met, resolve } = Promise.withResolvers<void>()
    const rule: Rule = { text: Buffer.from(text), of, met: resolve, over: false }
    rules.push(rule)
    return {
      met,
      release() {
        rule.over = true
        for (const line of lines) {
          if (line.by !== rule) continue
          for (const data of line.blocked.splice(0)) line.to.write(data)
          if (line.hungUp) line.to.end()
        }
      },
    }
  }

  return {
    connection: { ...to, host: '127.0.0.1', port },
    blockStatements: (text) => block(text, 'statements'),
    blockAnswers: (text) => block(text, 'answers'),
    async close() {
      for (const { from, to: onto } of lines) {
        from.destroy()
        onto.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
