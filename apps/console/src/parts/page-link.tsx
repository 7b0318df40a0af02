import type { ReactNode } from 'react'
import { usePages } from './use-pages.ts'

/** A link to an address within the console, opened without loading the console again; only its text where there is no such page. */
export function PageLink({ page, children }: { page: string; children: ReactNode }) {
  const pages = usePages()
  if (!pages.has(page)) return children
  return (
    <a
      href={`/console${page}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        pages.open(page)
      }}
    >
      {children}
    </a>
  )
}
