import { operator } from '@nare/contract/operator'
import type { Answer } from '@nare/contract/route'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import { effectText } from '../../parts/effect-text.ts'
import { amountText, countOf, labelOf, moneyText, signedText, whenText } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { SeenFirst } from '../../parts/seen-first.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { actionsOf, type JackpotAction } from './jackpot-actions.ts'
import { policyTexts } from './jackpot-fields.ts'
import type { Jackpot } from './rows.ts'
import style from './jackpots.module.css'

type Props = { readonly row: Jackpot; readonly onClose: () => void }
type Whole = Answer<typeof operator.operatorJackpot>['data']

const when = (at: string): string => whenText(at, serverNow())

/** A jackpot with its money, its terms and its matches: what its second person opens, and what has become of it. */
export function JackpotPanel({ row, onClose }: Props) {
  const { books, pool } = row
  const whole = useRead(operator.operatorJackpot, { id: row.jackpot_id }).data?.data
  return (
    <>
      <PanelName>{row.name}</PanelName>
      <Facts
        rows={[
          ['State', labelOf(row.state)],
          ['Code', row.code],
          ['Closes', when(row.closes_at)],
          ['Results', `${row.final} of ${row.matches}`],
          ['Drafted by', row.created_by],
          ['Opened by', row.opened_by ?? 'nobody'],
          ...(row.cancel_by === null ? [] : [['Cancelled by', row.cancel_by] as const]),
          ...(row.fault === null ? [] : [['Last settlement failed', row.fault] as const]),
        ]}
      />
      <Decisions row={row} onClose={onClose} />
      <h3>Its money</h3>
      <Facts
        rows={[
          [
            'Stakes',
            `${amountText(books.staked)} in ${countOf(books.tickets, 'ticket')}, ${countOf(books.lines, 'line')}`,
          ],
          ['Of these for prizes', amountText(pool.contributed)],
          ['Carried over', amountText(pool.carried)],
          ['Guaranteed', amountText(pool.guaranteed)],
          ['Prizes together', <b key="prizes">{moneyText(pool.prizes)}</b>],
          ['Paid', amountText(books.paid)],
          ['Refunded', amountText(books.refunded)],
          ['Carried to the next', amountText(books.carried_out)],
          ['Rounding', amountText(books.rounding)],
          ['House keeps', signedText(books.house)],
        ]}
      />
      {whole && <Terms of={whole} />}
    </>
  )
}

function Terms({ of }: { of: Whole }) {
  const { tiers, void_policy, cancel_at, reduced = [], deadline } = of.terms
  return (
    <>
      <h3>Its terms</h3>
      <Facts
        rows={[
          ['Kind', labelOf(of.mode)],
          ['Price of a line', moneyText(of.stake)],
          ['Void matches', policyTexts[void_policy]],
          ...(cancel_at === undefined ? [] : [['Stakes go back from', `${cancel_at} void matches`] as const]),
          ...(deadline === undefined ? [] : [['Must be won by', when(deadline)] as const]),
          ...tiers.map(
            ({ correct, prize, split, share }) =>
              [
                `${correct} right`,
                prize === undefined ? `${share} % of the pool` : `${moneyText(prize)}${split ? ', shared' : ' a line'}`,
              ] as const,
          ),
          ...reduced.map(
            ({ voids, correct, percent }) => [`${correct} right with ${voids} void`, `${percent} % of it`] as const,
          ),
          ...of.tiers.map(
            ({ correct, lines, prize_each }) =>
              [`Paid for ${correct} right`, `${amountText(prize_each)} to ${countOf(lines, 'line')}`] as const,
          ),
        ]}
      />
      <h3>Its matches</h3>
      <ol className={style.matches}>
        {of.on.map(({ match_id, home_team, away_team, start_time, outcome }) => (
          <li key={match_id}>
            <PageLink page={`/trading/matches/${match_id}`}>
              {home_team} – {away_team}
            </PageLink>
            <span className="t3">{outcome === null ? start_time && when(start_time) : labelOf(outcome)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** What can be done about a pool in its state: A opens the draft of another person, C closes it, X cancels it, T settles it. */
function Decisions({ row, onClose }: Props) {
  const { name } = useMe()
  const mayManage = useMay()('jackpots.manage')
  const [asked, ask] = useState<JackpotAction>()
  const actions = mayManage ? actionsOf(row, name, serverNow()) : []
  if (asked) return <DecisionOf key={asked} action={asked} row={row} onClose={onClose} />
  return (
    <>
      {mayManage && row.state === 'draft' && row.created_by === name && (
        <p className="t2">You drafted it, so another person opens it.</p>
      )}
      {row.cancel_by !== null && row.state !== 'cancelled' && (
        <p className="t2">
          {row.cancel_by} has proposed to cancel it. <PageLink page="/house/proposals">See the proposal</PageLink>
        </p>
      )}
      <ActionButtons keys={keys} actions={actions} onAsk={ask} />
    </>
  )
}

const keys: Readonly<Record<JackpotAction, string>> = { open: 'a', close: 'c', cancel: 'x', settle: 't' }

function DecisionOf({ action, row, onClose }: Props & { action: JackpotAction }) {
  const { jackpot_id: id, name, books } = row
  const shared = { input: ({ reason }: { reason: string }) => ({ id, reason }), onClose }
  if (action === 'open')
    return (
      <ActionForm
        {...shared}
        route={operator.openJackpot}
        title="Open the jackpot"
        sentence={`Bettors can buy tickets of ${name} until its first kick-off, ${when(row.closes_at)}. It promises ${moneyText(row.pool.prizes)} now.`}
        action="Open"
        done={() => 'It is open.'}
      />
    )
  if (action === 'close')
    return (
      <SeenFirst
        {...shared}
        route={operator.closeJackpot}
        fields={{ id }}
        title="Close the jackpot"
        sentence={`No ticket is sold any more. ${moneyText(books.staked)} in ${countOf(books.tickets, 'ticket')} is settled by its matches. This cannot be undone.`}
        action="Close it"
        danger
        done={() => 'It is closed.'}
      />
    )
  if (action === 'cancel')
    return (
      <SeenFirst
        {...shared}
        route={operator.cancelJackpot}
        fields={{ id }}
        title="Cancel the jackpot"
        sentence={`All stakes of ${name} go back to the bettors, and what was carried over stays for the next pool. A second person confirms.`}
        seen={(effect) => `${effectText(effect)} A second person confirms.`}
        action="Cancel it"
        danger
        done={() => 'It is cancelled, and the stakes go back.'}
      />
    )
  return (
    <SeenFirst
      {...shared}
      route={operator.settleJackpot}
      fields={{ id }}
      title="Settle the jackpot"
      sentence={`${moneyText(row.pool.prizes)} is paid by the confirmed results of its ${row.matches} matches. Nobody can choose one.`}
      seen={effectText}
      action="Settle it"
      done={() => 'It is settled.'}
    />
  )
}
