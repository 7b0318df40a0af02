import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { whenIdle } from '../loading/when-idle.ts'

const load = () => loadWithMessages(() => import('./foot-links.tsx'), ['titles'])

/** The foot of every page. It is below everything else, so that it moves nothing when it is loaded; the front page loads its rows first. */
export const Foot = lazyPart(
  async () => {
    if (location.pathname === '/') await new Promise<void>((done) => whenIdle(async () => done()))
    return (await load()).FootLinks
  },
  { failed: null },
)
