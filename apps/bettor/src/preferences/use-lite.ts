import { useSyncExternalStore } from 'react'
import { saver } from '../state/browser.ts'

/** Whether Lite is active: no images but the logo, no motion, no pushed prices. */
export const useLite = (): boolean => useSyncExternalStore(saver.listen, saver.lite)
