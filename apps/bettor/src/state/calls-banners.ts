import { content } from '@nare/contract/content'
import type { Entries } from '@nare/client/storage'
import { command } from './area.ts'
import { data } from './data.ts'
import { cachedOrFetched } from './cached-settings.ts'
import type { AppStore } from './store.ts'

export const fetchCarousel = command('data/carousel', content.carousel)
export const fetchCasinoCarousel = command('data/casinoCarousel', content.casinoCarousel)

const busy = { loading: 'loading', error: 'error' } as const
data.on(fetchCarousel, { ...busy, done: ({ images }) => ({ carousel_banners: images }) })
data.on(fetchCasinoCarousel, { ...busy, done: ({ images }) => ({ casino_carousel_banners: images }) })

/** Stores the banners in the state: from the cache of the last half hour, else requested. Bettors and guests have separate caches. */
export function loadBanners(store: AppStore, stored: Entries, place: 'front' | 'casino'): Promise<void> {
  const field = place === 'front' ? 'carousel_banners' : 'casino_carousel_banners'
  return cachedOrFetched(
    { store, stored },
    {
      key: `${place}-${store.getState().auth.user ? 'own' : 'carousel'}`,
      route: place === 'front' ? content.carousel : content.casinoCarousel,
      thunk: place === 'front' ? fetchCarousel : fetchCasinoCarousel,
      take: ({ images }) => void store.dispatch(data.actions.set({ field, value: images })),
    },
  )
}
