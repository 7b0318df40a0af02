/**
 * `npm run bench games [rounds] [game]`: plays ten million rounds of each game for one bettor, and as many crash games. Compares the
 * return with the exact return (within four standard deviations) and the outcomes with their exact chances by chi-square, and prints
 * rounds per second. Exits with 1 if a value is outside its interval.
 */
import { chainOf } from '@nare/fair/chain'
import { money } from '@nare/money/money'
import { bestMove, blackjackReturn } from '@nare/games/blackjack-return'
import { blackjack, type BlackjackMove } from '@nare/games/blackjack'
import { crashPoint } from '@nare/games/crash'
import { dice, winningRolls } from '@nare/games/dice'
import { hiLo, winningRanks, type HiLoMove } from '@nare/games/hi-lo'
import { keno, kenoTable } from '@nare/games/keno'
import { limbo } from '@nare/games/limbo'
import { mines, type MinesMove } from '@nare/games/mines'
import { plinko, plinkoTable } from '@nare/games/plinko'
import { roulette } from '@nare/games/roulette'
import { choose, numbersOf, type Game, type Round } from '@nare/games/round'
import { wheel, wheelTable } from '@nare/games/wheel'

const roundCount = Number(process.argv[2] ?? 10_000_000)
const onlyGame = process.argv[3]
const stake = money(1_000_000n)
const terms = { stake, maxWin: money(10n ** 15n) }
const deviations = 4

/** `chances` lists the chance of each outcome, and `outcome` is an index of that list. Without `chances` only the return is compared. */
type Simulation = {
  exact: number
  play: (nonce: number) => { net: number; outcome: number }
  chances?: readonly number[]
}

/** Returns a function that plays the round of a nonce. `next` returns the next move of an open round. */
function playOnce<Options, Move, Result>(
  game: Game<Options, Move, Result>,
  options: Options,
  next?: (result: Result, moves: readonly Move[]) => Move,
) {
  return (nonce: number): Round<Result> => {
    const moves: Move[] = []
    for (;;) {
      const numbers = numbersOf({ serverSeed: 'bench of the games', clientSeed: 'bettor', nonce })
      const played = game.play(numbers, { options, moves, terms })
      if (!played.ok) throw new Error(`${game.name}: ${played.reason}`)
      if (played.round.state === 'done' || !next) return played.round
      moves.push(next(played.round.result, moves))
    }
  }
}

const netOf = ({ payout, staked }: Round<unknown>): number => Number(payout - staked) / Number(stake)
const share = (list: readonly bigint[], total: bigint): number[] => list.map((item) => Number(item) / Number(total))
const mean = (chances: readonly number[], table: readonly bigint[]): number =>
  chances.reduce((sum, chance, at) => sum + (chance * Number(table[at] ?? 0n)) / 10_000, 0)

function diceSimulation(): Simulation {
  const options = { target: 5_050, over: true }
  const play = playOnce(dice, options)
  const win = winningRolls(options) / 10_001
  return simulationOf(play, ({ payout }) => Number(payout > 0n), [1 - win, win], [0, payoutShare(play)])
}

/** The payout of the winning outcome in stakes, read from the first round that wins. */
function payoutShare(play: (nonce: number) => Round<unknown>): number {
  for (let nonce = 0; ; nonce++) {
    const { payout } = play(nonce)
    if (payout > 0n) return Number(payout) / Number(stake)
  }
}

function simulationOf<Result>(
  play: (nonce: number) => Round<Result>,
  outcome: (round: Round<Result>) => number,
  chances: readonly number[],
  pays: readonly number[],
): Simulation {
  const exact = chances.reduce((sum, chance, at) => sum + chance * (pays[at] ?? 0), 0)
  return {
    exact,
    chances,
    play(nonce) {
      const round = play(nonce)
      return { net: netOf(round), outcome: outcome(round) }
    },
  }
}

function tableSimulation<Result>(
  play: (nonce: number) => Round<Result>,
  outcome: (round: Round<Result>) => number,
  { chances, table }: { chances: readonly number[]; table: readonly bigint[] },
): Simulation {
  return { ...simulationOf(play, outcome, chances, []), exact: mean(chances, table) }
}

function limboSimulation(): Simulation {
  const play = playOnce(limbo, { target: 200 })
  return simulationOf(play, ({ payout }) => Number(payout > 0n), [1 - 0.495, 0.495], [0, 2])
}

function minesSimulation(): Simulation {
  const play = playOnce(mines, { mines: 3 }, (_result, moves): MinesMove =>
    moves.length < 3 ? { reveal: moves.length } : { cash_out: true },
  )
  const win = Number(choose(22, 3)) / Number(choose(25, 3))
  return simulationOf(play, ({ payout }) => Number(payout > 0n), [1 - win, win], [0, payoutShare(play)])
}

function plinkoSimulation(): Simulation {
  const options = { rows: 12, risk: 'medium' as const }
  const chances = share(
    Array.from({ length: 13 }, (_, slot) => choose(12, slot)),
    2n ** 12n,
  )
  return tableSimulation(playOnce(plinko, options), ({ result }) => result.slot, {
    chances,
    table: plinkoTable(options),
  })
}

