import { useEffect, useState, type RefObject } from 'react'

type Watch = (visible: boolean) => void
const watches = new Map<Element, Watch>()
let observer: IntersectionObserver | undefined

/** Whether the element is on the screen or close below it; what is not needs no live prices. */
export function useVisible(ref: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) watches.get(entry.target)?.(entry.isIntersecting)
      },
      { rootMargin: '200px' },
    )
    watches.set(element, setVisible)
    observer.observe(element)
    return () => {
      watches.delete(element)
      observer?.unobserve(element)
    }
  }, [ref])
  return visible
}
