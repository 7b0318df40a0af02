import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './db-faults.ts'

/** One server of a list: its host and port, and the connection string with this server only. */
export type Server = { readonly host: string; readonly port: number; readonly connectionString: string }

/** The wanted server of a list: the primary, which accepts writes, or a standby. */
export type Wanted = 'primary' | 'standby'

/** A connection to a server of a list. */
export type Connected = { readonly server: Server | undefined; drop(why: string): void }

/** The servers of one database, and which of them this process uses. */
export type Servers = {
  readonly wanted: Wanted
  readonly list: readonly Server[]
  /** All connections of this process to servers of the list. */
  readonly connected: Set<Connected>
  /** The server in use. If it is not known, queries all servers; throws if none fits. Concurrent callers share one search. */
  find(): Promise<Server>
  /** Reports that a connection to this server was lost or failed, so that the next connection searches for the server again. */
  suspect(server: Server): void
  /** Reports that this server no longer fits, and drops all connections to it. */
  leave(server: Server, why: string): void
}

const wantedBy: Readonly<Record<string, Wanted>> = { 'read-write': 'primary', primary: 'primary', standby: 'standby' }
const defaultPort = 5432
const responseMsMax = 2_000
/** How long the others may take to respond after the first server that fits. */
const othersMsMax = 500

/** The servers by address, shared by all connections of the process. */
const byAddress = new Map<string, Servers>()

/**
 * Parses an address in the form of libpq, `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`, which the driver does
 * not support. Undefined for an address without `target_session_attrs`, which has one server of any kind. Throws an error with the reason if
 * the address is invalid.
 */
export function serversOf(address: string | undefined): Servers | undefined {
  if (address === undefined) return undefined
  const existing = byAddress.get(address)
  if (existing) return existing
  const read = readAddress(address)
  if (!read) return undefined
  const servers = openServers(read)
  byAddress.set(address, servers)
  return servers
}

type Address = { readonly list: readonly Server[]; readonly wanted: Wanted }

function readAddress(address: string): Address | undefined {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?]*)(\/[^?]*)?(?:\?(.*))?$/s.exec(address) ?? []
  const parameters = new URLSearchParams(query)
  const attributes = parameters.get('target_session_attrs')
  if (attributes === null) {
    if (hosts.includes(',')) throw new Error('several hosts need target_session_attrs')
    return undefined
  }
  const wanted = wantedBy[attributes]
  if (!wanted) throw new Error('target_session_attrs must be read-write, primary or standby')
  parameters.delete('target_session_attrs')
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  const list = hosts.split(',').map((host) => serverOf(`${scheme}${user}${host}${path}${rest}`, parameters.get('host')))
  if (new Set(list.map(({ host, port }) => `${host}:${port}`)).size < list.length)
    throw new Error('the address names a host twice')
  return { list, wanted }
}

function serverOf(connectionString: string, inQuery: string | null): Server {
  if (!URL.canParse(connectionString)) throw new Error('hosts must be written as a:5432,b:5432')
  const { hostname, port } = new URL(connectionString)
  const host = inQuery ?? decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1'))
  if (host === '') throw new Error('the address has an empty host')
  return { host, port: port === '' ? defaultPort : Number(port), connectionString }
}

function openServers({ list, wanted }: Address): Servers {
  const connected = new Set<Connected>()
  let known: Server | undefined
  let search: Promise<Server> | undefined

  async function searchAll(): Promise<Server> {
    const found = await findAmong(list, wanted)
    if (!found) throw noneFound(list, wanted)
    known = found
    for (const one of connected) if (one.server !== found) one.drop(`the ${wanted} is another server now`)
    return found
  }

  return {
    wanted,
    list,
    connected,
    async find() {
      if (known) return known
      search ??= searchAll().finally(() => (search = undefined))
      return search
    },
    suspect(server) {
      if (known === server) known = undefined
    },
    leave(server, why) {
      if (known === server) known = undefined
      for (const one of connected) if (one.server === server) one.drop(why)
    },
  }
}

/** `57P03` is "cannot connect now" in PostgreSQL's list: the same work may succeed later. */
const noneFound = (list: readonly Server[], wanted: Wanted): Error =>
  Object.assign(new Error(`none of ${list.map(({ host, port }) => `${host}:${port}`).join(', ')} is a ${wanted}`), {
    code: '57P03',
  })

type Fitting = { readonly server: Server; readonly timeline: number }

/**
 * Queries all servers at the same time. Of several that accept writes, the one that was promoted last is the primary: each promotion begins a
 * timeline with a higher number, so a former primary that was restarted by mistake has a lower one. Of equal ones, the first of the list is
 * chosen.
 */
async function findAmong(list: readonly Server[], wanted: Wanted): Promise<Server | undefined> {
  const fit: Fitting[] = []
  const first = Promise.withResolvers<void>()
  const all = Promise.all(
    list.map(async (server) => {
      const timeline = await timelineOf(server, wanted)
      if (timeline === undefined) return
      fit.push({ server, timeline })
      first.resolve()
    }),
  )
  const timeout = new AbortController()
  const enough = first.promise.then(() =>
    wait(othersMsMax, undefined, { signal: timeout.signal }).catch(() => undefined),
  )
  await Promise.race([all, enough])
  timeout.abort()
  const best = Math.max(...fit.map(({ timeline }) => timeline))
  return list.find((server) => fit.some((asked) => asked.server === server && asked.timeline === best))
}

/** The timeline of a server that fits; undefined if it does not fit or does not respond in time. */
async function timelineOf({ connectionString }: Server, wanted: Wanted): Promise<number | undefined> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: responseMsMax,
    query_timeout: responseMsMax,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ fits: boolean; timeline: bigint | string }>(
      `select ${fitness[wanted]} as fits,
        case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint end as timeline`,
    )
    return rows[0]?.fits === true ? Number(rows[0].timeline) : undefined
  } catch {
    return undefined
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** SQL conditions for whether a server fits. As in libpq, a server whose sessions are read-only by default is not a primary. */
export const fitness: Readonly<Record<Wanted, string>> = {
  primary: `current_setting('transaction_read_only') = 'off'`,
  standby: 'pg_is_in_recovery()',
}

/** Whether a statement failed because its server is read-only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'
