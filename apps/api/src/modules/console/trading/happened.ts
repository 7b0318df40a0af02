import type { SheetMoment } from '@nare/contract/operator-trading-board'
import type { MatchEvidence } from '#modules/catalog/catalog'
import type { ConsoleDeps } from '../deps.ts'
import { actionText, said, subjectsOf } from './action-text.ts'

const momentsMax = 500
const daysBack = 14
type Moment = Omit<SheetMoment, 'at'> & { readonly at: Date }

/** What happened in a match and to it, newest first: events, changes of the match, results, and what operators did, each with its author. */
export async function timelineOf(
  { db, clock, catalog, auditAbout }: Pick<ConsoleDeps, 'db' | 'clock' | 'catalog' | 'auditAbout'>,
  { matchId, marketIds }: { matchId: number; marketIds: readonly string[] },
): Promise<SheetMoment[]> {
  const to = clock.date()
  const from = new Date(to.getTime() - daysBack * 86_400_000)
  const [{ changes, events, results }, lines] = await Promise.all([
    catalog.evidence([{ n: 0, matchId, marketId: '', line: '', oddKey: '' }], { from, to }),
    auditAbout(db, subjectsOf(matchId, marketIds)),
  ])
  const all: Moment[] = [
    ...changes.flatMap((change, n) => changeMoment(change, changes[n - 1])),
    ...(events.get(matchId) ?? []).map((event) => ({
      at: event.at,
      by: event.source,
      kind: 'event' as const,
      text: eventText(event),
    })),
    ...results.map((result) => ({
      at: result.at,
      by: result.source,
      kind: 'result' as const,
      text: resultText(result),
    })),
    ...lines.flatMap((line) => {
      const text = actionText(line)
      return text === undefined ? [] : [{ at: new Date(line.at), by: line.operator, kind: 'action' as const, text }]
    }),
  ]
  return all
    .map((moment, n) => ({ moment, n }))
    .toSorted((a, b) => b.moment.at.getTime() - a.moment.at.getTime() || b.n - a.n)
    .slice(0, momentsMax)
    .map(({ moment: { at, ...moment } }) => ({ ...moment, at: at.toISOString() }))
}

type Change = MatchEvidence['changes'][number]

function changeMoment(now: Change, before: Change | undefined): Moment[] {
  const text = changeText(now, before)
  return text === undefined ? [] : [{ at: now.at, by: now.source, kind: 'match', text }]
}

function changeText(now: Change, before: Change | undefined): string | undefined {
  if (now.kind === 'hand_ended') return `Price by hand ended. ${now.reason ?? ''}`
  if (now.suspended && !before?.suspended) {
    const why = now.reason ? `: ${said(now.reason).toLowerCase()}` : ''
    return now.kind === 'held' ? 'Bets stopped by hand' : `Bets stopped${why}`
  }
  if (!now.suspended && before?.suspended) return 'Bets open again'
  if (!before && now.state === 'not_started') return 'Put on the board'
  if (now.state !== before?.state) return `${said(now.state)}${now.score ? `, ${now.score}` : ''}`
  if (now.score !== before?.score && now.score !== null) return `Score ${now.score}`
  return undefined
}

type Event = MatchEvidence['events'] extends ReadonlyMap<number, readonly (infer E)[]> ? E : never

function eventText({ type, side, player, score, minute, added, version, taken_back }: Event): string {
  const when = minute === undefined ? '' : ` ${minute}${added ? `+${added}` : ''}'`
  const who = [side, player].filter(Boolean).join(', ')
  const changed = taken_back ? ', taken back' : version > 1 ? ', corrected' : ''
  return `${said(type)}${when}${who ? `, ${who}` : ''}${score ? `, ${score}` : ''}${changed}`
}

function resultText({ version, kind, result, reason }: MatchEvidence['results'][number]): string {
  const { fullTime, halfTime } = result
  const half = halfTime ? ` (${halfTime.home}:${halfTime.away})` : ''
  const score = fullTime ? ` ${fullTime.home}:${fullTime.away}${half}` : ''
  const name = kind === 'result' ? `Result${score}` : `${said(kind)}${score}`
  return `${name}, version ${version}${reason ? `: ${reason}` : ''}`
}
