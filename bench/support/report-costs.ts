import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { runPlacing } from './placing.ts'
import { startServer, type BenchServer } from './server.ts'
import { seedBets, settleByApi } from './settling.ts'
import { makeBettors, makeMatches, type Priced } from './world.ts'

const [bettorCount, matchCount, connections, settledMatches] = [2_000, 60, 64, 15]
const aimCost = 0.03
const readers = ['reports', 'report sources']

type Given = { readonly rounds: number; readonly quick: boolean }
type World = { readonly server: BenchServer; readonly owner: Db; readonly matches: Priced[]; readonly tokens: string[] }

/**
 * Bets and settlement with the readers of the figures and without them, alternately. Without: the rows of their cursors are locked by another transaction, so
 * that they find themselves busy. Before each part they have nothing left to read; what they have not read when the part ends is printed as `left`.
 */
export async function measureCosts({ rounds, quick }: Given): Promise<boolean> {
  const [seconds, bets] = quick ? [2, 1_500] : [5, 20_000]
  const server = await startServer()
  const open = (): Db => openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
  const [owner, holder] = [open(), open()]
  try {
    const matches = await makeMatches(server, matchCount)
    const bettors = await makeBettors(server, bettorCount)
    const world = { server, owner, matches, tokens: bettors.map(({ token }) => token) }
    const ratios: { placing: number[]; settling: number[] } = { placing: [], settling: [] }
    console.log('round   bets/s without   with   ratio   legs/s without   with   ratio    left')
    for (let round = 0; round < rounds; round++) {
      const rate = { without: { bets: 0, legs: 0 }, with: { bets: 0, legs: 0 } }
      let left = 0
      for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
        const own = await makeMatches(server, settledMatches)
        await seedBets(owner, { matches: own, bettors: bettors.map(({ id }) => id), bets })
        await catchUp(owner)
        const measured = () => measure(world, { own, seconds, bets })
        rate[side] = side === 'with' ? await measured() : await withoutReader(holder, measured)
        if (side === 'with') left = await unread(owner)
      }
      ratios.placing.push(rate.with.bets / rate.without.bets)
      ratios.settling.push(rate.with.legs / rate.without.legs)
      console.log(
        `${round + 1}`.padStart(5),
        ...[rate.without.bets, rate.with.bets].map((value) => value.toFixed(0).padStart(12)),
        ratios.placing.at(-1)?.toFixed(3).padStart(7),
        ...[rate.without.legs, rate.with.legs].map((value) => value.toFixed(0).padStart(12)),
        ratios.settling.at(-1)?.toFixed(3).padStart(7),
        String(left).padStart(7),
      )
    }
    const [placing, settling] = [median(ratios.placing), median(ratios.settling)]
    console.log(
      `\nmedian ratios: placement ${placing.toFixed(3)}, settlement ${settling.toFixed(3)} (aim: at least ${1 - aimCost})`,
    )
    return Math.min(placing, settling) >= 1 - aimCost
  } finally {
    for (const db of [owner, holder]) await db.destroy()
    await server.stop()
  }
}

async function measure(
  { server, matches, tokens }: World,
  { own, seconds, bets }: { own: readonly Priced[]; seconds: number; bets: number },
) {
  const placed = await runPlacing({ url: server.url.href, matches, tokens, connections, seconds })
  if (placed.refused > 0) throw new Error(`bets were refused: ${placed.statuses}`)
  let took = 0
  for (let n = 0; n < own.length; n++) took += await settleByApi(server.url, own, n)
  return { bets: placed.perSecond, legs: (bets * 3) / took }
}

/** Lets the readers have nothing to read: what the rounds before left it would be paid by this one. */
async function catchUp(owner: Db): Promise<void> {
  await sql`
    update ledger.consumer set transfer_no = (select coalesce(max(no), 0) from ledger.transfer) where name = any(${readers}::text[])`.execute(
    owner,
  )
}

/** The transfers that the reader furthest behind has not read. */
async function unread(owner: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.transfer
    where no > (select min(transfer_no) from ledger.consumer where name = any(${readers}::text[]))`.execute(owner)
  return rows[0]?.count ?? 0
}

/** Runs while the cursors of the readers are locked by another transaction. */
function withoutReader<T>(holder: Db, run: () => Promise<T>): Promise<T> {
  return holder.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select 1 from ledger.consumer where name = any(${readers}::text[]) for update`.execute(tx)
    return run()
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
