import { ContentPageView } from './page.tsx'
import { Practice } from './practice.tsx'
import { TaxExample } from './tax-example.tsx'

const live = { practice: () => <Practice />, tax: () => <TaxExample /> }

/** How to play, with a slip to try and the taxes of today. */
export function HowToPlay() {
  return <ContentPageView page="how-to-play" live={live} />
}
