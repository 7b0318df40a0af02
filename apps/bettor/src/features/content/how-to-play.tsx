import { ContentPageView } from './page.tsx'
import { Practice } from './practice.tsx'
import { TaxExample } from './tax-example.tsx'

const live = { practice: () => <Practice />, tax: () => <TaxExample /> }

/** How to play, with a practice slip and today's taxes. */
export function HowToPlay() {
  return <ContentPageView page="how-to-play" live={live} />
}
