import { useEffect, useRef, type RefObject } from 'react'

/** Gives an element the focus once it appears: what is asked in place of a button goes on where the button was. */
export function useFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
