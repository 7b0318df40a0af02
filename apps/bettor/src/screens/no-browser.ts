import React from 'react'

/**
 * Defines the browser globals that the app's modules read while they load and render on the server: a guest on a phone at the
 * front page, with nothing stored. Must be the first import.
 */
Object.assign(globalThis, {
  location: { pathname: '/', search: '', origin: '' },
  window: globalThis,
  history: { state: null },
  addEventListener() {},
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
})

/** Hides Node's own localStorage, which prints a warning when it is read. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined })

/** React requires a server snapshot for hydration. This markup is never hydrated, so a store without one shows its current value. */
React.useSyncExternalStore = (_subscribe, get, getOnServer) => (getOnServer ?? get)()
