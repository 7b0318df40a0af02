import { useMotion } from '../../play/use-motion.ts'
import { colourOf, wheelOrder } from './roulette-bets.ts'
import { sector } from './sector.ts'
import style from './roulette-wheel.module.css'

/** How long wheel and ball run (roulette-wheel.module.css). */
export const spinMs = 2_600
const turns = 2
const angle = 360 / wheelOrder.length

/** Where the wheel stops, in degrees clockwise, so that the pocket of `number` is at its top. */
const stopOf = (number: number): number => -(wheelOrder.findIndex((one) => one === number) + 0.5) * angle

type WheelProps = {
  /** The number in whose pocket the ball lies or comes to rest; without it there is no ball yet. */
  number: number | undefined
  /** Differs for each round: a new one spins anew. */
  round: string | undefined
  spins: boolean
}

/**
 * The wheel with its ball: the wheel turns one way, the ball runs against it on the outer track and drops into its pocket. A narrow screen
 * shows it over the table while it spins.
 */
export function RouletteWheel({ number, round, spins }: WheelProps) {
  const isAnimated = useMotion()
  const isSpinning = spins && isAnimated && number !== undefined
  return (
    <div className={style.wheel} aria-hidden="true" data-spins={isSpinning || undefined}>
      <svg viewBox="-100 -100 200 200">
        <circle r="98" className={style.track} />
        <g
          key={`${round} ${isSpinning}`}
          className={style.turning}
          style={{ '--stop': `${stopOf(number ?? 0)}deg`, '--from': `${-turns * 360}deg` } as React.CSSProperties}
        >
          {wheelOrder.map((one, at) => (
            <g key={one}>
              <path d={sector({ from: at * angle, by: angle, outer: 86, inner: 50 })} data-colour={colourOf(one)} />
              <text transform={`rotate(${(at + 0.5) * angle}) translate(0 -74)`}>{one}</text>
            </g>
          ))}
          <circle r="50" className={style.hub} />
          <path d="M0-44V44M-44 0H44" className={style.cross} />
        </g>
        {number !== undefined && (
          <g key={`ball ${round} ${isSpinning}`} className={style.running}>
            <circle r="5" className={style.ball} />
          </g>
        )}
      </svg>
    </div>
  )
}
