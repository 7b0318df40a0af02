import { stored } from './browser.ts'
import { signal } from './signal.ts'

export type Theme = 'auto' | 'light' | 'dark'

const read = stored.read('theme')
export const theme = signal<Theme>(read === 'light' || read === 'dark' ? read : 'auto')

/** Sets the theme of this browser; `auto` follows the system. */
export function setTheme(next: Theme): void {
  theme.set(next)
  if (next === 'auto') {
    stored.remove('theme')
    delete document.documentElement.dataset['theme']
  } else {
    stored.write('theme', next, 3.2e11)
    document.documentElement.dataset['theme'] = next
  }
}
