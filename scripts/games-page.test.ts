import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { chainOf } from '@nare/fair/chain'
import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { playWire, type WireRound } from '@nare/games/wire'
import { crashPoint } from '@nare/games/crash'
import { multiplierText, serverSeedHash } from '@nare/games/games'
import type { PublishedRound } from '@nare/games/check'
import type { FilesChecked } from '@nare/games/verify-files'
import { formatMoney, money } from '@nare/money/money'
import { verifyPage } from './verify-pages.ts'

const html = readFileSync(new URL('../docs/games-verify.html', import.meta.url), 'utf8')

/** The page's check, executed as a browser executes it. */
function checkFiles(...files: object[]): FilesChecked {
  const [script = ''] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '')
  const context = createContext({ TextEncoder, TextDecoder })
  runInContext(script.replace(/^\s*var /, 'globalThis.'), context)
  const texts = files.map((file) => JSON.stringify(file))
  return runInContext(`nareRules.checkFiles(${JSON.stringify(texts)})`, context) as FilesChecked
}

const wrongIn = ({ steps }: FilesChecked) => steps.filter(({ ok }) => !ok).map(({ text }) => text)

const serverSeed = '3c'.repeat(32)
const seeds = { serverSeed, clientSeed: 'a client seed', nonce: 7 }
const sealed = { server_seed_hash: serverSeedHash(serverSeed), client_seed: seeds.clientSeed, nonce: seeds.nonce }
const terms = { stake: money(2_000n), maxWin: money(50_000_000n) }

/** A round as in the API's responses, with its server seed. */
function roundOf(chosen: WireRound): PublishedRound {
  const played = playWire(chosen, { seeds, terms })
  if (!played.ok) throw new Error(played.reason)
  const { state, result, multiplier, staked, payout } = played.round
  const facts = {
    round_id: '1000',
    stake: '20.00',
    max_win: '500000.00',
    state,
    result,
    fairness: { ...sealed, server_seed: serverSeed },
  }
  return {
    ...chosen,
    ...facts,
    ...{ staked: formatMoney(staked), multiplier: multiplierText(multiplier), payout: formatMoney(payout) },
  }
}

const dice = roundOf({ game: 'dice', options: { target: '30.00', over: true }, moves: [] })
const rounds = [
  dice,
  roundOf({ game: 'mines', options: { mines: 5 }, moves: [{ reveal: 3 }, { reveal: 9 }, { reveal: 4 }] }),
  roundOf({ game: 'roulette', options: { bets: [{ on: 'red', amount: '20.00' }] }, moves: [] }),
  roundOf({ game: 'blackjack', options: {}, moves: ['stand'] }),
]

