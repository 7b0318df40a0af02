import { useSyncExternalStore } from 'react'
import { saver } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'

/** Whether a product is open here, by the settings of the house; what is not is advertised nowhere. */
export function useFeature(name: string): boolean {
  return useApp(({ data }) => data.app_config?.features[name] === true)
}

/** Whether Lite holds: no images but the logo, no motion, no pushed prices. */
export const useLite = (): boolean => useSyncExternalStore(saver.listen, saver.lite)
