import { Link } from '@tanstack/react-router'
import { amountText, whenText } from '../../parts/format.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMay } from '../../wire/me.ts'
import type { Today } from './queues.ts'
import style from './next-list.module.css'

/** What comes next, with the money on it: kick-offs lead to the bets on their match. */
export function NextList({ next }: { next: Today['next'] }) {
  const nowMs = useNow()
  const may = useMay()
  return (
    <section className={style.next} aria-labelledby="next">
      <h2 id="next">Next</h2>
      {next.length === 0 && <p>Nothing begins within 12 hours.</p>}
      <ol>
        {next.map(({ kind, id, at, text, more, staked }) => (
          <li key={`${kind} ${id}`}>
            <time dateTime={at}>{whenText(at, nowMs)}</time>
            <span className={style.what}>
              {kind === 'match' && may('tickets.read') ? (
                <Link to="/bets" search={{ match_id: id } as never}>
                  {text}
                </Link>
              ) : (
                text
              )}
              {more > 0 && <span className="t3"> and {more} more</span>}
            </span>
            <span className="t2 num">{staked === '0.00' ? 'no stakes' : `${amountText(staked)} staked`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
