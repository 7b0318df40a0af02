import { useSyncExternalStore } from 'react'
import { saver } from '../state/browser.ts'

/** Whether Lite is active: it shows no images except the logo, no motion, and no pushed prices. */
export const useLite = (): boolean => useSyncExternalStore(saver.listen, saver.lite)
