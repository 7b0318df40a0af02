import { Plural, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { popular } from '@nare/contract/popular'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Link } from 'wouter'
import { pickText } from '../../../i18n/pick-text.ts'
import { useBusy } from '../../../loading/busy.tsx'
import { Odd } from '../../../odds/odd.tsx'
import { AddPicks, Share } from './multi-card.tsx'
import { useAddMulti } from './use-add-multi.ts'
import { usePopular } from './use-popular.ts'
import style from './popular.module.css'

type Rows = Answer<typeof popular.popular>['data']

const shownPicks = 5
const shownMultis = 3

/** What many bettors have picked: each row with the part of the bettors who have it. Nothing if there is nothing, or during a break. */
export function Popular({ sport }: { sport: string }) {
  const { t } = useLingui()
  const { data } = usePopular(sport)
  useBusy(data === undefined)
  if (!data || (data.picks.length === 0 && data.multis.length === 0)) return null
  return (
    <section className={style.popular} aria-labelledby="popular">
      <h2 id="popular">{t`Popular`}</h2>
      <ul>
        {data.picks.slice(0, shownPicks).map((pick) => (
          <PickRow key={`${pick.match_id} ${pick.sub_type_id} ${pick.odd_key}`} pick={pick} />
        ))}
        {data.multis.slice(0, shownMultis).map((multi) => (
          <MultiRow key={multi.code} multi={multi} />
        ))}
      </ul>
    </section>
  )
}

function PickRow({ pick }: { pick: Rows['picks'][number] }) {
  const { match, sub_type_id, special_bet_value, market: name, odd_key, odd_value } = pick
  useSubscription(`match:${pick.match_id}`)
  useSubscription(`market:${pick.match_id}:${sub_type_id}`)
  return (
    <li>
      <Link href={`/match/${pick.match_id}`}>
        <b>{pickText({ ...match, ...pick })}</b>
        <small>
          {match.home_team} v {match.away_team}
        </small>
        <small>
          <Share percent={pick.percent} />
        </small>
      </Link>
      <div className={style.price}>
        <Odd
          match={match}
          market={{ sub_type_id, special_bet_value, name, state: 'open' }}
          outcome={{ outcome_id: odd_key, odd_key, odd_value, display: pick.display }}
          slip="sports"
          tabIndex={0}
        />
      </div>
    </li>
  )
}

function MultiRow({ multi }: { multi: Rows['multis'][number] }) {
  const { t } = useLingui()
  const { busy, add } = useAddMulti(multi.code)
  return (
    <li>
      <Link href={`/b/${multi.code}`}>
        <b>
          <Plural value={multi.legs} one="Multi, # pick" other="Multi, # picks" /> ·{' '}
          <span className="num">{multi.total_odds}</span>
        </b>
        <small>{t`Code ${multi.code}`}</small>
        <small>
          <Share percent={multi.percent} />
        </small>
      </Link>
      <Button small look="soft" disabled={busy} onClick={add}>
        <AddPicks count={multi.legs} />
      </Button>
    </li>
  )
}
