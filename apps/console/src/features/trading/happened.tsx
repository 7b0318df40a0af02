import type { SheetMoment } from '@nare/contract/operator-trading-board'
import { SectionHead } from '../../parts/controls.tsx'
import { ChoiceFilter } from '../../parts/filter.tsx'
import { whenSecondsText } from '../../parts/format.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import style from './match.module.css'

const kinds = ['event', 'match', 'result', 'action'] as const
const kindText: Readonly<Record<(typeof kinds)[number], string>> = {
  event: 'Events',
  match: 'Match and betting',
  result: 'Results',
  action: 'By people',
}

/** What happened in the match and to it, newest first, each with its author. */
export function Happened({ moments }: { moments: readonly SheetMoment[] }) {
  const [{ kind }, setFilters] = useFilters<'kind'>()
  const shown = moments.filter((moment) => !kind || moment.kind === kind)
  return (
    <section className={style.happened} aria-labelledby="happened">
      <SectionHead id="happened" title="What happened">
        <ChoiceFilter
          label="Kind"
          value={kinds.find((one) => one === kind)}
          options={kinds}
          textOf={(one) => kindText[one]}
          onChange={(next) => setFilters({ kind: next })}
        />
      </SectionHead>
      {shown.length === 0 && <p className="t3">Nothing so far.</p>}
      <ol>
        {shown.map(({ at, text, by, kind: of }, n) => (
          <li key={`${at} ${shown.length - n}`} data-kind={of}>
            <time dateTime={at}>{whenSecondsText(at, serverNow())}</time>
            <span>{text}</span>
            <small className="t3">{by}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
