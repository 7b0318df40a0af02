import { momentText } from '@nare/ui/format'
import { Link } from '@tanstack/react-router'
import { useToday } from '../features/today/use-today.ts'
import { Age } from '../parts/age.tsx'
import { Keys } from '../parts/controls.tsx'
import { secondsText } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { useNow } from '../parts/use-now.ts'
import { PersonMenu } from './person-menu.tsx'
import style from './top.module.css'

/** The bar above: search, the country's time, what is not healthy, the person. */
export function Top({ onSearch, onKeys }: { onSearch: () => void; onKeys: () => void }) {
  return (
    <header className={style.top}>
      <Link to="/" className={style.home}>
        <svg width="28" height="28" viewBox="0 0 26 26" fill="none" aria-hidden="true">
          <path d="M4 22V6l18 16V6" stroke="var(--primary)" strokeWidth="4.5" />
          <path d="M2 2.5h22" stroke="var(--accent)" strokeWidth="3" />
        </svg>
        <b>nare</b>
        <span>console</span>
      </Link>
      <button type="button" className={style.find} onClick={onSearch}>
        <span className="unseen">Find</span>
        <Icon name="search" size={16} />
        <span className={style.what}>Number, name, ticket, receipt, match, code…</span>
        <Keys names={['Ctrl+k']} />
      </button>
      <Clock />
      <Health />
      <PersonMenu onKeys={onKeys} />
    </header>
  )
}

function Clock() {
  const nowMs = useNow()
  const time = secondsText(nowMs)
  return (
    <time className={style.fact}>
      <span className={style.day}>
        {momentText(nowMs, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')}
      </span>
      <b className="num">
        {time.slice(0, 5)}
        <span className={style.seconds}>{time.slice(5)}</span>
      </b>
    </time>
  )
}

/** What is late or down. While all is well it says nothing. */
function Health() {
  const { today, atMs } = useToday()
  const bad = (today?.health ?? []).filter(({ state }) => state !== 'ok')
  const isDown = bad.some(({ state }) => state === 'down')
  return (
    <>
      <span className={style.fact}>
        <Age atMs={atMs} />
      </span>
      {bad.length > 0 && (
        <Link to="/" hash="health" className={style.fact}>
          <i className={style.dot} data-down={isDown || undefined} />
          {bad.length} {isDown ? 'down' : 'slow'}
          <span className={style.detail}>{bad[0]?.name}</span>
        </Link>
      )}
    </>
  )
}
