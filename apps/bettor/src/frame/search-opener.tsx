import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { isShortcut } from '../preferences/single-keys.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { notify } from '../notices/notices.ts'

const Search = lazyPart(
  () => loadWithMessages(() => import('../features/catalog/search.tsx')).then(({ Search: search }) => search),
  {
    failed: null,
    onFailed: () => {
      change(false)
      notify({ message: i18n._(msg`The search could not be loaded. Please try again`) })
    },
  },
)

let open = false
const listeners = new Set<() => void>()
const change = (now: boolean): void => {
  open = now
  for (const listener of listeners) listener()
}

export const openSearch = (): void => change(true)

/** The search over the page, opened by its icon, by the box of a page, or by the `/` key. */
export function SearchSheet() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isShortcut(event, '/')) return
      event.preventDefault()
      change(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return shown ? <Search onClose={() => change(false)} /> : null
}
