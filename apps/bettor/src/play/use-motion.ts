import { useLite } from '../preferences/use-lite.ts'
import { useMedia } from '../state/use-media.ts'

/** Whether animations are allowed: not in Lite, and not if the device is set to reduced motion. */
export function useMotion(): boolean {
  const lite = useLite()
  return !useMedia('(prefers-reduced-motion: reduce)') && !lite
}
