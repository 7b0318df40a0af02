import { i18n } from '@lingui/core'
import { known } from './loaded-market-texts.ts'

/** A market's name in the current language. `name` is the server's, which may include the line. */
export function marketName({ sub_type_id, name }: { sub_type_id: string; name: string }): string {
  const own = known.get(i18n.locale)?.markets[sub_type_id]
  if (own === undefined) return name
  const number = / \d+$/.exec(name)?.[0]
  return sub_type_id === '8' && number ? own + number : own
}

/** A sport's name in the current language. */
export function sportName({ sport_id, name }: { sport_id: string; name: string }): string {
  return known.get(i18n.locale)?.sports[sport_id] ?? name
}

/** The label of an outcome, such as "Over 2.5" or "1 & Yes", in the current language. */
export function outcomeLabel(display: string): string {
  const words = known.get(i18n.locale)?.outcomes
  return words ? words.reduce((text, [english, own]) => text.replace(english, own), display) : display
}

type NamedOutcome = { odd_key: string; display: string; home_team: string; away_team: string }

const doubleChances: Readonly<Record<string, readonly [first: string, second: string]>> = {
  '1x': ['1', 'X'],
  '12': ['1', '2'],
  x2: ['2', 'X'],
}

/** The full name of an outcome, with team names and "Draw" in place of 1, X and 2, in combinations too. */
export function outcomeText({ odd_key, display, home_team, away_team }: NamedOutcome): string {
  const words = known.get(i18n.locale)
  const names: Readonly<Record<string, string>> = { '1': home_team, X: words?.draw ?? 'Draw', '2': away_team }
  const chance = Object.hasOwn(doubleChances, odd_key) ? doubleChances[odd_key] : undefined
  if (chance) return `${names[chance[0]]} ${words?.or ?? 'or'} ${lowered(names, chance[1])}`
  const label = outcomeLabel(display)
  if (!/home_team|away_team|draw/.test(odd_key)) return label
  return label.replace(/(^|[ /])([1X2])(?=$|[ /])/g, (_, before: string, mark: string) => `${before}${names[mark]}`)
}

/** A name inside a phrase: "draw" in lower case, a team name unchanged. */
const lowered = (names: Readonly<Record<string, string>>, mark: string): string | undefined =>
  mark === 'X' ? names[mark]?.toLowerCase() : names[mark]
