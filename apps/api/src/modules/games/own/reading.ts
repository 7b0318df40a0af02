import { gameMoves, gameOptions, type GameName } from '@nare/contract/game-shapes'
import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import type { games as calls } from '@nare/contract/games'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { normalOptions, playCalled, type CalledMove, type CalledOptions, type CalledRound } from '@nare/games/called'
import { money } from '@nare/money/money'
import { readInput } from '#platform/read-input'

type BetInput = Received<typeof calls.bet>
type MoveInput = Received<typeof calls.move>

const unseen = { serverSeed: '', clientSeed: '', nonce: 0 }
const unbounded = money(10n ** 17n)

/** The field that decides whether the options of a game are possible, where their shape is right. */
const decisive: Readonly<Record<GameName, string>> = {
  dice: 'target',
  limbo: 'target',
  mines: 'mines',
  plinko: 'rows',
  keno: 'picks',
  wheel: 'segments',
  roulette: 'bets',
  'hi-lo': 'game',
  blackjack: 'game',
}

/** The game that a bet chooses, its options in their one form; refused where the game has none such. */
export function readChoice(input: BetInput): Outcome<CalledRound, 'invalid_input'> {
  const { game, stake, options: nested, ...flat } = input
  const read = readInput(gameOptions[game], { ...nested, ...flat })
  if (!read.ok) return wrong(read.faults)
  const options = normalOptions(read.value as CalledOptions[GameName])
  const chosen = { game, options, moves: [] } as unknown as CalledRound
  const played = playCalled(chosen, { seeds: unseen, terms: { stake, maxWin: unbounded } })
  const isWrong = !played.ok && played.reason === 'bad_options'
  const field = decisive[game]
  if (isWrong) return wrong({ [field]: { code: 'not_valid', sentence: `${field} is not possible here` } })
  return done(chosen)
}

/** The move of a command: one of those that its game has, and only one. */
export function readMove(input: MoveInput): Outcome<CalledMove, 'invalid_input'> {
  const { game, id: _id, round_id: _roundId, move, ...flat } = input
  const shapes: Partial<Record<GameName, (typeof gameMoves)[keyof typeof gameMoves]>> = gameMoves
  const nested = typeof move === 'string' ? { [move]: true } : move
  const sent = Object.entries({ ...nested, ...flat }).filter(([, value]) => value !== undefined)
  const [[name, value] = [], ...others] = sent
  const asSent = game === 'blackjack' ? value === true && name : Object.fromEntries(sent)
  const read = others.length === 0 ? shapes[game]?.safeParse(asSent) : undefined
  if (read?.success) return done(read.data as CalledMove)
  return wrong({ move: { code: 'not_valid', sentence: 'Move is not one of this game' } })
}

const wrong = (faults: Readonly<Record<string, FieldFault>>) => refused('invalid_input', fieldFacts(faults))
