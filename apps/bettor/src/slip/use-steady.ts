import { useEffect, useState } from 'react'

const tapMs = 400

/**
 * False for a short time after what a button does (`key`) has changed: a tap in that time was meant for the button before, as the second
 * tap of a double tap is. The key of the first render is steady, unless it differs from `before`.
 */
export function useSteady(key: string, before = key): boolean {
  const [steady, setSteady] = useState(before)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(key), tapMs)
    return () => clearTimeout(timer)
  }, [key])
  return steady === key
}
