import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** A chain. `offered` is the number of its games that were opened for bets. */
export type ChainRow = {
  readonly chainId: string
  readonly number: number
  readonly games: number
  readonly tip: string
  readonly saltSource: string
  readonly salt: string | null
  readonly lost: string | null
  readonly offered: number
}

const columns = sql`c.chain_id as "chainId", c.number, c.games, c.tip, c.salt_source as "saltSource", c.salt, c.lost,
  coalesce((select max(r.game_no) from games.crash_round r where r.chain_id = c.chain_id), 0) as offered`

/** The newest chains, newest first. */
export function newestChains(on: Db | Tx, most: number): Promise<ChainRow[]> {
  return queryRows<ChainRow>(on)`
    select ${columns} from games.crash_chain c order by c.number desc limit ${most}::int`
}

export function chainById(on: Db | Tx, chainId: string): Promise<ChainRow | undefined> {
  return queryRow<ChainRow>(on)`
    select ${columns} from games.crash_chain c where c.chain_id = ${chainId}`
}

/** The chain of the next round; undefined while no chain has a salt. */
export function chainToPlay(on: Db | Tx): Promise<(ChainRow & { readonly salt: string }) | undefined> {
  return queryRow<ChainRow & { salt: string }>(on)`
    select * from (select ${columns} from games.crash_chain c where c.salt is not null and c.lost is null) ready
    where offered < games order by number limit 1`
}

type NewChain = Pick<ChainRow, 'chainId' | 'number' | 'games' | 'tip' | 'saltSource'> & { readonly sealed: Buffer }

/** Stores a chain, which is public before its salt exists, and its sealed secret. */
export async function insertChain(tx: Tx, chain: NewChain): Promise<void> {
  const { chainId, number, games, tip, saltSource, sealed } = chain
  await sql`
    insert into games.crash_chain (chain_id, number, games, tip, salt_source)
    values (${chainId}, ${number}::int, ${games}::int, ${tip}, ${saltSource})`.execute(tx)
  await sql`insert into games.crash_secret (chain_id, sealed) values (${chainId}, ${sealed})`.execute(tx)
}

export async function setSalt(tx: Tx, { chainId, salt }: { chainId: string; salt: string }): Promise<void> {
  await sql`
    update games.crash_chain set salt = ${salt}, salted_at = platform.now()
    where chain_id = ${chainId} and salt is null`.execute(tx)
}

/** Marks a chain whose secret was lost: no more of its games are opened. */
export async function markChainLost(tx: Tx, chainId: string, reason: string): Promise<void> {
  await sql`update games.crash_chain set lost = ${reason} where chain_id = ${chainId} and lost is null`.execute(tx)
}

/** The sealed secret of a chain; undefined if its row is missing. */
export async function sealedSecret(tx: Tx, chainId: string): Promise<Buffer | undefined> {
  const rows = await queryRows<{ sealed: Buffer }>(tx)`
    select sealed from games.crash_secret where chain_id = ${chainId}`
  return rows[0]?.sealed
}
