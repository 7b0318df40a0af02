import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Reads the regulator's files of a folder as somebody else would: with nothing of the platform, by what docs/regulator.md says. Prints what it
// found as JSON.

type Line = Record<string, unknown> & { n: number; type: string; at: string }
type Transfer = Line & {
  bettor_id: string | null
  kind: string
  amount: string | null
  balance_after: string | null
  entries: { account: string; amount: string }[]
}

const folder = process.argv[2] ?? '.'
const staking = new Set(['stake', 'stake_released', 'bonus_stake', 'bonus_stake_released'])
const returning = new Set(['win', 'refund', 'cash_out', 'correction'])
const isMoney = ({ account }: { account: string }): boolean => account !== 'points' && account !== 'house:points'

const cents = (text: string): number => Math.round(Number(text) * 100)
const faults: string[] = []
const days: { day: string; lines: number }[] = []
const counts: Record<string, number> = {}
const bets = new Map<string, Line>()
const balances: Record<string, number> = {}
const seen = new Set<number>()
let staked = 0
let returned = 0
let previous: string | null = null

for (const name of readdirSync(folder)
  .filter((file) => file.endsWith('.ndjson'))
  .sort()) {
  const bytes = readFileSync(join(folder, name))
  const [first = '{}', ...rest] = bytes.toString('utf8').trimEnd().split('\n')
  const head = JSON.parse(first) as { day: string; previous: string | null }
  if (head.previous !== previous) faults.push(`${name} names ${head.previous}`)
  previous = createHash('sha256').update(bytes).digest('hex')
  days.push({ day: head.day, lines: rest.length })
  for (const line of rest.map((text) => JSON.parse(text) as Line)) {
    if (seen.has(line.n)) faults.push(`${line.n} is there twice`)
    seen.add(line.n)
    counts[line.type] = (counts[line.type] ?? 0) + 1
    if (line.type === 'bet') bets.set(String(line['bet_id']), line)
    if (line.type === 'transfer') count(line as Transfer)
  }
}

function count({ n, kind, bettor_id: bettor, amount, balance_after: after, entries }: Transfer): void {
  const sum = entries.filter(isMoney).reduce((total, entry) => total + cents(entry.amount), 0)
  if (sum !== 0) faults.push(`the entries of ${n} sum to ${sum}`)
  if (bettor === null || amount === null) return
  balances[bettor] = (balances[bettor] ?? 0) + cents(amount)
  if (after === null || balances[bettor] !== cents(after)) faults.push(`${n} says ${after} after ${balances[bettor]}`)
  if (staking.has(kind)) staked -= cents(amount)
  if (returning.has(kind)) returned += cents(amount)
}

const stakeOfBets = [...bets.values()].reduce((total, bet) => total + cents(String(bet['stake'])), 0)
console.log(JSON.stringify({ days, counts, bets: bets.size, stakeOfBets, staked, returned, balances, faults }))
