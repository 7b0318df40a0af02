import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoney, formatPrice, money, parseMoney, parsePrice, price } from '@nare/money/money'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Price } from '@nare/ui/price'
import { useId, useState } from 'react'
import { useAmount } from '../../forms/use-amount.ts'
import { useApp } from '../../state/hooks.ts'
import style from './content.module.css'

const matches = [
  { id: '4412', home: 'Simba', away: 'Chui', odds: ['2.10', '3.40', '3.20'] },
  { id: '4415', home: 'Twiga', away: 'Kifaru', odds: ['1.72', '3.90', '4.60'] },
] as const
const signs = ['1', 'X', '2'] as const

type Chosen = Readonly<Record<string, number | undefined>>

/** A practice slip on two made-up matches, with the prices and totals of a real slip. Nothing is sent. */
export function Practice() {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Chosen>({ '4412': 0 })
  const outcome = (match: (typeof matches)[number], at: number): string =>
    at === 0 ? match.home : at === 2 ? match.away : t`Draw`
  return (
    <section className={style.practice} aria-label={t`Practice slip`}>
      {matches.map((match) => (
        <div key={match.id} className={style.row}>
          <span>
            <b>{match.home}</b>
            <b>{match.away}</b>
            <small className="num">#{match.id}</small>
          </span>
          <div role="group" className="odds" aria-label={t`1X2, ${match.home} v ${match.away}`}>
            {match.odds.map((odd, at) => (
              <button
                key={at}
                type="button"
                className="odd"
                aria-pressed={chosen[match.id] === at}
                aria-label={`${signs[at]} ${odd}, ${outcome(match, at)}`}
                onClick={() => setChosen({ ...chosen, [match.id]: chosen[match.id] === at ? undefined : at })}
              >
                <small>{signs[at]}</small> <Price value={odd} />
              </button>
            ))}
          </div>
        </div>
      ))}
      <PracticeSlip chosen={chosen} />
    </section>
  )
}

function PracticeSlip({ chosen }: { chosen: Chosen }) {
  const { t } = useLingui()
  const id = useId()
  const text = useAmountText()
  const settings = useApp(({ data }) => data.app_config)
  const least = text(settings?.min_stake)
  const [stake, setStake] = useState((settings?.quick_stakes[1] ?? '100').replace(/\.00$/, ''))
  const field = useAmount(stake, setStake)
  const odds = matches.flatMap(({ id: match, odds: prices }) => {
    const at = chosen[match]
    const odd = at === undefined ? undefined : prices[at]
    return odd === undefined ? [] : [odd]
  })
  const total = product(odds)
  const amount = parseMoney(stake)
  const win = amount === undefined || total === undefined ? null : formatMoney(money((amount * total) / 1000n))
  if (total === undefined) {
    return <p className={style.sum} role="status">{t`Tap a price to fill the practice slip`}</p>
  }
  return (
    <div className={style.sum}>
      <label htmlFor={id}>{t`Stake`}</label>
      <input id={id} inputMode="decimal" autoComplete="off" maxLength={20} {...field} />
      <p role="status">
        <Plural value={odds.length} one="# pick" other="# picks, all must win" /> · {t`Odds`}{' '}
        <b>
          <Price value={formatPrice(price(total))} />
        </b>{' '}
        · {t`Possible payout`}{' '}
        <b>
          <Amount value={win} />
        </b>
      </p>
      <small>
        <Trans>This is practice: no money, no bet. A real bet starts at {least}</Trans>
      </small>
    </div>
  )
}

/** The product of the prices in thousandths, rounded down; undefined for none. */
function product(odds: readonly string[]): bigint | undefined {
  const prices = odds.map((odd) => parsePrice(odd) ?? price(1000n))
  if (prices.length === 0) return undefined
  return prices.reduce((so, at) => so * at, 1n) / 1000n ** BigInt(prices.length - 1)
}
