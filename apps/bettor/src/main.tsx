import { loadChunk, updateAndReloadPage } from './loading/chunk.ts'
import { loadCatalogue, preferredLocale } from './i18n/catalogues.ts'

const root = document.getElementById('root')

/** Lets the browser paint and process a tap between two long tasks. */
const breath = (): Promise<void> => new Promise((done) => setTimeout(done))

/** The libraries, then the app: run one after the other they never block the page for as long as both together. */
async function loadApp() {
  const catalogue = loadCatalogue(preferredLocale())
  await import('react-dom/client')
  await breath()
  const app = await import('./app.tsx')
  await breath()
  return [app, await catalogue] as const
}

loadChunk(loadApp).then(
  ([{ mount }, catalogue]) => root && mount(root, catalogue),
  (fault: Error) => {
    const note = document.createElement('div')
    note.className = 'sh-m'
    note.role = 'alert'
    const retry = document.createElement('button')
    retry.textContent = 'Retry'
    retry.onclick = () => void updateAndReloadPage()
    note.append(document.createElement('p'), retry)
    if (note.firstElementChild) note.firstElementChild.textContent = fault.message
    root?.append(note)
  },
)
