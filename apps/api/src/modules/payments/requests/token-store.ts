import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { queryRow, transact, type Db, type Tx } from '#platform/db'
import { isCurrent, openToken, sealToken, type Token, tokenOf, type TokenRequest, type TokenStore } from './tokens.ts'

type Row = { sealed: string | null; until: Date; version: number }

/**
 * Stores one token per app for all processes in the database, encrypted with the app's secret. The row is locked during a fetch, so that two
 * processes never invalidate each other's tokens. A current token is cached in memory.
 */
export function tokensInDatabase(db: Db): TokenStore {
  const cache = new Map<string, Token>()
  const fetching = new Map<string, Promise<Token | { keyRefused: boolean }>>()

  async function load(request: TokenRequest): Promise<Token | { keyRefused: boolean }> {
    const name = createHash('sha256').update(request.name).digest('hex')
    await sql`insert into payments.provider_token (name, until, version) values (${name}, to_timestamp(0), 0) on conflict do nothing`.execute(
      db,
    )
    return transact(db, async (tx) => {
      const row = await lockToken(tx, name)
      const stored = row && storedToken(row, request.secret)
      if (stored && isCurrent(stored, request)) return remember(request.name, stored)
      const fetched = await request.fetch()
      if ('keyRefused' in fetched) return fetched
      const token = tokenOf(fetched, request.now(), (row?.version ?? 0) + 1)
      await sql`
        update payments.provider_token set sealed = ${sealToken(token.text, request.secret)}, version = ${token.version}::int,
          until = ${new Date(token.untilMs)} where name = ${name}`.execute(tx)
      return remember(request.name, token)
    })
  }

  function remember(name: string, token: Token): Token {
    cache.set(name, token)
    return token
  }

  return async (request) => {
    const cached = cache.get(request.name)
    if (cached && isCurrent(cached, request)) return cached
    const running = fetching.get(request.name) ?? load(request).finally(() => fetching.delete(request.name))
    fetching.set(request.name, running)
    return running
  }
}

function lockToken(tx: Tx, name: string): Promise<Row | undefined> {
  return queryRow<Row>(tx)`
    select sealed, until, version from payments.provider_token where name = ${name} for update`
}

function storedToken({ sealed, until, version }: Row, secret: string): Token | undefined {
  const text = sealed === null ? undefined : openToken(sealed, secret)
  return text === undefined ? undefined : { text, untilMs: until.getTime(), version }
}
