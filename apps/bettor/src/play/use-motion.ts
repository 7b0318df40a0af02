import { useLite } from '../preferences/use-lite.ts'
import { useMedia } from '../state/use-media.ts'

/** Whether pictures may move: not in Lite, and not where the bettor asked the device for less motion. */
export function useMotion(): boolean {
  const lite = useLite()
  return !useMedia('(prefers-reduced-motion: reduce)') && !lite
}
