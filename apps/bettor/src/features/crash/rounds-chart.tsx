import { Trans, useLingui } from '@lingui/react/macro'
import type { FinishedRound } from './check-point.ts'
import { multiplierIn, shortMultiplier, sizeOf } from './flight.ts'
import style from './side.module.css'

/** A bar has its full height at this multiplier: 2 to the power of five. */
const doublingsMax = 5
/** Each bar that is labelled has a point from here on, and no labelled bar within `labelGap` bars. */
const labelledMin = 1000
const labelGap = 5
const narrowCount = 30

type ChartProps = { rounds: readonly FinishedRound[]; returns: string | undefined }

/**
 * The last rounds as bars, the newest at the right: thirty, and a hundred where there is room. Its height counts doublings, so that a round
 * of 2× and one of 30× are both readable.
 */
export function RoundsChart({ rounds, returns }: ChartProps) {
  const { t } = useLingui()
  const half = returns === undefined ? undefined : (Number(returns) / 50).toFixed(2)
  const recent = rounds.slice(0, narrowCount)
  const below = recent.filter(({ crash_point }) => (multiplierIn(crash_point) ?? 0) < 200).length
  const count = recent.length
  const labelled = labelledRounds(rounds)
  return (
    <section className={style.chart} aria-label={t`Last rounds`}>
      <header>
        <h2>
          <span data-narrow>
            <Trans>Last 30 rounds</Trans>
          </span>
          <span data-wide>
            <Trans>Last 100 rounds</Trans>
          </span>
        </h2>
        {half !== undefined && (
          <small className="num">
            <Trans>half end below {half}×</Trans>
          </small>
        )}
      </header>
      <div className={style.bars} role="img" aria-label={t`${below} of the last ${count} rounds ended below 2×`}>
        {rounds.map(({ round_id, crash_point }) => (
          <i key={round_id} data-size={sizeOf(crash_point)} style={{ height: `${heightOf(crash_point)}%` }}>
            {labelled.has(round_id) && <b className="num">{shortMultiplier(crash_point)}</b>}
          </i>
        ))}
        <small data-line style={{ bottom: `${100 / doublingsMax}%` }}>
          2×
        </small>
      </div>
      <p>
        <Trans>No round depends on the one before</Trans>
      </p>
    </section>
  )
}

/** The height of a bar in percent. */
function heightOf(point: string): number {
  const doublings = Math.log2((multiplierIn(point) ?? 100) / 100)
  return Math.round(Math.min(1, Math.max(0.02, doublings / doublingsMax)) * 100)
}

/** The rounds whose bar shows its point. */
function labelledRounds(rounds: readonly FinishedRound[]): ReadonlySet<string> {
  const labelled = new Set<string>()
  let last = -labelGap
  for (const [at, { round_id, crash_point }] of rounds.entries()) {
    if ((multiplierIn(crash_point) ?? 0) < labelledMin || at - last < labelGap) continue
    labelled.add(round_id)
    last = at
  }
  return labelled
}
