import { loadChunk, refreshAndReloadPage } from './loading/chunk.ts'
import { loadCatalogue, preferredLocale } from './i18n/catalogues.ts'

const root = document.getElementById('root')

/** Lets the browser paint and handle a tap between two long tasks. */
const yieldToBrowser = (): Promise<void> => new Promise((done) => setTimeout(done))

/** Loads the libraries, then the app: two shorter tasks block the page less than one long task. */
async function loadApp() {
  const catalogue = loadCatalogue(preferredLocale())
  await import('react-dom/client')
  await yieldToBrowser()
  const app = await import('./app.tsx')
  await yieldToBrowser()
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
    retry.onclick = () => void refreshAndReloadPage()
    note.append(document.createElement('p'), retry)
    if (note.firstElementChild) note.firstElementChild.textContent = fault.message
    root?.append(note)
  },
)
