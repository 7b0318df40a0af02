import { useEffect, useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'

/**
 * True once the result with this `key` may be shown: after `ms` if results are animated, otherwise immediately. The key of the first
 * render is not animated.
 */
export function useRevealed(key: string, ms: number): boolean {
  const isAnimated = useMotion()
  const [revealed, setRevealed] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setRevealed(key), isAnimated ? ms : 0)
    return () => clearTimeout(timer)
  }, [key, ms, isAnimated])
  return !isAnimated || revealed === key
}
