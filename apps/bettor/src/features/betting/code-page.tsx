import { Trans, useLingui } from '@lingui/react/macro'
import { betting as calls } from '@nare/contract/betting'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { kickoff } from '@nare/ui/format'
import { useLocation, useParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import pages from '../../pages/pages.module.css'
import { Skeleton } from '../../loading/skeleton.tsx'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { pickOf, type Pick } from '../../state/picks.ts'
import { useRead } from '../../state/use-read.ts'
import style from './slip.module.css'
import { marketName, outcomeLabel } from '../../i18n/market-texts.ts'

type Shared = Answer<typeof calls.shared>['data'][number]

/** The picks of a booking code with their current state; open picks can be added to the slip or replace it. */
export function CodePage() {
  const { i18n } = useLingui()
  const { code = '' } = useParams<{ code: string }>()
  const { body, failed } = useRead(calls.shared, { code }, 5_000)
  const send = useSend()
  const [, go] = useLocation()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  if (!body) return failed ? <NotFound text={failureText(i18n, failed)} code={code} /> : <Skeleton />
  const open = body.data.flatMap((shared) => pickFrom(shared) ?? [])
  const load = (value: Pick[]): void => {
    send(betting.actions.set({ field: 'slip', value }))
    go('/betslip-slip')
  }
  const merged = [...slip.filter(({ match_id }) => !open.some((pick) => pick.match_id === match_id)), ...open]
  return (
    <section className={pages.form}>
      <h1>
        <Trans>Booking code</Trans> <code>{code}</code>
      </h1>
      <ul className={style.legs}>
        {body.data.map((shared) => (
          <li key={shared.ucn} className={style.leg} data-gone={shared.state !== 'open' || undefined}>
            <div>
              <span className={style.teams}>
                {shared.match.home_team} v {shared.match.away_team}
              </span>
              <p>
                {marketName({ sub_type_id: shared.sub_type_id, name: shared.market })}:{' '}
                <b>{outcomeLabel(shared.display)}</b>
              </p>
              <small>
                {shared.match.category} · {shared.match.competition_name} ·{' '}
                {kickoff(shared.match.start_time, i18n.locale)} · #{shared.match.game_id}
              </small>
            </div>
            <div className={style.price}>
              {shared.changed && <s className="num">{shared.old_odd_value}</s>}
              <b className="num">{shared.state === 'open' ? shared.odd_value : <StateText state={shared.state} />}</b>
            </div>
          </li>
        ))}
      </ul>
      <div className={style.actions}>
        <Button wide disabled={open.length === 0} onClick={() => load(slip.length ? merged : open)}>
          {open.length === 0 ? (
            <Trans>No pick is open now</Trans>
          ) : slip.length ? (
            <Trans>Add {open.length} to my slip</Trans>
          ) : (
            <Trans>Load {open.length} into the slip</Trans>
          )}
        </Button>
        {slip.length > 0 && open.length > 0 && (
          <Button wide look="soft" onClick={() => load(open)}>
            <Trans>Replace my slip</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

function StateText({ state }: { state: Shared['state'] }) {
  if (state === 'started') return <Trans>Started</Trans>
  if (state === 'suspended') return <Trans>Suspended</Trans>
  return <Trans>Closed</Trans>
}

function NotFound({ text, code }: { text: string; code: string }) {
  return (
    <section className={pages.message}>
      <h1>{code}</h1>
      <p>{text}</p>
    </section>
  )
}

function pickFrom(shared: Shared): Pick | undefined {
  if (shared.state !== 'open' || shared.odd_value === null) return undefined
  const line = shared.match.odds.find(
    ({ sub_type_id, odds }) =>
      sub_type_id === shared.sub_type_id && odds.some(({ odd_key }) => odd_key === shared.odd_key),
  )
  const market = {
    sub_type_id: shared.sub_type_id,
    name: shared.market,
    special_bet_value: line?.special_bet_value ?? '',
  }
  return pickOf(shared.match, market, shared, shared.odd_value)
}
