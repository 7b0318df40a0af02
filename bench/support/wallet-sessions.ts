import { sql } from 'kysely'
import type { BenchServer } from './server.ts'

/** Opens a session with the provider for each bettor, as launches do. */
export async function openSessions(server: BenchServer, bettors: readonly bigint[]): Promise<void> {
  await sql`
    insert into casino.session (launch_hash, provider, game_id, bettor_id, signing_key, launch_until, expires_at)
    select decode(md5(b::text) || md5('launch' || b), 'hex'), 'bgaming', 'bgaming:coin-duel', b,
      (select signing_key from identity.session s where s.bettor = b limit 1), platform.now(), platform.now() + interval '1 day'
    from unnest(${bettors}::bigint[]) b`.execute(server.db)
}
