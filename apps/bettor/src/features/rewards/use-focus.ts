import { useEffect, useRef, type RefObject } from 'react'

/** Focuses an element when it appears, for a confirmation that replaces the button with the focus. */
export function useFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
