import { amountText } from '@nare/contract/typed'
import { typedText } from '@nare/contract/typed-text'
import { parseMoney, type Money } from '@nare/money/money'

export type Language = 'en' | 'sw'

/** A pick of a sports bet: the printed number of the match, and the outcome. `marketId` is undefined for the match winner, whose market depends on the sport. */
export type SmsPick = {
  readonly gameId: string
  readonly marketId: string | undefined
  readonly oddKey: string
  readonly code: string
}

export type JackpotOutcome = 'home_team' | 'draw' | 'away_team'

/** The command in a message. `language` is the language of the first word, or undefined if the word has none. */
export type SmsCommand =
  | { readonly kind: 'bet'; readonly language: Language; readonly picks: readonly SmsPick[]; readonly stake: Money }
  /** The picks of a booking code. */
  | { readonly kind: 'code'; readonly language: Language; readonly code: string; readonly stake: Money }
  | {
      readonly kind: 'jackpot'
      readonly language: undefined
      /** The printed number of the pool. Undefined selects the first-closing pool with this number of matches. */
      readonly code: string | undefined
      readonly picks: readonly (readonly JackpotOutcome[])[]
    }
  | { readonly kind: 'balance' | 'help'; readonly language: Language }
  /** `of` is the command that could not be parsed. */
  | { readonly kind: 'unreadable'; readonly language: Language | undefined; readonly of: 'bet' | 'jackpot' | undefined }

const picksMax = 20
const matchesMax = 40

const fixed: Readonly<Record<string, readonly [marketId: string | undefined, oddKey: string]>> = {
  '1': [undefined, 'home_team'],
  X: [undefined, 'draw'],
  '2': [undefined, 'away_team'],
  '1X': ['10', '1x'],
  '12': ['10', '12'],
  X2: ['10', 'x2'],
  GG: ['29', 'yes'],
  NG: ['29', 'no'],
}
const outcomes: Readonly<Record<string, JackpotOutcome>> = { '1': 'home_team', X: 'draw', '2': 'away_team' }

/**
 * Reads a message: `BET 1025#1#100`, with further picks as `BET 1025#1,1030#X2#100`; `JP7#1X2,1,X`, where commas separate matches with
 * several outcomes, or `JP#1X2` with one outcome a match; `BET KM4T7Q#100` with a booking code; `BAL`; `HELP`. In Swahili BETI, SALIO, MSAADA. Case and spaces do not matter.
 */
export function readCommand(text: string): SmsCommand {
  const [, word = '', rest = ''] = /^\s*([a-z]+)\s*(.*)$/is.exec(typedText(text).toUpperCase()) ?? []
  if (word === 'BET' || word === 'BETI') return readBet(rest, word === 'BET' ? 'en' : 'sw')
  if (word === 'JP') return readJackpot(rest)
  if (word === 'BAL' || word === 'SALIO') return { kind: 'balance', language: word === 'BAL' ? 'en' : 'sw' }
  if (word === 'HELP' || word === 'MSAADA') return { kind: 'help', language: word === 'HELP' ? 'en' : 'sw' }
  return { kind: 'unreadable', language: undefined, of: undefined }
}

function readBet(rest: string, language: Language): SmsCommand {
  const { parts, stake } = partsOf(rest)
  const [code = ''] = parts
  if (isCode(parts) && stake !== undefined && stake > 0n) return { kind: 'code', language, code, stake }
  const pairs = Array.from({ length: Math.ceil(parts.length / 2) }, (_, n) => parts.slice(2 * n, 2 * n + 2))
  const picks = pairs.flatMap(([gameId = '', code = '']) => pickOf(gameId, code) ?? [])
  const isWhole = picks.length === pairs.length && picks.length > 0 && picks.length <= picksMax
  if (!isWhole || stake === undefined || stake <= 0n) return { kind: 'unreadable', language, of: 'bet' }
  return { kind: 'bet', language, picks, stake }
}

/** Whether a bet names a booking code and nothing else: six characters, where the number of a match has five at most. */
const isCode = (parts: readonly string[]): boolean =>
  parts.length === 1 && /^[A-HJ-KM-NP-Z2-9]{6}$/.test(parts[0] ?? '')

/**
 * The parts of a bet before its stake, and the stake. A comma separates parts; within "1,000" after the last sign it groups thousands, which
 * shows where the parts before it are pairs only so.
 */
function partsOf(rest: string): { parts: string[]; stake: Money | undefined } {
  const split = (text: string) => text.split(/[\s#,;]+/).filter((part) => part !== '')
  const grouped = /^(.*[\s#;])(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?)\s*$/s.exec(rest)
  const [before, stake] = [split(grouped?.[1] ?? ''), grouped?.[2] ?? '']
  if ((before.length > 0 && before.length % 2 === 0) || isCode(before))
    return { parts: before, stake: parseMoney(amountText(stake)) }
  const parts = split(rest)
  return { stake: parseMoney(parts.pop() ?? ''), parts }
}

function pickOf(gameId: string, code: string): SmsPick | undefined {
  if (!/^\d{4,5}$/.test(gameId)) return undefined
  const total = /^([OU])(?:V|N)?(\d{1,2}\.5)$/.exec(code)
  const at = total ? (['18', `${total[1] === 'O' ? 'over' : 'under'} ${total[2]}`] as const) : own(fixed, code)
  return at && { gameId, marketId: at[0], oddKey: at[1], code }
}

function readJackpot(rest: string): SmsCommand {
  const found = /^(\d{0,9})\s*#\s*([12X\s,]+)$/.exec(rest)
  const marks = found?.[2]?.trim() ?? ''
  const groups = marks.includes(',') ? marks.split(',') : [...marks.replaceAll(/\s/g, '')]
  const picks = groups.map((group) => [...new Set(group.trim())].flatMap((mark) => own(outcomes, mark) ?? []))
  const isWhole = found && picks.length <= matchesMax && picks.every((pick) => pick.length > 0)
  if (!isWhole) return { kind: 'unreadable', language: undefined, of: 'jackpot' }
  return { kind: 'jackpot', language: undefined, code: found[1] === '' ? undefined : found[1], picks }
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
