import React from 'react'

/**
 * What the app's modules read from a browser while they load or render, for a process without one: a guest on a phone at the
 * front page, with nothing stored. Imported before anything else.
 */
Object.assign(globalThis, {
  location: { pathname: '/', search: '', origin: '' },
  window: globalThis,
  history: { state: null },
  addEventListener() {},
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
})

/** Node has a storage of its own, and warns about it. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined })

/** The app never continues this rendering, so an outside store shows what it has now, unless only a browser can know that. */
React.useSyncExternalStore = (_subscribe, get, getOnServer) => (getOnServer ?? get)()
