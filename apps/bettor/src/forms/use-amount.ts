import { amountChars, amountText } from '@nare/contract/typed'
import { usesCents } from '@nare/ui/format'
import { useState, type ChangeEvent } from 'react'

/**
 * The text and the change handler of a field for an amount. `value` is decimal text. The field shows what was typed as long as it means
 * `value`: only the third digit after a comma tells "1,000" from "1,00". Where nobody uses cents, nothing follows a point.
 */
export function useAmount(value: string, onChange: (amount: string) => void) {
  const [typed, setTyped] = useState(value)
  return {
    value: amountText(typed) === value ? typed : value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
      const given = usesCents() ? target.value : target.value.replace(/\..*/, '')
      setTyped(amountChars(given))
      onChange(amountText(given))
    },
  }
}
