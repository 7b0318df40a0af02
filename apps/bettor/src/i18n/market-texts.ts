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

/** An outcome's name where there is room for it: a team by its own name, others by their label. */
export function outcomeText({
  odd_key,
  display,
  home_team,
  away_team,
}: {
  odd_key: string
  display: string
  home_team: string
  away_team: string
}): string {
  if (odd_key === 'home_team') return home_team
  if (odd_key === 'away_team') return away_team
  return outcomeLabel(display)
}
