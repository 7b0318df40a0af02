import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { transferKinds, type KindRow, type TransferKind } from './kinds.ts'
import { depositedSince, openLedger, playTotalsSince, type Ledger } from './ledger.ts'

const all = Object.entries(transferKinds) as [TransferKind, KindRow][]
const sources = fileURLToPath(new URL('../..', import.meta.url))

let base: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  ledger = await openLedger({ db: base.db, currency: 'KES' })
})
afterAll(() => base.close())

/** The server's code without tests and without the table itself. */
function sourceText(): string {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|ledger\/kinds\.ts$/.test(path))
    .map((path) => readFileSync(join(sources, path), 'utf8'))
    .join('\n')
}

/** Kinds in the code: the literal after `kind:`, or both literals of a condition assigned to `kind`. */
function kindsIn(text: string): Set<string> {
  const direct = [...text.matchAll(/\bkind: '([a-z_]+)'/g)].map((match) => match[1])
  const chosen = [...text.matchAll(/\bkind(?: =|:)[^\n'?]*[^\n?]*\? '([a-z_]+)' : '([a-z_]+)'/g)]
  return new Set([...direct, ...chosen.flatMap((match) => [match[1], match[2]])].filter((kind) => kind !== undefined))
}

test('every kind of the table is posted by code', () => {
  const posted = kindsIn(sourceText())
  expect(all.map(([kind]) => kind).filter((kind) => !posted.has(kind))).toEqual([])
})

test('stakes are debits, except for a released stake; deposits are credits; and a returnable kind counts for no limit', () => {
  const credits = all.filter(([, row]) => row.counts === 'staked' && row.direction !== 'debit').map(([kind]) => kind)
  expect(credits).toEqual(['stake_released', 'bonus_stake_released'])
  for (const [kind, row] of all) {
    if (row.counts === 'deposited') expect([kind, row.direction]).toEqual([kind, 'credit'])
    if (row.returnable || row.direction === 'internal') expect([kind, row.counts]).toEqual([kind, null])
    if (row.wagers) expect([kind, row.product]).not.toEqual([kind, null])
  }
})

test.each(all.filter(([, row]) => row.direction !== 'internal' && !row.returnable))(
  '%s counts for limits as in its row',
  async (kind, row) => {
    const bettor = BigInt(all.findIndex(([one]) => one === kind) + 1)
    await transact(base.db, (tx) => ledger.openBettor(tx, bettor))
    const one = { id: `one/${kind}`, kind, bettor, amount: money(100n), against: ledger.house('house:sandbox') }
    const paid = { ...one, id: `paid/${kind}`, kind: 'test_money' as const, amount: money(1000n) }
    await transact(base.db, (tx) => ledger.credit(tx, [paid]))
    await transact(base.db, (tx) => (row.direction === 'debit' ? ledger.clawBack(tx, [one]) : ledger.credit(tx, [one])))
    const since = [new Date(0)]
    const totals = (await playTotalsSince(base.db, { bettors: [bettor], since, midnights: false })).get(bettor)?.[0]
    const [deposited] = await depositedSince(base.db, { bettor, since })
    const returned = row.direction === 'debit' ? -100n : 100n
    expect({ ...totals, deposited }).toEqual({
      staked: row.counts === 'staked' ? -returned : 0n,
      returned: row.counts === 'returned' ? returned : 0n,
      deposited: row.counts === 'deposited' ? 100n : 0n,
    })
  },
)
