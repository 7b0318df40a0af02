import { importAgain } from '@nare/client/load-chunk'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useSingleKey } from '../preferences/single-keys.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { notify } from '../notices/notices.ts'
import { signal, useSignal } from '../state/signal.ts'

const Search = lazyPart(
  () =>
    loadWithMessages(() => importAgain(() => import('../features/catalog/find/search.tsx')), ['catalog', 'forms']).then(
      ({ Search: search }) => search,
    ),
  {
    failed: null,
    onFailed: () => {
      open.set(false)
      notify({ message: i18n._(msg`This part could not be loaded.`) })
    },
  },
)

const open = signal(false)

export const openSearch = (): void => open.set(true)

/** The search sheet over the page. The search icon, the search box and the `/` key open it. */
export function SearchSheet() {
  const shown = useSignal(open)
  useSingleKey('/', openSearch)
  return shown ? <Search onClose={() => open.set(false)} /> : null
}
