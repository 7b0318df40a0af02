import { operatorTradingHands as calls } from '@nare/contract/operator-trading-hands'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { ChoiceField } from '../../../parts/choice-field.tsx'
import { matchName, type HandMatch, type HandPart, type HandPrice } from './scopes.ts'

type Props = {
  readonly match: HandMatch
  readonly part: HandPart & { readonly oddKey: string }
  /** What is offered now. */
  readonly offered: string | null
  readonly fair: string | null
  readonly hand: HandPrice | undefined
  /** Opens with the way back to the feed's price chosen. */
  readonly ends?: boolean
  readonly onClose: () => void
}

type Wish = 'price' | 'off' | 'end'
const wishNames: Readonly<Record<Wish, string>> = {
  price: 'A price by hand',
  off: 'Not offered',
  end: 'The feed’s price again',
}

/** Prices an outcome by hand, takes it off the board, or ends that. */
export function PriceForm({ match, part, offered, fair, hand, ends = false, onClose }: Props) {
  const [price, setPrice] = useState('')
  const [wish, setWish] = useState<Wish>(ends ? 'end' : 'price')
  const isPrice = wish !== 'price' || /^\d{1,4}(\.\d{1,2})?$/.test(price.trim())
  const above = wish === 'price' && fair !== null ? Number(price) / Number(fair) : 1
  const { match_id } = match
  const named = { match_id, sub_type_id: part.marketId, odd_key: part.oddKey }
  return (
    <ActionForm
      route={calls.setPrice}
      title={`Price of ${part.name}`}
      sentence={
        <>
          {matchName(match)}: <b>{offered ?? 'not offered'}</b> now
          {hand ? `, by hand of ${hand.by}; the feed’s price is ${hand.model ?? 'none'}` : ', the feed’s price'}.{' '}
          {wish === 'end'
            ? 'The feed’s price is offered again.'
            : 'It ends by itself at the kick-off, at a suspension and with every event.'}{' '}
          {above > 1.05
            ? 'It is more than 5 % above fair, so a second person confirms.'
            : above > 1 &&
              'It is above fair. What you price so adds up over your matches, and beyond a limit a second person confirms.'}
        </>
      }
      action={{ price: 'Set the price', off: 'Take it off', end: 'Back to the feed' }[wish]}
      missing={isPrice ? undefined : 'Enter odds such as 2.10'}
      input={({ reason, id }) => ({
        ...named,
        ...{ id, reason },
        ...(wish === 'end' ? { end: true } : { price: wish === 'off' ? null : price.trim() }),
      })}
      done={(answer) =>
        answer.by_hand
          ? `${answer.price ?? 'Not offered'}, by hand.`
          : `${answer.price ?? 'No price'}, as the feed says.`
      }
      onClose={onClose}
    >
      <ChoiceField
        label="Offer"
        value={wish}
        options={hand ? ['price', 'off', 'end'] : ['price', 'off']}
        textOf={(one) => wishNames[one]}
        onChange={setWish}
      />
      {wish === 'price' && (
        <Field
          label="Price"
          value={price}
          hint={fair === null ? 'Our fair price is not known' : `Our fair price is ${fair}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          data-first
          onChange={({ target }) => setPrice(target.value)}
        />
      )}
    </ActionForm>
  )
}
