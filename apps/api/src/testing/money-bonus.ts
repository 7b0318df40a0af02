import { unchangedSettings } from '#testing/settings'
import { sql } from 'kysely'
import { money, price } from '@nare/money/money'
import { ke } from '#country/ke'
import { bonusShare, openBonus, type Bonus } from '#modules/bonus/bonus'
import { openLedger } from '#modules/ledger/ledger'
import { readSettled } from '#modules/risk/risk'
import { openStakes, unreadSince } from '#modules/tickets/tickets'
import { openBackground } from '#platform/background'
import { openLog } from '#platform/log'
import { queryRows, transact, type Db } from '#platform/db'
import { random } from '#platform/random'
import type { SeededBettor } from './seed.ts'

type Having = { readonly base: { readonly db: Db } }

export type GrantStep =
  | { do: 'grant'; shillings: number; wagerTimes: number }
  | { do: 'wager' }
  | { do: 'end_grant'; how: 'expire' | 'cancel' }

const opened = new WeakMap<Db, Promise<Bonus>>()

/** Bonus money outside the server under test, which may be down: other processes also grant, end and wager it. */
function bonusOf(db: Db): Promise<Bonus> {
  const open = async (): Promise<Bonus> => {
    const ledger = await openLedger({ db, currency: 'KES' })
    const publish = async (): Promise<void> => undefined
    const background = openBackground({ db, log: openLog('silent') })
    const bonus = openBonus({ db, moneyDb: db, background, ledger, settings: unchangedSettings(ke), publish })
    bonus.connect({
      openStakes,
      readSettled: (...reading) => readSettled(db, ...reading),
      unreadSince: (name) => unreadSince(db, name),
    })
    return bonus
  }
  const bonus = opened.get(db) ?? open()
  opened.set(db, bonus)
  return bonus
}

/** Performs a step with grants; returns the amount granted, in cents. */
export async function withGrants({ base: { db } }: Having, bettor: SeededBettor, step: GrantStep): Promise<bigint> {
  const bonus = await bonusOf(db)
  if (step.do === 'wager') await bonus.wager()
  if (step.do === 'end_grant') await endNewest(db, bonus, bettor, step.how)
  if (step.do !== 'grant') return 0n
  const amount = money(BigInt(step.shillings) * 100n)
  const input = { id: random.uuid(), bettor: bettor.id, amount, source: 'points' as const }
  const terms = { wagerTimes: step.wagerTimes, minOdds: price(2000n), days: 30 }
  const twice = [input, input].map((grant) => transact(db, (tx) => bonus.grant(tx, { ...grant, ...terms })))
  const kinds = (await Promise.all(twice)).map(({ kind }) => kind)
  if (kinds.toSorted().join() !== 'granted,repeated') throw new Error(`a grant that was sent twice was ${kinds.join()}`)
  return amount
}

async function endNewest(db: Db, bonus: Bonus, { id }: SeededBettor, how: 'expire' | 'cancel'): Promise<void> {
  const rows = await queryRows<{ grantId: bigint }>(db)`
    select grant_id as "grantId" from bonus.grant where bettor_id = ${id}::bigint and state = 'active'
    order by grant_id desc limit 1`
  const [newest] = rows
  if (!newest) return
  if (how === 'cancel') await bonus.cancel({ bettor: id, grantId: newest.grantId, id: random.uuid() })
  else {
    // The working role cannot change when a grant ends.
    await transact(db, async (tx) => {
      await sql`set local role none`.execute(tx)
      await sql`
        update bonus.grant set expires_at = platform.now() - interval '2 minutes' where grant_id = ${newest.grantId}::bigint`.execute(
        tx,
      )
    })
    // A grant expires only after all bets settled before its end are counted.
    await bonus.wager()
    await bonus.expire()
  }
}

/** The bonus money of active grants that a bettor can stake now, in cents. */
export async function spendableOf({ base }: Having, { id }: SeededBettor): Promise<bigint> {
  const rows = await queryRows<{ left: bigint }>(base.db)`
    select coalesce(sum(left_amount), 0)::bigint as left from bonus.grant
    where bettor_id = ${id}::bigint and state = 'active' and expires_at > platform.now()`
  return rows[0]?.left ?? 0n
}

/** In cents: the part of a bettor's grants converted to cash, and the part that expired or was cancelled, less what was restored. */
export async function passedOn(
  { base }: Having,
  { id }: SeededBettor,
): Promise<{ readonly converted: bigint; readonly ended: bigint }> {
  const rows = await queryRows<{ converted: bigint; ended: bigint }>(base.db)`
    select (select coalesce(sum(converted), 0)::bigint from bonus.grant where bettor_id = ${id}::bigint) as converted,
      (select coalesce(-sum(e.amount), 0)::bigint from ledger.account a join ledger.entry e on e.account_id = a.id
        join ledger.transfer t on t.no = e.transfer_no and t.kind in ('bonus_expired', 'bonus_cancelled', 'bonus_restored')
        where a.owner = ${id}::bigint and a.kind = 'bonus') as ended`
  return rows[0] ?? { converted: 0n, ended: 0n }
}

/** The bonus part of a bet by the id of its command; undefined if there is no such bet. */
export async function bonusStakeOf(
  { base }: Having,
  { id }: SeededBettor,
  command: string,
): Promise<bigint | undefined> {
  const rows = await queryRows<{ stake: bigint }>(base.db)`
    select bonus_stake as stake from betting.bet where bettor_id = ${id}::bigint and client_id = ${command}::uuid`
  return rows[0]?.stake
}

/** The change of its bettor's cash and bonus money by a bet with this return. */
export function partsOf(
  { cents, bonusStake }: { cents: bigint; bonusStake: bigint },
  returned: bigint,
): { readonly cash: bigint; readonly bonus: bigint } {
  const bonus = bonusShare(returned, { stake: cents, bonusStake })
  return { cash: returned - bonus - (cents - bonusStake), bonus: bonus - bonusStake }
}
