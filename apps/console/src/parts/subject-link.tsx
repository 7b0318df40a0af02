import { labelOf } from './format.ts'
import { pageOfSubject } from './subject-page.ts'
import { usePages } from './use-pages.ts'

/** A subject of the audit log or of a proposal, "Withdrawal 12", as a link where the console has a page about it. */
export function SubjectLink({ subject }: { subject: string }) {
  const pages = usePages()
  const page = pageOfSubject(subject)
  if (page === undefined || !pages.has(page)) return labelOf(subject)
  return (
    <a
      href={`/console${page}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        pages.open(page)
      }}
    >
      {labelOf(subject)}
    </a>
  )
}
