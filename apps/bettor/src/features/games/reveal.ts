import { useEffect, useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'

/**
 * Whether what `key` names may be shown: at once, or `ms` after it came when it is drawn moving. A key that was there at the first
 * render is not drawn moving.
 */
export function useRevealed(key: string, ms: number): boolean {
  const moves = useMotion()
  const [revealed, setRevealed] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setRevealed(key), moves ? ms : 0)
    return () => clearTimeout(timer)
  }, [key, ms, moves])
  return !moves || revealed === key
}

const tapMs = 400

/**
 * False for the moment after `key` changed: the second tap of a double tap would otherwise press the button that took the place of the
 * first one.
 */
export function useSteady(key: string): boolean {
  const [steady, setSteady] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(key), tapMs)
    return () => clearTimeout(timer)
  }, [key])
  return steady === key
}