test('the page in the repository contains the current rules (if not: npm run verify:pages) and loads nothing', async () => {
  expect(await verifyPage('games-verify.html')).toBe(html)
  expect(html).toContain(`default-src 'none'`)
  expect(html).not.toMatch(/(?:src|href)=|https?:\/\//)
})

test('correct rounds pass every step, as single files and as a page', () => {
  for (const round of rounds) {
    expect([round.game, wrongIn(checkFiles({ data: round }))]).toEqual([round.game, []])
    expect(checkFiles({ data: round })).toMatchObject({ title: 'Round 1000', steps: { length: 5 } })
  }
  const page = checkFiles({ data: rounds, meta: {} })
  expect(wrongIn(page)).toEqual([])
  expect(page).toMatchObject({ title: '4 rounds', steps: { length: 20 } })
})

test('a round that was saved before its seed was revealed is checked with the response to the change of seeds', () => {
  const saved = { ...dice, fairness: sealed }
  const rotated = { revealed: { server_seed: serverSeed, server_seed_hash: sealed.server_seed_hash } }
  expect(checkFiles({ data: saved })).toMatchObject({
    steps: [],
    missing: expect.stringContaining('change your seeds'),
  })
  expect(wrongIn(checkFiles({ round: saved, balance: '1.00' }, rotated))).toEqual([])
})

test.each<[string, object, RegExp]>([
  ['the roll', { result: { roll: '99.99' } }, /result/],
  ['the payout', { payout: '19.99' }, /payout/],
  ['the multiplier', { multiplier: '9.9999' }, /multiplier/],
  ['the stakes', { staked: '40.00' }, /stakes/],
  ['the client seed', { fairness: { ...dice.fairness, client_seed: 'another' } }, /result/],
  ['the nonce', { fairness: { ...dice.fairness, nonce: 8 } }, /result/],
  ['the server seed', { fairness: { ...dice.fairness, server_seed: '4d'.repeat(32) } }, /hash that was shown/],
  ['impossible options', { options: { target: '120.00', over: true } }, /refuses/],
])('the page detects that %s was changed', (_name, change, step) => {
  expect(wrongIn(checkFiles({ ...dice, ...change })).join(' ')).toMatch(step)
})

test('an open round whose stake was refunded passes', () => {
  const open = roundOf({ game: 'mines', options: { mines: 5 }, moves: [] })
  const ended = { ...open, state: 'done', multiplier: '1.0000', payout: '20.00' }
  expect(wrongIn(checkFiles(ended))).toEqual([])
  expect(wrongIn(checkFiles({ ...ended, payout: '10.00' })).join(' ')).toMatch(/stake went back/)
})

test('an open round with a cash-out value passes only if that value was paid, not if its stake was refunded', () => {
  const open = roundOf({ game: 'mines', options: { mines: 5 }, moves: [{ reveal: 3 }] })
  expect(open.state).toBe('open')
  const voided = { ...open, state: 'done', multiplier: '1.0000', payout: '20.00' }
  expect(wrongIn(checkFiles(voided)).join(' ')).toMatch(/multiplier.*payout/)
})

const links = chainOf(new Uint8Array(32).fill(6), 50)
const salt = '5a'.repeat(32)
const chain = {
  chain_id: '1',
  tip: toHex(links[50] ?? sha256('')),
  salt,
  salt_source: 'a test',
  return_percent: '97.00',
}
const flight = (game_no: number) => {
  const hash = links[50 - game_no] ?? sha256('')
  const crash_point = (crashPoint({ salt, hash }) / 100).toFixed(2)
  return { round_id: `${salt.slice(0, 16)}-crash-${game_no}`, chain_id: '1', game_no, hash: toHex(hash), crash_point }
}

test('crash rounds are checked up to the tip of their chain', () => {
  const flights = { data: [flight(1), flight(2), flight(50)] }
  expect(wrongIn(checkFiles(flights, chain))).toEqual([])
  expect(checkFiles(flights, chain).steps).toHaveLength(9)
  expect(checkFiles(flights)).toMatchObject({ missing: 'Choose the file of the chain as well' })
  expect(wrongIn(checkFiles({ data: { ...flight(3), game_no: 4 } }, chain)).join(' ')).toMatch(/tip/)
  expect(wrongIn(checkFiles({ data: { ...flight(3), crash_point: '1.02' } }, chain)).join(' ')).toMatch(/crash point/)
  expect(wrongIn(checkFiles({ data: flight(3) }, { ...chain, salt: '5b'.repeat(32) }))).not.toEqual([])
})

test('files without a round show a message', () => {
  for (const file of [{}, { data: [] }, chain, { data: [{ game: 'dice' }] }])
    expect(checkFiles(file)).toMatchObject({ steps: [], missing: 'None of the files is a round' })
})

test('the examples of docs/fairness.md pass the check, with the values that the document explains', () => {
  const text = readFileSync(new URL('../docs/fairness.md', import.meta.url), 'utf8')
  const exampleSeed = '9f2c4be1d07a6358c1e94f7b02d86a5315e0c7f9a4b83d62710fe5869cab34d0'
  const chosen: WireRound = { game: 'dice', options: { target: '50.00', over: false }, moves: [] }
  const played = playWire(chosen, { seeds: { serverSeed: exampleSeed, clientSeed: 'karibu', nonce: 0 }, terms })
  expect(played).toMatchObject({ round: { result: { roll: '4.33' }, multiplier: 19_801n, payout: 3_960n } })
  const crashed = {
    salt: '00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be',
    hash: '4488d92d89d0ed7fbb2ea23b219d569f63207e32fc44b957858838835c1719f1',
  }
  expect(crashPoint({ salt: crashed.salt, hash: fromHex(crashed.hash) })).toBe(143)
  const values = [
    exampleSeed,
    serverSeedHash(exampleSeed),
    crashed.salt,
    crashed.hash,
    '**4.33**',
    '**KSh 39.60**',
    '**1.43**',
  ]
  for (const value of values) expect(text).toContain(value)
})
