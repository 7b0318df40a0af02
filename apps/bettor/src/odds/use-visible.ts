import { useEffect, useState, type RefObject } from 'react'

type Listener = (visible: boolean) => void
const listeners = new Map<Element, Listener>()
let observer: IntersectionObserver | undefined

/** Whether the element is within 200 px of the screen; other rows need no live prices. */
export function useVisible(ref: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting)
      },
      { rootMargin: '200px' },
    )
    listeners.set(element, setVisible)
    observer.observe(element)
    return () => {
      listeners.delete(element)
      observer?.unobserve(element)
    }
  }, [ref])
  return visible
}
