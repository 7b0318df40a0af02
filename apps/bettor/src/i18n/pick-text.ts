import { i18n } from '@lingui/core'
import type { PickPart } from '../state/picks.ts'
import { marketName, outcomeLabel, outcomeText } from './market-texts.ts'
import { templates } from './pick-templates.ts'

type NamedPick = Record<'sub_type_id' | 'odd_key' | 'display' | 'market' | 'home_team' | 'away_team', string> & {
  parts?: readonly PickPart[] | undefined
}

/** The outcome is the whole name: "Chelsea", "Chelsea or draw". */
const alone = '{0}'

const templateOf = (market: string): string | undefined => (templates[i18n.locale] ?? templates['en'])?.[market]

/**
 * The name of a pick that needs no market beside it, in the current language: "Over 2.5 goals", "Both teams score: yes". A combination has
 * the names of its parts: "Chelsea + Over 2.5 goals".
 */
export function pickText(pick: NamedPick): string {
  const { sub_type_id, market: name, home_team, away_team, parts: combined } = pick
  if (combined) return combined.map((part) => partText(part, pick)).join(' + ')
  const template = templateOf(sub_type_id)
  const market = marketName({ sub_type_id, name })
  const [first = '', second = ''] = pick.display.split(' & ')
  const parts: Readonly<Record<string, string>> = {
    home: home_team,
    away: away_team,
    0: outcomeText({ ...pick, display: template?.startsWith('{0}') ? first : inPhrase(pick, first) }),
    1: outcomeText({ ...pick, display: inPhrase(pick, second) }),
  }
  if (template === undefined) return `${market}: ${outcomeText({ ...pick, display: inPhrase(pick, pick.display) })}`
  return template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
}

/** The name of a part of a combination: "Over 2.5 goals". */
export const partText = (part: PickPart, { home_team, away_team }: Teams): string =>
  pickText({ ...part, home_team, away_team })

type Teams = Pick<NamedPick, 'home_team' | 'away_team'>

/** The name of a pick whose parts are listed below it: of a combination "3 picks, one price", else the name itself. */
export const legTitle = (pick: NamedPick): string =>
  pick.parts ? (templateOf('900') ?? '').replace('{0}', String(pick.parts.length)) : pickText(pick)

/** The market of a pick whose name does not say it, such as "1X2" for "Chelsea"; else nothing. */
export const unsaidMarket = ({ sub_type_id, market }: NamedPick): string | undefined =>
  templateOf(sub_type_id) === alone ? marketName({ sub_type_id, name: market }) : undefined

/** An outcome's label within a phrase: "over 2.5", "draw"; 1, X and 2 stay for the names of the teams. */
function inPhrase(pick: NamedPick, display: string): string {
  const label = outcomeLabel(display).replace(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
  if (!pick.odd_key.includes('draw')) return label
  const draw = outcomeText({ ...pick, odd_key: 'draw', display: 'X' }).toLowerCase()
  return label.replace(/(^|[ /])X(?=$|[ /])/g, `$1${draw}`)
}
