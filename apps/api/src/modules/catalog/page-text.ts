import type { MatchView } from '@nare/contract/catalog'
import { JsonText, textOnce } from '#platform/json-text'

type Page = { readonly data: readonly MatchView[]; readonly meta: object }

const pages = new WeakMap<Page, JsonText>()

/** The answer with a page of matches. It is put together and compressed once for all callers that get the same page. */
export function pageText(page: Page): JsonText {
  const { data, meta } = page
  const text = pages.get(page) ?? new JsonText(`{"data":[${data.map(textOnce).join()}],"meta":${JSON.stringify(meta)}}`)
  pages.set(page, text)
  return text
}

type Found = {
  readonly competitions: readonly object[]
  readonly teams: readonly object[]
  readonly matches: readonly MatchView[]
}

/** The answer of a search: what the catalogue has found, and what other areas have. */
export function foundText(
  { matches, ...names }: Found,
  { codes, bets }: { readonly codes: readonly object[]; readonly bets: readonly object[] } = { codes: [], bets: [] },
): JsonText {
  const rest = JSON.stringify({ ...names, codes, bets }).slice(1)
  return new JsonText(`{"data":{"matches":[${matches.map(textOnce).join()}],${rest}}`, { isKept: false })
}
