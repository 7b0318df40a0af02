import { parseArgs } from 'node:util'
import { measureCosts } from './support/report-costs.ts'
import { measurePages } from './support/report-pages.ts'

/**
 * `npm run bench reports [-- --quick] [-- --tickets 10000000 --bettors 200000] [-- --data /tmp/full] [-- --only pages]`: what the figures of the house cost.
 * `costs`: bets and settlement with the reader that keeps the figures and without it, alternately in one run, as a ratio (aim: at least 0.97).
 * `pages`: a database with 10^7 tickets of a year, of all products, competitions, markets and sources, filled by SQL; the figures made by
 * `npm run reports:rebuild`, timed; and then each page of figures over HTTP, for the last 30 days (aim: a second). `--data` keeps that database in a
 * folder and uses it again.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    tickets: { type: 'string' },
    bettors: { type: 'string' },
    data: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})
const quick = values.quick ?? false
const tickets = Number(values.tickets ?? (quick ? 100_000 : 10_000_000))
const bettors = Number(values.bettors ?? Math.max(1_000, Math.floor(tickets / 50)))
const isWanted = (part: string): boolean => values.only?.includes(part) ?? true

let isFast = true
if (isWanted('costs')) isFast = await measureCosts({ rounds: Number(values.rounds ?? (quick ? 2 : 9)), quick })
if (isWanted('pages')) isFast = (await measurePages({ tickets, bettors, dataDir: values.data })) && isFast
if (!isFast) process.exitCode = 1
