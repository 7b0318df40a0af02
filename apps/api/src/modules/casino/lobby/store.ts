import { sql } from 'kysely'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { searchText } from '#platform/search-text'
import { providerOf, type CatalogueFile } from './catalogue-file.ts'

export type LobbyGame = {
  readonly gameId: string
  readonly name: string
  readonly provider: string
  readonly providerName: string
  readonly category: string
  readonly categoryName: string
  readonly tile: string
  readonly rtp: string | null
  readonly minStake: bigint | null
  readonly dataKb: number | null
  readonly demo: boolean
  readonly path: string | null
  /** The day when the game was added to the lobby, YYYY-MM-DD. */
  readonly since: string | null
  readonly isOn: boolean
  readonly providerOn: boolean
  readonly place: number | null
  readonly changedBy: string | null
  readonly changedAt: Date | null
}

/**
 * Updates the tables from the content file. Keeps the operators' changes. Entries that are no longer in the file are kept unlisted, because
 * favourites and rounds refer to them.
 */
export async function storeCatalogue(db: Db, file: CatalogueFile): Promise<void> {
  await transact(db, async (tx) => {
    // One process at a time, so that two starting processes do not deadlock.
    await sql`lock table casino.lobby_provider in share row exclusive mode`.execute(tx)
    await storeShelves(tx, file)
    await storeGames(tx, file)
  })
}

async function storeShelves(tx: Tx, { providers, categories }: CatalogueFile): Promise<void> {
  await sql`
    insert into casino.lobby_provider as p (provider_id, name, rank, listed)
    select id, name, rank, true from unnest(${providers.map(({ id }) => id)}::text[], ${providers.map(({ name }) => name)}::text[])
      with ordinality as f (id, name, rank)
    on conflict (provider_id) do update set name = excluded.name, rank = excluded.rank, listed = true`.execute(tx)
  await sql`
    insert into casino.lobby_category as c (category_id, name, rank, listed)
    select id, name, rank, true from unnest(${categories.map(({ id }) => id)}::text[], ${categories.map(({ name }) => name)}::text[])
      with ordinality as f (id, name, rank)
    on conflict (category_id) do update set name = excluded.name, rank = excluded.rank, listed = true`.execute(tx)
  await sql`
    update casino.lobby_provider set listed = false
    where listed and provider_id <> all(${providers.map(({ id }) => id)}::text[])`.execute(tx)
  await sql`
    update casino.lobby_category set listed = false
    where listed and category_id <> all(${categories.map(({ id }) => id)}::text[])`.execute(tx)
}

async function storeGames(tx: Tx, { games, providers, categories }: CatalogueFile): Promise<void> {
  const names = new Map([...providers, ...categories].map(({ id, name }) => [id, name]))
  const words = games.map(({ game_id, name, category, also }) =>
    searchText(name, ...also, names.get(providerOf(game_id)) ?? '', names.get(category) ?? ''),
  )
  await sql`
    insert into casino.lobby_game as g (game_id, provider_id, category_id, name, words, tile, rtp, min_stake, data_kb, demo, path, since,
      rank, listed)
    select game_id, split_part(game_id, ':', 1), category, name, words, tile, rtp, min_stake, data_kb, demo, path, since, rank, true
    from unnest(
      ${games.map((g) => g.game_id)}::text[], ${games.map((g) => g.category)}::text[], ${games.map((g) => g.name)}::text[],
      ${words}::text[], ${games.map((g) => g.tile)}::text[], ${games.map((g) => g.rtp ?? null)}::numeric[],
      ${games.map((g) => g.min_stake ?? null)}::bigint[], ${games.map((g) => g.data_kb ?? null)}::int[],
      ${games.map((g) => g.demo)}::boolean[], ${games.map((g) => g.path ?? null)}::text[], ${games.map((g) => g.since ?? null)}::date[])
      with ordinality as f (game_id, category, name, words, tile, rtp, min_stake, data_kb, demo, path, since, rank)
    on conflict (game_id) do update set category_id = excluded.category_id, name = excluded.name, words = excluded.words,
      tile = excluded.tile, rtp = excluded.rtp, min_stake = excluded.min_stake, data_kb = excluded.data_kb, demo = excluded.demo,
      path = excluded.path, since = excluded.since, rank = excluded.rank, listed = true`.execute(tx)
  await sql`
    update casino.lobby_game set listed = false where listed and game_id <> all(${games.map((g) => g.game_id)}::text[])`.execute(
    tx,
  )
}

