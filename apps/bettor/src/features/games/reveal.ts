import { useEffect, useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'

/**
 * True once the result with this `key` may be shown: immediately, or after `ms` while it is animated. The key of the first render is not
 * animated.
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
 * False shortly after `key` changed, so that the second tap of a double tap does not press the button that replaced the first one.
 */
export function useSteady(key: string): boolean {
  const [steady, setSteady] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(key), tapMs)
    return () => clearTimeout(timer)
  }, [key])
  return steady === key
}
