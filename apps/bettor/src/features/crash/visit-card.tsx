import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import type { CrashBet } from '@nare/contract/crash'
import { useApp } from '../../state/hooks.ts'
import { visitOf } from './visit.ts'
import style from './side.module.css'

const line = { width: 200, height: 46 }

/** What the bettor has won or lost in crash during this visit: the line of it, its net, the sums in and back, and the best cash-out. */
export function VisitCard({ bets }: { bets: readonly CrashBet[] }) {
  const { t } = useLingui()
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  if (!isLoggedIn) return null
  const { rounds, staked, returned, net, best, path } = visitOf(bets)
  return (
    <section className={style.visit} aria-label={t`Your visit`}>
      <header>
        <h2>
          <Trans>Your visit</Trans>
        </h2>
        <small className="num">
          <Plural value={rounds} one="# round" other="# rounds" />
        </small>
      </header>
      <Line path={path} />
      <p className="num">
        <b>
          <Amount bare value={net} />
        </b>
        <span>
          <Trans>
            <Amount bare value={staked} /> in
          </Trans>
        </span>
        <span>
          <Trans>
            <Amount bare value={returned} /> back
          </Trans>
        </span>
      </p>
      <p className="num" data-best>
        {best ? (
          <Trans>
            Best: +<Amount bare value={best.gain} /> at {best.multiplier}×
          </Trans>
        ) : (
          <Trans>Best: none above its stake yet</Trans>
        )}
      </p>
    </section>
  )
}

/** The net after each bet, as a line around zero. */
function Line({ path }: { path: readonly bigint[] }) {
  const nets = path.map(Number)
  const [low, high] = [Math.min(0, ...nets), Math.max(0, ...nets)]
  const span = Math.max(1, high - low)
  const y = (net: number): number => 4 + ((high - net) / span) * (line.height - 8)
  const x = (at: number): number => 4 + (at / Math.max(1, nets.length - 1)) * (line.width - 8)
  const points = nets.map((net, at) => `${x(at).toFixed(1)},${y(net).toFixed(1)}`).join(' ')
  const last = nets.at(-1) ?? 0
  return (
    <svg viewBox={`0 0 ${line.width} ${line.height}`} aria-hidden="true">
      <path d={`M0 ${y(0).toFixed(1)}H${line.width}`} data-zero />
      <polyline points={points} />
      <circle cx={x(nets.length - 1)} cy={y(last)} r="4" />
    </svg>
  )
}
