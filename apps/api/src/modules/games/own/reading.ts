import { gameMoves, gameOptions, type GameName } from '@nare/contract/game-shapes'
import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import type { games as calls } from '@nare/contract/games'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { normaliseOptions, playWire, type WireMove, type WireOptions, type WireRound } from '@nare/games/wire'
import { money } from '@nare/money/money'
import { readInput } from '#platform/read-input'

type BetInput = Received<typeof calls.bet>
type MoveInput = Received<typeof calls.move>

const trialSeeds = { serverSeed: '', clientSeed: '', nonce: 0 }
const unbounded = money(10n ** 17n)

/** The field that is wrong if options have the right shape but the game refuses them, and the message for it. */
const optionField: Readonly<Record<GameName, readonly [field: string, sentence: string]>> = {
  dice: ['target', 'Choose a target that wins at least 0.01% and at most 98% of rolls'],
  limbo: ['target', 'Choose a target from 1.01 to 1,000,000'],
  mines: ['mines', 'Choose 1 to 24 mines'],
  plinko: ['rows', 'Choose a number of rows that the board has'],
  keno: ['picks', 'Pick 1 to 10 different numbers'],
  wheel: ['segments', 'Choose a number of segments that the wheel has'],
  roulette: ['bets', 'Name bets of the table; the amounts must add up to the stake'],
  'hi-lo': ['game', 'This game has no options'],
  blackjack: ['game', 'This game has no options'],
}

/** The game of a bet with normalised options. Refused if the game does not accept the options. */
export function readChoice(input: BetInput): Outcome<WireRound, 'invalid_input'> {
  const { game, stake, options: nested, ...flat } = input
  const read = readInput(gameOptions[game], { ...nested, ...flat })
  if (!read.ok) return wrong(read.faults)
  const options = normaliseOptions(read.value as WireOptions[GameName])
  const chosen = { game, options, moves: [] } as unknown as WireRound
  const played = playWire(chosen, { seeds: trialSeeds, terms: { stake, maxWin: unbounded } })
  const isWrong = !played.ok && played.reason === 'bad_options'
  const [field, sentence] = optionField[game]
  if (isWrong) return wrong({ [field]: { code: 'not_valid', sentence } })
  return done(chosen)
}

/** The move of a command: exactly one of the moves of its game. */
export function readMove(input: MoveInput): Outcome<WireMove, 'invalid_input'> {
  const { game, id: _id, round_id: _roundId, move, ...flat } = input
  const shapes: Partial<Record<GameName, (typeof gameMoves)[keyof typeof gameMoves]>> = gameMoves
  const nested = typeof move === 'string' ? { [move]: true } : move
  const sent = Object.entries({ ...nested, ...flat }).filter(([, value]) => value !== undefined)
  const [[name, value] = [], ...others] = sent
  const candidate = game === 'blackjack' ? value === true && name : Object.fromEntries(sent)
  const read = others.length === 0 ? shapes[game]?.safeParse(candidate) : undefined
  if (read?.success) return done(read.data as WireMove)
  return wrong({ move: { code: 'not_valid', sentence: 'This game has no such move' } })
}

const wrong = (faults: Readonly<Record<string, FieldFault>>) => refused('invalid_input', fieldFacts(faults))
