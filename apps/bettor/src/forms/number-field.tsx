import { currencySign } from '@nare/ui/format'
import type { ComponentProps } from 'react'
import style from './number-field.module.css'
import { useAmount } from './use-amount.ts'

type BoxProps = ComponentProps<'input'> & {
  /** What stands before the number and after it in the box, as the currency. */
  before?: string | undefined
  after?: string | undefined
}

/** A field for a number in its box. With an `id` its label stands elsewhere; else it is named by `aria-label`, and the box is its label. */
export function NumberField({ before, after, ...input }: BoxProps) {
  const Box = input.id === undefined ? 'label' : 'span'
  return (
    <Box className={style.box}>
      {before && <span aria-hidden="true">{before}</span>}
      <input inputMode="decimal" autoComplete="off" maxLength={20} {...input} />
      {after && <span aria-hidden="true">{after}</span>}
    </Box>
  )
}

type AmountProps = Omit<BoxProps, 'before' | 'value' | 'onChange'> & {
  /** Decimal text. */
  amount: string
  onAmount: (amount: string) => void
}

/** A field for an amount, with the currency before it. */
export function AmountField({ amount, onAmount, ...field }: AmountProps) {
  return <NumberField before={currencySign()} {...field} {...useAmount(amount, onAmount)} />
}
