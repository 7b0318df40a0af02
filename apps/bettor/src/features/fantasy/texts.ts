import { useLingui } from '@lingui/react/macro'
import type { FantasyTeamPlayer, FantasyWeek, Position } from '@nare/contract/fantasy'
import type { TeamFault } from '@nare/fantasy/team'
import { shortTime } from '@nare/ui/format'
import { useNow } from '../../state/use-now.ts'
import type { Refusal } from './draft.ts'

const minuteMs = 60_000

/** A time relative to now: "in 12 min" within the hour, "17:30" today, else "Sat 17:30" or "28 Nov 17:30". */
export function useWhen(): (iso: string) => string {
  const { t, i18n } = useLingui()
  const now = useNow(minuteMs)
  return (iso) => {
    const minutes = Math.ceil((Date.parse(iso) - now) / minuteMs)
    return minutes > 0 && minutes <= 60 ? t`in ${minutes} min` : shortTime(iso, { locale: i18n.locale, nowMs: now })
  }
}

/** A week's name in the current language. */
export function useWeekName(): (week: Pick<FantasyWeek, 'name' | 'kind' | 'competition' | 'week_id'>) => string {
  const { t } = useLingui()
  return ({ kind, competition, week_id }) => {
    const number = Number(/\d+$/.exec(week_id)?.[0] ?? 1)
    if (kind === 'catalog') return t`${competition}, week ${number}`
    return t`${competition}, rounds ${(number - 1) * 10 + 1}–${number * 10}`
  }
}

/** The names of positions, singular and plural. */
export function usePositions(): Readonly<Record<Position, { one: string; many: string }>> {
  const { t } = useLingui()
  return {
    GK: { one: t`Goalkeeper`, many: t`Goalkeepers` },
    DF: { one: t`Defender`, many: t`Defenders` },
    MF: { one: t`Midfielder`, many: t`Midfielders` },
    FW: { one: t`Forward`, many: t`Forwards` },
  }
}

/** The text for the reason why a player cannot be added, and for the next step. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { t } = useLingui()
  return (refusal) => {
    if (refusal.why === 'chosen') return t`Already in your team`
    if (refusal.why === 'full') return t`No place for this position. Remove a player first`
    if (refusal.why === 'club') return t`You have 3 players from ${refusal.club}. You can't take more from one club`
    return t`${refusal.short} over your budget. Remove a player first`
  }
}

/** The text for the missing parts of a team that cannot be saved yet. */
export function useFaultText(): (fault: TeamFault) => string {
  const { t } = useLingui()
  const names = usePositions()
  return (fault) => {
    if (fault.rule === 'size') {
      const missing = [11 - fault.eleven, 4 - fault.bench] as const
      if (missing[0] > 0 && missing[1] > 0)
        return t`Choose ${missing[0]} more for the eleven and ${missing[1]} for the bench`
      return missing[0] > 0 ? t`Choose ${missing[0]} more for the eleven` : t`Choose ${missing[1]} more for the bench`
    }
    if (fault.rule === 'captain') return t`Choose your captain: his points count twice`
    if (fault.rule === 'formation') {
      const { many } = names[fault.position]
      return fault.least === fault.most
        ? t`You need one goalkeeper`
        : t`${many}: choose ${fault.least} to ${fault.most}`
    }
    if (fault.rule === 'club') return t`Choose at most 3 players from ${fault.club}`
    if (fault.rule === 'budget') return t`${(fault.halves - fault.most) / 2} over your budget. Remove a player first`
    return t`A player of your team isn't in the squads this week. Remove him`
  }
}

/** The text of a part of a player's points: "2 starts × 2 = 4". */
export function usePartText(): (part: FantasyTeamPlayer['parts'][number]) => string {
  const { t } = useLingui()
  return ({ what, times, each, points }) => {
    if (what === 'start') return t`Starts ${times} × ${each} = ${points}`
    if (what === 'goal') return t`Goals ${times} × ${each} = ${points}`
    if (what === 'clean_sheet') return t`Clean sheets ${times} × ${each} = ${points}`
    return t`Captain + ${points}`
  }
}
