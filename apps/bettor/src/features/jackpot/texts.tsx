import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { isoDay, kickoff } from '@nare/ui/format'
import { useNow } from '../../state/use-now.ts'
import type { Bound } from './picks.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The closing time of a pool: "today 15:30", "tomorrow 15:30", "Sat 28 Nov 15:30". */
export function ClosingTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const now = useNow(minuteMs)
  const text = kickoff(at, i18n.locale)
  const time = text.slice(-'15:30'.length)
  const day = isoDay(Date.parse(at))
  if (day === isoDay(now)) return <Trans>closes today {time}</Trans>
  if (day === isoDay(now + dayMs)) return <Trans>closes tomorrow {time}</Trans>
  return <Trans>closes {text}</Trans>
}

/** The time left until a moment: "in 45 s", "in 12 min", "in 2 h 5 min", "in 3 days". Empty once it has passed. */
export function TimeLeft({ at }: { at: string }) {
  const now = useNow()
  const left = Date.parse(at) - now
  if (!(left > 0)) return null
  if (left < minuteMs) return <Trans>in {Math.ceil(left / 1000)} s</Trans>
  const [hours, minutes] = [Math.floor(left / hourMs), Math.floor((left % hourMs) / minuteMs)]
  if (left < hourMs) return <Trans>in {minutes} min</Trans>
  if (left >= 2 * dayMs) return <Plural value={Math.floor(left / dayMs)} one="in # day" other="in # days" />
  return minutes === 0 || hours >= 12 ? (
    <Trans>in {hours} h</Trans>
  ) : (
    <Trans>
      in {hours} h {minutes} min
    </Trans>
  )
}

type Tied = { pool: Pick<JackpotView, 'mode' | 'tiers'> }

const sharedOf = ({ mode, tiers }: Tied['pool']) => (mode === 'fixed' ? tiers.filter(({ split }) => split) : tiers)

/** A short label for how a prize is paid if several lines win it. */
export function TieShort({ pool }: Tied) {
  const { t } = useLingui()
  const shared = sharedOf(pool)
  if (shared.length === 0) return t`each paid in full`
  const top = Math.max(...shared.map(({ correct }) => correct))
  if (shared.length === 1 && pool.tiers.length > 1) return <Trans>{top} right is shared</Trans>
  return t`winners share`
}

/** A sentence for how a prize is paid if several lines win it. */
export function TieRule({ pool }: Tied) {
  const { t } = useLingui()
  const shared = sharedOf(pool)
  if (shared.length === 0) return t`If several lines reach a prize, each gets all of it.`
  if (shared.length === pool.tiers.length) return t`If several lines reach a prize, they share it equally.`
  const list = shared.map(({ correct }) => correct).join(', ')
  return (
    <Trans>
      If several lines reach the prize for {list} right, they share it equally. Each other prize is paid in full.
    </Trans>
  )
}

/** The text for a limit of the pool that a tap would exceed, and for the next step. */
export function BoundText({ bound, pool }: { bound: Bound; pool: JackpotView }) {
  switch (bound) {
    case 'doubles':
      return (
        <Plural
          value={pool.max_doubles}
          one="A ticket can have # match with two results. Take one back first."
          other="A ticket can have # matches with two results. Take one back first."
        />
      )
    case 'triples':
      return (
        <Plural
          value={pool.max_triples}
          one="A ticket can have # match with all three results. Take one back first."
          other="A ticket can have # matches with all three results. Take one back first."
        />
      )
    case 'lines':
      return (
        <Plural
          value={pool.max_lines}
          one="A ticket can have # line. Take a second result back first."
          other="A ticket can have # lines. Take a second result back first."
        />
      )
  }
}

/** The doubles and triples: "1 double", "2 doubles, 1 triple"; empty if there are none. */
export function useExtrasText(): (size: { doubles: number; triples: number }) => string {
  const { t, i18n } = useLingui()
  return ({ doubles, triples }) => {
    const parts = [
      ...(doubles > 0 ? [doubles === 1 ? t`1 double` : t`${doubles} doubles`] : []),
      ...(triples > 0 ? [triples === 1 ? t`1 triple` : t`${triples} triples`] : []),
    ]
    return new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(parts)
  }
}

type Teams = { home_team?: string | undefined; away_team?: string | undefined }

/** The name of an outcome: "Chelsea", "Draw". */
export function useOutcomeName(): (outcome: string, teams: Teams) => string {
  const { t } = useLingui()
  return (outcome, teams) => {
    if (outcome === 'draw') return t`Draw`
    return (outcome === 'home_team' ? teams.home_team : teams.away_team) ?? (outcome === 'home_team' ? '1' : '2')
  }
}

/** The names of the outcomes of a pick: "Chelsea", "Chelsea or draw", "Any result". */
export function useOutcomesText(): (outcomes: readonly string[], teams: Teams) => string {
  const { t } = useLingui()
  const nameOf = useOutcomeName()
  return (outcomes, teams) => {
    if (outcomes.length === 3) return t`Any result`
    const [first = '', second] = outcomes
    const [one, other] = [nameOf(first, teams), second && nameOf(second, teams)]
    if (!other) return one
    if (second === 'draw') return t`${one} or draw`
    return first === 'draw' ? t`Draw or ${other}` : t`${one} or ${other}`
  }
}
