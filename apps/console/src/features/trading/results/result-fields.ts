import type { operatorResults } from '@nare/contract/operator-trading-results'
import type { Sent } from '@nare/contract/route'

/** How the fields of a result differ between sports. */
export type SportKind = 'soccer' | 'tennis' | 'other'
const kinds: Readonly<Record<string, SportKind>> = { '79': 'soccer', '28': 'tennis' }
export const kindOf = (sportId: string): SportKind => kinds[sportId] ?? 'other'

export const endings = ['played', 'walkover', 'awarded', 'retired'] as const
export type Ending = (typeof endings)[number]

/** The ways in which a match of a sport ends; only players of tennis retire. */
export const endingsOf = (kind: SportKind): readonly Ending[] =>
  endings.filter((one) => one !== 'retired' || kind === 'tennis')

/** What a person has typed. */
export type TypedResult = {
  readonly ending: Ending
  readonly score: string
  readonly half: string
  readonly goals: string
  readonly corners: string
  readonly cards: string
  /** Sets, quarters or halves: "6:4 7:5". */
  readonly periods: string
}

export const nothingTyped: TypedResult = {
  ...{ ending: 'played', score: '', half: '', goals: '', corners: '', cards: '', periods: '' },
}

type Fields = Omit<Sent<typeof operatorResults.resultByHand>, 'id' | 'match_id' | 'reason' | 'preview'>

const isScore = (text: string): boolean => /^\d{1,3}:\d{1,3}$/.test(text)
const listOf = (text: string): string[] =>
  text
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean)

/** The goals in order, from letters: "h a h". Undefined if there is another letter. */
function goalsOf(text: string): ('home' | 'away')[] | undefined {
  const letters = [...text.toLowerCase().replaceAll(/[\s,;]/g, '')]
  return letters.every((one) => one === 'h' || one === 'a')
    ? letters.map((one) => (one === 'h' ? 'home' : 'away'))
    : undefined
}

/** The fields of the call, or what is missing. */
export function resultFields(kind: SportKind, typed: TypedResult): Fields | { readonly missing: string } {
  const { ending, goals } = typed
  if (ending === 'walkover') return { walkover: true }
  const how = ending === 'played' ? {} : { [ending]: true }
  const texts = { full_time: typed.score, half_time: typed.half, corners: typed.corners, cards: typed.cards }
  const scores = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([name, text]) => text !== '' && (kind === 'soccer' || name === 'full_time'))
  const wrong = scores.find(([, text]) => !isScore(text))
  if (wrong) return { missing: 'Write scores as 2:1' }
  const periods = kind === 'soccer' ? [] : listOf(typed.periods)
  if (!periods.every(isScore))
    return { missing: kind === 'tennis' ? 'Write the sets as 6:4 7:5' : 'Write the periods as 20:18 15:22' }
  const given = { ...Object.fromEntries(scores), ...(periods.length > 0 && { periods }) }
  const needed = kind === 'tennis' ? periods.length > 0 : texts.full_time.trim() !== '' || periods.length > 0
  if (ending === 'played' && !needed) return { missing: kind === 'tennis' ? 'Give the sets' : 'Give the final score' }
  if (kind !== 'soccer' || goals.trim() === '') return { ...how, ...given }
  const order = goalsOf(goals)
  return order ? { ...how, ...given, goals: order } : { missing: 'Write the goals in order: h for home, a for away' }
}
