import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { addressOf, hashOfKey } from './addresses/addresses.ts'
import type { Parts } from './deps.ts'
import type { FloatAnswer, Provider, ProviderName } from './ports.ts'

/** The balance in cents of the account from which a provider pays out, and when the provider said so; null until it has. */
export type Float = { readonly provider: ProviderName; readonly balance: bigint | null; readonly saidAt: Date | null }

const askEveryS = 300

/**
 * Opens the balances at the providers, which are asked every five minutes. An answer that comes later is unsigned: it counts only with the
 * provider's id of the last query, which came over our own connection. Balances are shown and decide nothing.
 */
export function openFloats(parts: Parts) {
  const { db, providers, log } = parts

  async function ask({ name, float }: Provider): Promise<void> {
    if (!float) return
    if (!(await claimQuery(db, name))) return
    const url = await addressOf(parts, { purpose: 'float', provider: name, payment: null })
    const answer = await float({ resultUrl: url, timeoutUrl: url })
    if (answer.is !== 'later') return store(name, answer)
    if (answer.conversation === undefined) return
    await sql`
      update payments.float set conversation_hash = ${hashOfKey(answer.conversation)} where provider = ${name}`.execute(
      db,
    )
  }

  async function store(provider: ProviderName, answer: FloatAnswer): Promise<void> {
    if (answer.is === 'refused') return log.warn({ provider, code: answer.code }, 'a provider did not say its balance')
    await sql`
      update payments.float set balance = ${answer.balance}::bigint, said_at = platform.now(), conversation_hash = null
      where provider = ${provider}`.execute(db)
  }

  return {
    /** Asks the providers that were not asked in the last five minutes. */
    async ask(): Promise<void> {
      await Promise.all(Object.values(providers).map(ask))
    },

    /** Reads a later answer. Undefined if it came before the provider's id of the query was stored, and must be read again. */
    async answered(provider: Provider, body: unknown): Promise<string | undefined> {
      const read = provider.readFloat(body)
      if (read?.requestId === undefined) return 'not readable'
      const rows = await queryRows<{ hash: string | null; isOpen: boolean }>(db)`
        select conversation_hash as hash, asked_at > platform.now() - interval '60 seconds' as "isOpen"
        from payments.float where provider = ${provider.name}`
      const [query] = rows
      if (query?.hash === null && query.isOpen) return undefined
      if (query?.hash !== hashOfKey(read.requestId)) return 'of another query'
      await store(provider.name, read.answer)
      return read.answer.is
    },

    /** What each provider last said. */
    async floats(): Promise<Float[]> {
      const names = Object.values(providers).map(({ name }) => name)
      const rows = await queryRows<Float>(db)`
        select provider, balance, said_at as "saidAt" from payments.float where provider = any(${names}::text[])`
      return names.map(
        (provider) => rows.find((row) => row.provider === provider) ?? { provider, balance: null, saidAt: null },
      )
    },
  }
}

/** Claims the next query; false if the provider was asked in the last five minutes. */
async function claimQuery(db: Db, provider: ProviderName): Promise<boolean> {
  const rows = await queryRows(db)`
    insert into payments.float as f (provider, asked_at) values (${provider}, platform.now())
    on conflict (provider) do update set asked_at = excluded.asked_at, conversation_hash = null
      where f.asked_at <= excluded.asked_at - make_interval(secs => ${askEveryS}::int)
    returning provider`
  return rows.length > 0
}
