import { display, lineOf, marketTitle } from '@nare/bets/markets/markets'
import type { AuditRow } from '../deps.ts'

type Action = Pick<AuditRow, 'action' | 'subject' | 'facts' | 'reason' | 'outcome'>

/** "penalty_scored" as "Penalty scored". */
export const said = (name: string): string => {
  const words = name.replaceAll(/[_.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the lines of the audit log about a match and its markets are about. */
export const subjectsOf = (matchId: number, marketIds: readonly string[]): string[] => [
  ...[`match ${matchId}`, `margin match ${matchId}`, `limit match ${matchId}`],
  ...marketIds.flatMap((id) => [
    ...[`match ${matchId} ${id}`, `margin market ${matchId}:${id}`, `limit market ${matchId}:${id}`],
  ]),
]

/**
 * What a person did to a match, with the value that was set and the reason: "1X2, 1 by hand 1.95: their keeper is ill". What was refused or waits
 * for a second person says so. Undefined for a preview, which does nothing.
 */
export function actionText({ action, subject, facts, reason, outcome }: Action): string | undefined {
  if (facts['preview'] === true) return undefined
  const what = doneText(action, subject.split(' ').at(-1) ?? '', facts)
  const end = outcome === null || ended.has(outcome) ? '' : `, ${said(outcome).toLowerCase()}`
  return `${what}${end}${reason === '' ? '' : `: ${reason}`}`
}

/** Outcomes that need no word. */
const ended: ReadonlySet<string> = new Set(['done', 'planned', 'unchanged', 'recorded'])

/** The log keeps no empty fields: a price or a rule without a value is one that was ended. */
function doneText(action: string, about: string, facts: Action['facts']): string {
  const { suspend, price, end, percent, seconds, full_time: score } = facts
  switch (action) {
    case 'match.suspend':
      return suspend === true ? 'Match suspended' : 'Match opened again'
    case 'market.suspend':
      return `${partText(about, facts)} ${suspend === true ? 'suspended' : 'opened again'}`
    case 'price.set':
      if (end === true) return `${partText(about, facts)} at the feed’s price again`
      return `${partText(about, facts)} ${price === undefined ? 'not offered' : `by hand ${text(price)}`}`
    case 'margin.set':
      return `Margin${marketOf(about)} ${percent === undefined ? 'as usual' : `${text(percent)}%`}`
    case 'limit.set':
      return limitText(facts, marketOf(about))
    case 'match.delay':
      return `Live delay ${text(seconds)} s`
    case 'match.void':
      if (facts['sub_type_id'] === undefined) return 'Match void'
      return `${partText(text(facts['sub_type_id']), facts)} ${facts['end'] === true ? 'no longer void' : 'void'}`
    case 'match.result':
      return `Result by hand ${text(score)}`.trimEnd()
    default:
      return said(action.replace(/^match\./, ''))
  }
}

function limitText({ stake, liability }: Action['facts'], of: string): string {
  const set = [
    stake !== undefined && `Most on one bet${of} ${text(stake)}`,
    liability !== undefined && `Most we lose on an outcome${of} ${text(liability)}`,
  ].filter((part) => part !== false)
  return set.length === 0 ? `Limit${of} ended` : set.join(', ')
}

/** A market, a line of it or an outcome, as the page calls it: "Total goals 2.5, Over 2.5". */
function partText(marketId: string, { line, odd_key }: Action['facts']): string {
  const key = text(odd_key)
  const of = key === '' ? text(line) : (lineOf(marketId, key) ?? '')
  const name = marketTitle(marketId, of)
  const titled = of === '' || name.endsWith(` ${of}`) ? name : `${name} ${of}`
  return key === '' ? titled : `${titled}, ${display(marketId, key) ?? key}`
}

/** Of a rule for a market of the match, "10000001:18", the market; nothing for a rule of the match. */
function marketOf(about: string): string {
  const id = about.split(':')[1]
  return id === undefined ? '' : ` of ${marketTitle(id, '')}`
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
