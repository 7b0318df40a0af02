import { outcomeText } from '@nare/bets/grading/outcome-text'
import type { Leg } from './price-line.ts'
import { TicketTag } from './ticket-tag.tsx'
import style from './ticket.module.css'
import { SectionHead } from '../../parts/controls.tsx'

const teamsOf = ({ home_team, away_team }: Leg): Pick<Leg, 'home_team' | 'away_team'> => ({ home_team, away_team })

type Props = { legs: readonly Leg[]; chosen: number; onChoose: (at: number) => void }

/** The picks of a ticket, each with its price, its state and the sentence that says why. One is chosen; the rest of the page is about it. */
export function Legs({ legs, chosen, onChoose }: Props) {
  return (
    <section aria-labelledby="picks">
      <SectionHead id="picks" title={legs.length === 1 ? 'One pick' : `${legs.length} picks`}>
        <span>price taken · result</span>
      </SectionHead>
      <ul className={style.legs}>
        {legs.map((leg, at) => (
          <li key={leg.n}>
            <button type="button" aria-pressed={at === chosen} onClick={() => onChoose(at)}>
              <span className={style.pick}>
                <b>{leg.parts ? `${leg.market} of ${leg.parts.length} picks` : `${leg.market}: ${outcomeText(leg)}`}</b>
                {leg.parts?.map((part) => (
                  <span key={`${part.sub_type_id} ${part.odd_key}`} className={style.part}>
                    <TicketTag state={part.state} />
                    {`${part.market}: ${outcomeText({ ...teamsOf(leg), ...part })}`}
                  </span>
                ))}
                <span>{`${leg.home_team} v ${leg.away_team}`}</span>
                <small>
                  {leg.competition_name} · {leg.score_at_bet ? `in play at ${leg.score_at_bet}` : 'before the match'} ·{' '}
                  {leg.game_id}
                </small>
              </span>
              <b className={style.price}>{leg.odd_value}</b>
              <span className={style.result}>{leg.result ?? '–'}</span>
              <TicketTag state={leg.state} />
              <span className={style.because}>{leg.why}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
