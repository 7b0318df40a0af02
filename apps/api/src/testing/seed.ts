import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Country } from '#country/country'
import { ke } from '#country/ke'
import { queryRows, transact, type Db } from '#platform/db'

export type SeededBettor = { readonly id: bigint; readonly msisdn: string; readonly token: string }

/** A hash in argon2's format that matches no password: seeded bettors have a session instead. */
const noPassword = '$argon2id$v=19$m=1024,t=1,p=1$c2VlZGVkc2FsdA$c2VlZGVk'

type Seeding = {
  readonly count: number
  readonly cents: bigint
  /** The account that their money comes from. */
  readonly house: bigint
  readonly country?: Pick<Country, 'currency' | 'numbers'>
}

/** Creates many verified bettors with a session and money, for tests and benchmarks. Writes the money to the ledger's tables directly. */
export async function seedBettors(
  db: Db,
  { count, cents, house, country: { currency, numbers } = ke }: Seeding,
): Promise<SeededBettor[]> {
  const start = `${numbers.calling_code}7`
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const run = randomBytes(4).toString('hex')
  return transact(db, async (tx) => {
    const inserted = await queryRows<{ id: bigint; msisdn: string }>(tx)`
      insert into identity.bettor (msisdn, password_hash, name, date_of_birth, terms_version, terms_accepted_at, verified_at, signed_up_at)
      select ${start} || lpad((coalesce((select max(substr(msisdn, 5)::bigint) from identity.bettor where msisdn like ${`${start}%`}), 0) % 50000000 + n)::text, 8, '0'),
        ${noPassword}, 'Seeded ' || n, '1990-01-01', 'seed', platform.now(), platform.now(), platform.now()
      from generate_series(1, ${count}::int) n returning id, msisdn`
    const ids = inserted.map((row) => row.id)
    await sql`
      insert into identity.session (token_hash, bettor, signing_key, opened_at, expires_at)
      select decode(hash, 'hex'), id, repeat(md5(hash), 2), platform.now(), platform.now() + interval '30 days'
      from unnest(${hashes}::text[], ${ids}::bigint[]) as s (hash, id)`.execute(tx)
    await sql`
      insert into ledger.account (name, kind, owner, currency, bounded, floor, balance, version)
      select kind || ':' || id, kind, id, case kind when 'points' then 'PTS' else ${currency} end, true, case kind when 'debt' then -1000000000000000 else 0 end,
        case kind when 'cash' then ${cents}::bigint else 0 end, case kind when 'cash' then 1 else 0 end
      from unnest(${ids}::bigint[]) id, unnest(array['cash', 'bonus', 'points', 'debt']) kind`.execute(tx)
    await sql`
      with t as (
        insert into ledger.transfer (id, hash, kind, at)
        select 'seed/' || ${run} || '/' || id, '\\x00', 'test_money', platform.now() from unnest(${ids}::bigint[]) id returning no, id)
      insert into ledger.entry (account_id, transfer_no, amount, balance_after)
      select a.id, t.no, ${cents}::bigint, ${cents}::bigint from t join ledger.account a on a.name = 'cash:' || split_part(t.id, '/', 3)
      union all select ${house}::bigint, t.no, -${cents}::bigint, null from t`.execute(tx)
    return inserted.map((row, n) => ({ id: row.id, msisdn: row.msisdn, token: tokens[n] ?? '' }))
  })
}
