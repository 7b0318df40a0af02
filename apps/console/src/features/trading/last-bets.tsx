import { consoleTickets } from '@nare/contract/console-tickets'
import { Link } from '@tanstack/react-router'
import { SectionHead, Tag } from '../../parts/controls.tsx'
import { amountText, whenSecondsText } from '../../parts/format.ts'
import { useRested } from '../../parts/rested.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { againText, deviceText } from './again.ts'
import style from './last-bets.module.css'

const everyMs = 5_000
const shown = 6
/** So many are read, to see who bets again and again. */
const readMax = 30

/** The newest open bets on a match, for those who may read tickets: whose, how much, on what. */
export function LastBets({ matchId }: { matchId: string }) {
  const may = useMay()('tickets.read')
  // The cursor passes many matches on its way to one.
  const isRested = useRested(matchId) !== undefined
  const { data, isPlaceholderData } = useRead(
    consoleTickets.tickets,
    { match_id: matchId, state: 'open', limit: readMax },
    { everyMs, enabled: may && isRested },
  )
  if (!may || !data || isPlaceholderData) return null
  return (
    <section className={style.last} aria-labelledby="last-bets">
      <SectionHead id="last-bets" title="Last bets">
        <Link to="/bets" search={{ match_id: matchId, state: 'open' } as never}>
          newest first
        </Link>
      </SectionHead>
      {data.data.length === 0 && <p className="t3">No open bets.</p>}
      <ol>
        {data.data
          .slice(0, shown)
          .map(({ bet_id, bettor_id, bettor_name, stake, text, legs, placed_at, device_people: people }, at) => (
            <li key={bet_id}>
              <Link to="/bets/$id" params={{ id: bet_id }}>
                <b>
                  {bettor_name ?? bettor_id} <Mark text={againText(data.data, at)} />
                  <Mark text={deviceText(people)} />
                </b>
                <b className="num">{amountText(stake)}</b>
                <span>{legs > 1 ? `${text} and ${legs - 1} more` : text}</span>
                <time dateTime={placed_at}>{whenSecondsText(placed_at, serverNow())}</time>
              </Link>
            </li>
          ))}
      </ol>
    </section>
  )
}

function Mark({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Tag tone="amber">{text}</Tag>
}
