import type { Answer } from '@nare/contract/route'
import type { content } from '@nare/contract/content'
import { done, refused, type Outcome } from '@nare/contract/outcome'

type Launching = {
  /** The provider's address; undefined where none is set up. */
  readonly provider: string | undefined
  /** Where this site is reached; the provider may send nobody anywhere else. */
  readonly publicUrl: string
}

type Wish = { readonly game?: string | undefined; readonly return_url?: string | undefined }

/**
 * The address that opens the sports or virtual-sports provider full-screen. It is told to come back to `return_url`, which must
 * be of this site (a path will do), or to the front page. Refuses `not_available` where no provider is set up.
 */
export function launch(
  { provider, publicUrl }: Launching,
  { game, return_url }: Wish,
): Outcome<Answer<typeof content.launch>, 'invalid_input' | 'not_available'> {
  const back = sameSite(return_url ?? '/', publicUrl)
  if (!back) return refused('invalid_input', { fields: { return_url: 'Please give an address of this site' } })
  if (provider === undefined) return refused('not_available')
  const url = new URL(provider)
  if (game) url.searchParams.set('game', game)
  url.searchParams.set('return_url', back)
  return done({ url: url.href })
}

function sameSite(given: string, publicUrl: string): string | undefined {
  const site = new URL(publicUrl)
  if (!URL.canParse(given, site)) return undefined
  const url = new URL(given, site)
  return url.origin === site.origin && url.username === '' && url.password === '' ? url.href : undefined
}
