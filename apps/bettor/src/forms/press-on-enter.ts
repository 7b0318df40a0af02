import type { KeyboardEvent } from 'react'

/**
 * Returns a handler with which Enter in a field presses the button that `buttonOf` finds, if it is enabled. On a touch screen the key only
 * closes the keypad.
 */
export const pressOnEnter =
  (buttonOf: (field: HTMLElement) => HTMLElement | null | undefined) =>
  ({ key, repeat, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    if (key === 'Enter' && !repeat && matchMedia('(pointer: fine)').matches) buttonOf(currentTarget)?.click()
  }
