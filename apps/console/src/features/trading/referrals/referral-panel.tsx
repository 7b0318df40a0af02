import { consoleReferrals, type ReferredBet } from '@nare/contract/operator-trading-referrals'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { BettorLink } from '../../../parts/bettor-link.tsx'
import { Facts, Keys, Tag } from '../../../parts/controls.tsx'
import { amountText, dayText, labelOf, moneyText } from '../../../parts/format.ts'
import { useMay } from '../../../wire/me.ts'
import { Left } from './left.tsx'
import style from './referrals.module.css'

export type Asked = 'accept' | 'offer' | 'refuse'
type Props = {
  readonly row: ReferredBet
  readonly asked: Asked | undefined
  readonly onAsk: (asked: Asked | undefined) => void
}

/** A bet that waits: what it is on with present prices and limits, whose it is, and the three answers. */
export function ReferralPanel({ row, asked, onAsk }: Props) {
  const may = useMay()
  const { bettor, legs } = row
  return (
    <div className={style.card}>
      <span className="t3">
        Bet {row.bet_id} · <Left until={row.until} /> left
      </span>
      <p className={style.amount}>
        {moneyText(row.stake)} to {amountText(row.possible_win)}
      </p>
      <span>
        <BettorLink id={bettor.bettor_id}>{bettor.name || bettor.bettor_id}</BettorLink> · {bettor.msisdn}
      </span>
      {asked === undefined ? (
        row.state === 'referred' &&
        may('trading.act') && (
          <div className={style.buttons}>
            <Button small onClick={() => onAsk('accept')}>
              Accept <Keys names={['a']} />
            </Button>
            <Button small look="soft" onClick={() => onAsk('offer')}>
              Offer <Keys names={['o']} />
            </Button>
            <Button small look="soft" onClick={() => onAsk('refuse')}>
              Refuse <Keys names={['r']} />
            </Button>
          </div>
        )
      ) : (
        <AnswerForm key={asked} row={row} asked={asked} onClose={() => onAsk(undefined)} />
      )}
      <table className={style.legs}>
        <caption>Picks</caption>
        <thead>
          <tr>
            <th scope="col">Pick</th>
            <th scope="col">Asked</th>
            <th scope="col">Now</th>
            <th scope="col">May lose</th>
            <th scope="col">Of</th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <tr key={leg.ucn}>
              <td>
                {leg.home_team} v {leg.away_team}
                <br />
                <span className="t3">
                  {leg.parts
                    ? leg.parts.map((part) => `${part.market}: ${part.display}`).join(' + ')
                    : `${leg.market}: ${leg.display}`}
                </span>{' '}
                {leg.interrupted && <Tag tone="amber">event since: will be refused</Tag>}
              </td>
              <td className="num">{leg.odd_value}</td>
              <td className="num">{leg.present ?? 'suspended'}</td>
              <td className="num">{amountText(leg.liability)}</td>
              <td className="num">{amountText(leg.liability_max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts
        rows={[
          ['Kind', labelOf(row.type)],
          ['Odds', row.total_odds ?? '–'],
          ['Bonus money', amountText(row.bonus_stake)],
          ['House won in 30 days', amountText(bettor.net_30d)],
          ['Share of limits', `${bettor.stake_percent}%`],
          ['Account since', dayText(bettor.since)],
          ['State', labelOf(row.state)],
          ...(row.offer
            ? [['Offered', `${moneyText(row.offer.stake)} to ${amountText(row.offer.possible_win)}`] as const]
            : []),
        ]}
      />
    </div>
  )
}

const reasons = {
  accept: ['Within what we want to hold', 'A regular bettor'],
  offer: ['Too much on one outcome', 'The price is about to move'],
  refuse: ['Too much on one outcome', 'The price is wrong', 'Suspicious betting'],
} as const satisfies Record<Asked, readonly string[]>

function AnswerForm({ row, asked, onClose }: { row: ReferredBet; asked: Asked; onClose: () => void }) {
  const [stake, setStake] = useState('')
  const [price, setPrice] = useState('')
  const { id } = row
  const amount = moneyText(row.stake)
  const sentences = {
    accept: `${amount} is judged once more${row.in_play ? ' after the live delay' : ''}, then placed at the asked price or the present one if that is lower.`,
    offer: `The bettor has a minute to take another stake or price instead of ${amount}${row.total_odds ? ` at ${row.total_odds}` : ''}.`,
    refuse: `${amount} goes back to the bettor.`,
  } as const
  const offered = { ...(stake !== '' && { stake }), ...(price !== '' && { price }) }
  return (
    <ActionForm
      route={consoleReferrals.decideReferral}
      title={{ accept: 'Accept the bet', offer: 'Offer something else', refuse: 'Refuse the bet' }[asked]}
      sentence={sentences[asked]}
      action={{ accept: 'Accept', offer: 'Offer', refuse: 'Refuse' }[asked]}
      danger={asked === 'refuse'}
      reasons={reasons[asked]}
      missing={asked === 'offer' && stake === '' && price === '' ? 'Enter a stake or a price' : undefined}
      input={({ reason }) => ({ id, answer: asked, reason, ...(asked === 'offer' && offered) })}
      done={(answer) =>
        'error' in answer && answer.error ? `${answer.state}: ${answer.error}` : `Now ${answer.state}.`
      }
      onClose={onClose}
    >
      {asked === 'offer' && (
        <>
          <Field
            label="Stake"
            inputMode="decimal"
            value={stake}
            data-first
            onChange={({ target }) => setStake(target.value)}
          />
          {row.type === 'single' && (
            <Field label="Price" inputMode="decimal" value={price} onChange={({ target }) => setPrice(target.value)} />
          )}
        </>
      )}
    </ActionForm>
  )
}
