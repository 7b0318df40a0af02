import type { BettorDetails } from '@nare/contract/console-bettors'
import { ReadAge } from '../../parts/age.tsx'
import { Facts, Keys, Tag } from '../../parts/controls.tsx'
import { dayText, initialsOf, labelOf, whenText } from '../../parts/format.ts'
import { Icon } from '../../parts/icon.tsx'
import { serverNow } from '../../wire/browser.ts'
import style from './bettor.module.css'

type Props = {
  readonly bettor: BettorDetails
  /** When the bettor was last read, by the clock of the browser. */
  readonly readAtMs: number
  readonly revealed: string | undefined
  /** Left out for people who may not see whole numbers. */
  readonly onReveal?: () => void
}

/** Who the bettor is: the name biggest, the masked number, and whether the identity is known. */
export function BettorHead({ bettor, readAtMs, revealed, onReveal }: Props) {
  const { name, state, msisdn, age, since, bettor_id, email, identity, last_seen_at } = bettor
  return (
    <header className={style.head}>
      <span className={style.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={style.who}>
        <h1>
          {name} <Tag tone={state === 'open' ? undefined : 'amber'}>{labelOf(state)}</Tag> <ReadAge atMs={readAtMs} />
        </h1>
        <p>
          <b className="num">{revealed ?? msisdn}</b>
          {onReveal && revealed === undefined && (
            <button type="button" className={style.mini} onClick={onReveal}>
              <Icon name="eye" size={14} /> Reveal <Keys names={['v']} />
            </button>
          )}
          <span>{age} years</span>
          <span>since {dayText(since)}</span>
          <span className="num">B-{bettor_id}</span>
          {email !== null && <span>{email}</span>}
        </p>
      </div>
      <Facts
        rows={[
          ['Identity', <IdentityText key="identity" {...identity} />],
          ['Last seen', whenText(last_seen_at, serverNow())],
        ]}
      />
    </header>
  )
}

function IdentityText({ state, wanted }: BettorDetails['identity']) {
  if (state === 'passed') return <b>✓ Confirmed</b>
  const text = state === 'none' ? 'no documents' : state.replaceAll('_', ' ')
  return <b className={wanted ? style.asks : undefined}>{wanted ? `! Required, ${text}` : labelOf(text)}</b>
}
