import * as z from 'zod'
import { serversOf, type Wanted } from './platform/servers.ts'

const address = (wanted: Wanted) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .check((given) => {
      const message = faultOf(given.value, wanted)
      if (message !== undefined) given.issues.push({ code: 'custom', input: given.value, message })
    })
    .optional()

/** The environment variables about the database. */
export const databaseVariables = {
  DATABASE_URL: address('primary'),
  DATABASE_DIRECT_URL: address('primary'),
  DATABASE_REPLICA_URL: address('standby'),
  DATABASE_REPLICA_LAG_MS: z.coerce.number().int().min(100).max(60_000).default(1000),
  DB_POOL: z.coerce.number().int().min(2).max(200).default(16),
  DB_MONEY_POOL: z.coerce.number().int().min(2).max(200).default(8),
  DB_REPLICA_POOL: z.coerce.number().int().min(2).max(200).default(8),
}

type Given = z.output<z.ZodObject<typeof databaseVariables>>

export function databaseOf(e: Given, wrong: string[]) {
  if (e.DATABASE_REPLICA_URL !== undefined && e.DATABASE_URL === undefined)
    wrong.push('DATABASE_REPLICA_URL: requires DATABASE_URL, the address of its primary')
  return {
    databaseUrl: e.DATABASE_URL,
    /** The address of PostgreSQL itself, if databaseUrl is a pooler. */
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    poolSize: e.DB_POOL,
    /** Additional connections for commands that move money. */
    moneyPoolSize: e.DB_MONEY_POOL,
    /** The replica for reads that may be slightly old: its address and its maximum lag. */
    replica: { url: e.DATABASE_REPLICA_URL, lagMsMax: e.DATABASE_REPLICA_LAG_MS },
    /** The number of connections to the replica. */
    replicaPoolSize: e.DB_REPLICA_POOL,
  }
}

function faultOf(text: string, wanted: Wanted): string | undefined {
  try {
    const servers = serversOf(text)
    if (!servers || servers.wanted === wanted) return undefined
    return `target_session_attrs must be ${wanted === 'primary' ? 'read-write' : 'standby'} here`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
