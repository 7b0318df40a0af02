import { useEffect, useState } from 'react'

const newForMs = 600

/**
 * Whether what a button does appeared or changed a moment ago: a tap in that moment was meant for what was there before. An empty text is
 * never new; the first text is new only if it differs from `known`.
 */
export function useIsNew(text: string, known = text): boolean {
  const [seen, setSeen] = useState(known)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(text), newForMs)
    return () => clearTimeout(timer)
  }, [text])
  return text !== '' && text !== seen
}
