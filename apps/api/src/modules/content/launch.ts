import type { Answer } from '@nare/contract/route'
import type { content } from '@nare/contract/content'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { sameSite } from '#platform/same-site'

type Provider = {
  /** The provider's URL; undefined if none is configured. */
  readonly provider: string | undefined
  /** This site's URL. The provider may redirect only to this site. */
  readonly publicUrl: string
}

type LaunchRequest = { readonly game?: string | undefined; readonly return_url?: string | undefined }

/**
 * The URL that opens the sports or virtual-sports provider full-screen. It contains `return_url`, which must be a URL or path of
 * this site (by default the front page). Refuses `not_available` if no provider is configured.
 */
export function launch(
  { provider, publicUrl }: Provider,
  { game, return_url }: LaunchRequest,
): Outcome<Answer<typeof content.launch>, 'invalid_input' | 'not_available'> {
  const back = sameSite(return_url ?? '/', publicUrl)
  if (!back) return refused('invalid_input', { fields: { return_url: 'Please give an address of this site' } })
  if (provider === undefined) return refused('not_available')
  const url = new URL(provider)
  if (game) url.searchParams.set('game', game)
  url.searchParams.set('return_url', back)
  return done({ url: url.href })
}
