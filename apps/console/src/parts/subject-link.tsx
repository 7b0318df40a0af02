import { labelOf } from './format.ts'
import { PageLink } from './page-link.tsx'
import { pageOfSubject } from './subject-page.ts'

/** A subject of the audit log or of a proposal, "Withdrawal 12", as a link where the console has a page about it. */
export function SubjectLink({ subject }: { subject: string }) {
  const page = pageOfSubject(subject)
  return page === undefined ? labelOf(subject) : <PageLink page={page}>{labelOf(subject)}</PageLink>
}
