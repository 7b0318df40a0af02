import { i18n } from '@lingui/core'
import { known } from './loaded-market-texts.ts'
import { marketName, outcomeLabel, outcomeText } from './market-texts.ts'

type NamedPick = Record<'sub_type_id' | 'odd_key' | 'display' | 'market' | 'home_team' | 'away_team', string>

/** The outcome is the whole name: "Chelsea", "Chelsea or draw". */
const alone = '{0}'

/**
 * The English names of picks by market id, with the two parts of the outcome ("1 & Yes") as {0} and {1}. Any other market's pick is its
 * market and its outcome: "Correct score: 2:1". Swahili has its own in market-texts-sw.ts.
 */
const english: Readonly<Record<string, string>> = {
  1: alone,
  3: alone,
  10: alone,
  310: alone,
  186: alone,
  219: alone,
  340: alone,
  406: alone,
  18: '{0} goals',
  318: '{0} goals',
  412: '{0} goals',
  225: '{0} points',
  189: '{0} games',
  166: '{0} corners',
  139: '{0} cards',
  19: '{home}: {0} goals',
  319: '{home}: {0} goals',
  20: '{away}: {0} goals',
  320: '{away}: {0} goals',
  23: '{home}, exact goals: {0}',
  24: '{away}, exact goals: {0}',
  25: '{0} goals',
  26: 'Number of goals: {0}',
  29: 'Both teams score: {0}',
  329: 'Both teams score: {0}',
  30: 'Which team scores: {0}',
  31: '{home} clean sheet: {0}',
  32: '{away} clean sheet: {0}',
  33: '{home} win to nil: {0}',
  34: '{away} win to nil: {0}',
  35: '{0} & both teams score: {1}',
  36: '{0} goals & both teams score: {1}',
  37: '{0} & {1} goals',
  337: '{0} & {1} goals',
  60: '1st half: {0}',
  360: '1st half: {0}',
  63: '1st half: {0}',
  68: '1st half: {0} goals',
  75: '1st half, both teams score: {0}',
  83: '2nd half: {0}',
  85: '2nd half: {0}',
  90: '2nd half: {0} goals',
}

const templateOf = (market: string): string | undefined => (known.get(i18n.locale)?.picks ?? english)[market]

/** The name of a pick that needs no market beside it, in the current language: "Over 2.5 goals", "Both teams score: yes". */
export function pickText(pick: NamedPick): string {
  const { sub_type_id, market: name, home_team, away_team } = pick
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
