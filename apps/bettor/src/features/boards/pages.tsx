import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { pageNumbers } from './ranks.ts'
import style from './boards.module.css'

type PagesProps = { page: number; pages: number; onPage: (page: number) => void }

/** Buttons for the previous and the next page, and for page numbers on wide screens. */
export function Pages({ page, pages, onPage }: PagesProps) {
  const { t } = useLingui()
  if (pages <= 1) return null
  return (
    <nav className={style.pages} aria-label={t`Pages`}>
      <button type="button" disabled={page <= 1} aria-label={t`Previous page`} onClick={() => onPage(page - 1)}>
        <Icon name="left" size={18} />
      </button>
      {pageNumbers(page, pages).map((each, index) =>
        each === null ? (
          <span key={`gap ${index}`}>…</span>
        ) : (
          <button
            key={each}
            type="button"
            className="num"
            aria-label={t`Page ${each}`}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onPage(each)}
          >
            {each}
          </button>
        ),
      )}
      <button type="button" disabled={page >= pages} aria-label={t`Next page`} onClick={() => onPage(page + 1)}>
        <Icon name="right" size={18} />
      </button>
    </nav>
  )
}
