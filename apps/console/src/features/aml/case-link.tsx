import { PageLink } from '../../parts/page-link.tsx'

/** A case as a link to its page. */
export function CaseLink({ id }: { id: string }) {
  return <PageLink page={`/house/aml/cases/${id}`}>Case {id}</PageLink>
}