export type LobbyProvider = { readonly provider: string; readonly name: string; readonly isOn: boolean }
export type LobbyRows = {
  readonly games: readonly LobbyGame[]
  readonly providers: readonly LobbyProvider[]
  readonly categories: readonly { readonly id: string; readonly name: string }[]
}

/** True if no operator has switched the provider `p` off. */
const isOn = sql`not exists (select from casino.provider_stop s where s.provider = p.provider_id and s.stopped)`

/** All listed games in the order of the lobby: first those that an operator has placed. */
export async function lobbyRows(db: Db): Promise<LobbyRows> {
  const games = await sql<LobbyGame>`
    select g.game_id as "gameId", g.name, g.provider_id as provider, p.name as "providerName", g.category_id as category,
      c.name as "categoryName", g.tile, g.rtp::text as rtp, g.min_stake as "minStake", g.data_kb as "dataKb", g.demo, g.path,
      g.since::text as since, g.is_on as "isOn", ${isOn} as "providerOn", g.place, g.changed_by as "changedBy",
      g.changed_at as "changedAt"
    from casino.lobby_game g join casino.lobby_provider p using (provider_id) join casino.lobby_category c using (category_id)
    where g.listed and p.listed and c.listed order by g.place nulls last, g.rank, g.game_id`.execute(db)
  const providers = await sql<LobbyProvider>`
    select p.provider_id as provider, p.name, ${isOn} as "isOn" from casino.lobby_provider p where p.listed order by p.rank, p.provider_id`.execute(
    db,
  )
  const categories = await sql<{ id: string; name: string }>`
    select category_id as id, name from casino.lobby_category where listed order by rank, category_id`.execute(db)
  return { games: games.rows, providers: providers.rows, categories: categories.rows }
}

/**
 * The ids of at most `most` of the given games that match the text, best first: whole words, then prefixes, then similar words. Tolerates
 * typos.
 */
export async function searchGames(
  db: Db,
  { text, among, most }: { text: string; among: readonly string[]; most: number },
): Promise<string[]> {
  const rows = await queryRows<{ game_id: string }>(db)`
    select game_id from casino.lobby_game
    where listed and game_id = any(${among}::text[]) and (words like '%' || ${text} || '%' or ${text} <% words)
    order by to_tsvector('simple', words) @@ plainto_tsquery('simple', ${text}) desc, ' ' || words like '% ' || ${text} || '%' desc,
      words like '%' || ${text} || '%' desc, round(word_similarity(${text}, words)::numeric, 2) desc, place nulls last, rank, game_id
    limit ${most}::int`
  return rows.map((row) => row.game_id)
}

export type GameChange = {
  readonly gameId: string
  readonly isOn?: boolean | undefined
  readonly place?: number | null | undefined
}

/** Switches a game on or off, or changes its place (null: the place in the file). Returns false if the game does not exist. */
export async function changeGame(db: Db, { gameId, isOn, place }: GameChange, by: string): Promise<boolean> {
  const changed = await sql`
    update casino.lobby_game set is_on = coalesce(${isOn ?? null}::boolean, is_on),
      place = case when ${place !== undefined}::boolean then ${place ?? null}::int else place end, changed_by = ${by},
      changed_at = platform.now()
    where game_id = ${gameId} and listed`.execute(db)
  return changed.numAffectedRows === 1n
}