function kenoSimulation(): Simulation {
  const picks = [0, 7, 13, 20, 39]
  const chances = share(
    Array.from({ length: 6 }, (_, hits) => choose(10, hits) * choose(30, 5 - hits)),
    choose(40, 5),
  )
  const table = kenoTable({ picks: 5, risk: 'medium' })
  return tableSimulation(playOnce(keno, { picks, risk: 'medium' }), ({ result }) => result.hits, { chances, table })
}

function wheelSimulation(): Simulation {
  const options = { segments: 30, risk: 'medium' as const }
  const chances = Array.from({ length: 30 }, () => 1 / 30)
  return tableSimulation(playOnce(wheel, options), ({ result }) => result.segment, {
    chances,
    table: wheelTable(options),
  })
}

function rouletteSimulation(): Simulation {
  const play = playOnce(roulette, { bets: [{ on: 'red', amount: stake }] })
  const chances = Array.from({ length: 37 }, () => 1 / 37)
  return { ...simulationOf(play, ({ result }) => result.number, chances, []), exact: 36 / 37 }
}

/** Guesses the more likely side twice, and skips a card on which no guess can lose. Each guess is fair, so the return is 99 %. */
function hiLoSimulation(): Simulation {
  const next = ({ cards }: { cards: readonly string[] }, moves: readonly HiLoMove[]): HiLoMove => {
    if (moves.filter((move) => 'guess' in move).length === 2) return { cash_out: true }
    const card = cards.at(-1) ?? ''
    const higher = winningRanks(card, 'higher or same')
    if (higher === 13 || higher === 1) return { skip: true }
    return { guess: higher >= 7 ? 'higher or same' : 'lower or same' }
  }
  const play = playOnce(hiLo, {}, next)
  return { exact: 0.99, play: (nonce) => ({ net: netOf(play(nonce)), outcome: 0 }) }
}

function blackjackSimulation(): Simulation {
  const play = playOnce(blackjack, {}, ({ player, dealer, playing = 0, allowed = [] }): BlackjackMove =>
    bestMove(player[playing] ?? [], { dealer: dealer[0] ?? '', allowed }),
  )
  return { exact: blackjackReturn(), play: (nonce) => ({ net: netOf(play(nonce)), outcome: 0 }) }
}

function crashSimulation(): Simulation {
  const links = chainOf(new Uint8Array(32).fill(7), roundCount)
  const target = 200
  const reached = 0.97 / (target / 100)
  return {
    exact: 0.97,
    chances: [1 - reached, reached],
    play(nonce) {
      const outcome = Number(crashPoint({ salt: 'bench', hash: links[nonce] ?? new Uint8Array(32) }) >= target)
      return { net: outcome * 2 - 1, outcome }
    },
  }
}

const simulations: Readonly<Record<string, () => Simulation>> = {
  dice: diceSimulation,
  limbo: limboSimulation,
  mines: minesSimulation,
  plinko: plinkoSimulation,
  keno: kenoSimulation,
  wheel: wheelSimulation,
  roulette: rouletteSimulation,
  'hi-lo': hiLoSimulation,
  blackjack: blackjackSimulation,
  crash: crashSimulation,
}

/** The distance of the chi-square of the outcomes from its mean, in standard deviations (Wilson and Hilferty). */
function distanceOf(counts: readonly number[], chances: readonly number[]): number {
  const freedom = chances.length - 1
  const chiSquare = chances.reduce(
    (sum, chance, at) => sum + ((counts[at] ?? 0) - roundCount * chance) ** 2 / (roundCount * chance),
    0,
  )
  const cube = Math.cbrt(chiSquare / freedom)
  return (cube - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom))
}

let faults = 0
for (const [name, openSimulation] of Object.entries(simulations)) {
  if (onlyGame !== undefined && onlyGame !== name) continue
  const { exact, play, chances } = openSimulation()
  const counts: number[] = Array.from({ length: chances?.length ?? 1 }, () => 0)
  let [sum, squares] = [0, 0]
  const startedAt = performance.now()
  for (let nonce = 0; nonce < roundCount; nonce++) {
    const { net, outcome } = play(nonce)
    sum += net
    squares += net * net
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  const seconds = (performance.now() - startedAt) / 1000
  const returned = 1 + sum / roundCount
  const error = Math.sqrt(squares / roundCount - (sum / roundCount) ** 2) / Math.sqrt(roundCount)
  const deviation = (returned - exact) / error
  const outcomeDeviation = chances ? distanceOf(counts, chances) : 0
  const isWithinInterval = Math.abs(deviation) <= deviations && outcomeDeviation <= deviations
  if (!isWithinInterval) faults++
  const parts = [
    `returned ${(returned * 100).toFixed(3)} % of ${(exact * 100).toFixed(3)}, ${deviation.toFixed(1)} deviations`,
    ...(chances ? [`outcomes ${outcomeDeviation.toFixed(1)}`] : []),
    `${Math.round(roundCount / seconds).toLocaleString('en')} a second`,
  ]
  console.log(`${isWithinInterval ? 'ok    ' : 'WRONG '} ${name.padEnd(10)} ${parts.join('; ')}`)
}
process.exit(faults > 0 ? 1 : 0)
