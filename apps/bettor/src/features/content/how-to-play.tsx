import { HelpSearch } from './help-search.tsx'
import { ContentPageView } from './page.tsx'
import { Practice } from './practice.tsx'
import { TaxExample } from './tax-example.tsx'

const live = { practice: () => <Practice />, tax: () => <TaxExample /> }

/** How to play, with a search over its questions, a practice slip and today's taxes. */
export function HowToPlay() {
  return <ContentPageView page="how-to-play" live={live} search={(blocks) => <HelpSearch blocks={blocks} />} />
}
