import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'

export type SealedSeed = { readonly hash: string; readonly sealed: Buffer }
export type NewSeed = SealedSeed

/** The seeds of a bettor: the active server seed with its client seed, the next one, and the number of the next round. */
export type SeedsRow = {
  readonly active: SealedSeed & { readonly seedId: bigint; readonly clientSeed: string }
  readonly next: { readonly seedId: bigint; readonly hash: string }
  readonly nonce: number
  readonly openRounds: number
}

type Row = {
  seed_id: bigint
  hash: string
  sealed: Buffer
  client_seed: string
  next_id: bigint
  next_hash: string
  nonce: number
  open_rounds: number
}

const columns = sql`a.seed_id, a.server_seed_hash as hash, a.sealed, a.client_seed, n.seed_id as next_id, n.server_seed_hash as next_hash,
  s.nonce, s.open_rounds`
const tables = sql`games.seeds s join games.server_seed a on a.seed_id = s.active join games.server_seed n on n.seed_id = s.next`

const seedsRow = (row: Row): SeedsRow => ({
  active: { seedId: row.seed_id, hash: row.hash, sealed: row.sealed, clientSeed: row.client_seed },
  next: { seedId: row.next_id, hash: row.next_hash },
  nonce: row.nonce,
  openRounds: row.open_rounds,
})

export async function seedsOf(db: Db, bettor: bigint): Promise<SeedsRow | undefined> {
  const rows = await queryRows<Row>(db)`select ${columns} from ${tables} where s.bettor_id = ${bettor}::bigint`
  return rows[0] && seedsRow(rows[0])
}

export async function lockSeeds(tx: Tx, bettor: bigint): Promise<SeedsRow | undefined> {
  const rows = await queryRows<Row>(tx)`
    select ${columns} from ${tables} where s.bettor_id = ${bettor}::bigint for update of s`
  return rows[0] && seedsRow(rows[0])
}

/** Inserts the first seeds of a bettor. */
export async function insertSeeds(
  tx: Tx,
  { bettor, active, next, clientSeed }: { bettor: bigint; active: NewSeed; next: NewSeed; clientSeed: string },
): Promise<SeedsRow> {
  const activeId = await insertServerSeed(tx, { bettor, seed: active, clientSeed })
  const nextId = await insertServerSeed(tx, { bettor, seed: next })
  await sql`
    insert into games.seeds (bettor_id, active, next)
    values (${bettor}::bigint, ${activeId}::bigint, ${nextId}::bigint)`.execute(tx)
  return {
    active: { ...active, seedId: activeId, clientSeed },
    next: { seedId: nextId, hash: next.hash },
    nonce: 0,
    openRounds: 0,
  }
}

async function insertServerSeed(
  tx: Tx,
  { bettor, seed, clientSeed = null }: { bettor: bigint; seed: NewSeed; clientSeed?: string | null },
): Promise<bigint> {
  const rows = await queryRows<{ seed_id: bigint }>(tx)`
    insert into games.server_seed (bettor_id, server_seed_hash, sealed, client_seed)
    values (${bettor}::bigint, ${seed.hash}, ${seed.sealed}::bytea, ${clientSeed}::text) returning seed_id`
  invariant(rows[0], 'a server seed was not inserted')
  return rows[0].seed_id
}

/** Adds `played` to the nonce and `opened` to the number of open rounds, after a round was placed or has ended. */
export async function countRounds(
  tx: Tx,
  { bettor, played, opened }: { bettor: bigint; played: number; opened: number },
): Promise<void> {
  await sql`
    update games.seeds set nonce = nonce + ${played}::int, open_rounds = open_rounds + ${opened}::smallint
    where bettor_id = ${bettor}::bigint`.execute(tx)
}

type Rotation = {
  readonly bettor: bigint
  readonly seeds: SeedsRow
  readonly revealed: string
  readonly id: string
  /** The requested client seed; undefined keeps the current one. */
  readonly clientSeed: string | undefined
  readonly next: NewSeed
}

/** Stores a rotation: the next server seed becomes active, then the old one is revealed. */
export async function rotateSeeds(tx: Tx, { bettor, seeds, revealed, id, clientSeed, next }: Rotation): Promise<void> {
  const nextId = await insertServerSeed(tx, { bettor, seed: next })
  await sql`
    update games.server_seed set client_seed = ${clientSeed ?? seeds.active.clientSeed}
    where seed_id = ${seeds.next.seedId}::bigint`.execute(tx)
  await sql`
    update games.seeds set active = ${seeds.next.seedId}::bigint, next = ${nextId}::bigint, nonce = 0
    where bettor_id = ${bettor}::bigint`.execute(tx)
  await sql`
    update games.server_seed set revealed = ${revealed}, rounds = ${seeds.nonce}::int, revealed_at = platform.now(),
      rotation = ${id}::uuid, asked_client_seed = ${clientSeed ?? null}::text
    where seed_id = ${seeds.active.seedId}::bigint`.execute(tx)
}

/** A completed rotation: the revealed seed, and the two hashes that followed. */
export type Rotated = {
  readonly serverSeed: string
  readonly hash: string
  readonly clientSeed: string
  readonly rounds: number
  readonly requestedClientSeed: string | null
  readonly after: { readonly hash: string; readonly clientSeed: string; readonly nextHash: string }
}

/** The rotation of a command. A bettor's server seeds are used in the order of their ids. */
export async function rotationOf(
  on: Db | Tx,
  { bettor, id }: { bettor: bigint; id: string },
): Promise<Rotated | undefined> {
  const rows = await queryRows<{
    revealed: string
    hash: string
    client_seed: string
    rounds: number
    requestedClientSeed: string | null
  }>(on)`
    with done as (select seed_id from games.server_seed where bettor_id = ${bettor}::bigint and rotation = ${id}::uuid)
    select revealed, server_seed_hash as hash, client_seed, rounds, asked_client_seed as "requestedClientSeed" from games.server_seed
    where bettor_id = ${bettor}::bigint and seed_id >= (select seed_id from done) order by seed_id limit 3`
  const [of, after, next] = rows
  if (!of || !after || !next) return undefined
  return {
    serverSeed: of.revealed,
    hash: of.hash,
    clientSeed: of.client_seed,
    rounds: of.rounds,
    requestedClientSeed: of.requestedClientSeed,
    after: { hash: after.hash, clientSeed: after.client_seed, nextHash: next.hash },
  }
}
