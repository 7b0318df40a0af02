import { Trans } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { openSearch } from './search-opener.tsx'
import style from './header.module.css'

/** The button, drawn as a search field, that opens the search: in the bar on a wide screen, above the page on a phone. */
export function SearchBox({ inBar = false }: { inBar?: boolean }) {
  return (
    <button
      type="button"
      className={style.box}
      data-bar={inBar || undefined}
      aria-keyshortcuts="/"
      onClick={openSearch}
    >
      <Icon name="search" size={18} />
      <span>
        <Trans>Search teams, leagues, IDs, codes</Trans>
      </span>
      {inBar && <kbd aria-hidden="true">/</kbd>}
    </button>
  )
}
