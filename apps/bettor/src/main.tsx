import { loadPart, retryHere } from './shell/part.ts'
import { loadCatalogue, preferredLocale } from './shell/catalogues.ts'

const root = document.getElementById('root')

loadPart(() => Promise.all([import('./shell/app.tsx'), loadCatalogue(preferredLocale())])).then(
  ([{ mount }, catalogue]) => root && mount(root, catalogue),
  (fault: Error) => {
    const note = document.createElement('div')
    note.className = 'sh-m'
    note.role = 'alert'
    const retry = document.createElement('button')
    retry.textContent = 'Retry'
    retry.onclick = () => void retryHere()
    note.append(document.createElement('p'), retry)
    if (note.firstElementChild) note.firstElementChild.textContent = fault.message
    root?.append(note)
  },
)
