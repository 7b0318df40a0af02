import { catalog } from '@nare/contract/catalog'
import { Button } from '@nare/ui/button'
import { Field, Tick } from '@nare/ui/field'
import { useDeferredValue, useState } from 'react'
import { Empty } from '../../parts/controls.tsx'
import { FieldGroup } from '../../parts/form-page.tsx'
import { whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './jackpots.module.css'

type Props = {
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (ids: readonly string[]) => void
}

/** What is shown of a chosen match while another search is on the screen. */
type Named = { readonly name: string; readonly start: string }

const soccer = '79'
const listed = 30

/** Chooses the matches of a pool, in the order in which they stand on its tickets, from those that have not begun. */
export function MatchPicker({ chosen, error, onChange }: Props) {
  const [text, setText] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, Named>>(new Map())
  const q = useDeferredValue(text.trim())
  const read = useRead(catalog.matches, {
    ...{ sport_id: soccer, when: 'upcoming', sort: 'time', limit: listed },
    ...(q.length > 1 && { q }),
  })
  const found = read.data?.data ?? []
  const toggle = (id: string, named: Named): void => {
    setNames(new Map([...names, [id, named]]))
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  }
  return (
    <FieldGroup
      name="Matches"
      about={chosen.length === 0 ? ': none is chosen' : `: ${chosen.length} chosen, in this order`}
      error={error}
    >
      {chosen.length > 0 && (
        <ol className={style.chosen} aria-label="Chosen matches">
          {chosen.map((id) => (
            <li key={id}>
              <span>{names.get(id)?.name ?? id}</span>
              <span className="t3">{whenText(names.get(id)?.start, serverNow())}</span>
              <Button
                look="plain"
                small
                aria-label={`Remove ${names.get(id)?.name ?? id}`}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ol>
      )}
      <Field
        label="Find a match"
        type="search"
        value={text}
        autoComplete="off"
        aria-invalid={error === undefined ? undefined : true}
        onKeyDown={(event) => {
          // Enter in a search never sends the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={style.found}>
        {found.length === 0 && <Empty>{read.isPending ? 'Loading…' : 'No match that has not begun.'}</Empty>}
        {found.map(({ match_id, home_team, away_team, competition_name, start_time }) => {
          const name = `${home_team} – ${away_team}`
          return (
            <Tick
              key={match_id}
              checked={chosen.includes(match_id)}
              onChange={() => toggle(match_id, { name, start: start_time })}
            >
              <b>{name}</b>{' '}
              <span className="t3">
                {competition_name}, {whenText(start_time, serverNow())}
              </span>
            </Tick>
          )
        })}
      </div>
    </FieldGroup>
  )
}
