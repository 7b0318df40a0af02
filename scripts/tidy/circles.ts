import type { File } from './files.ts'

type Visit = { readonly file: File; readonly no: number; earliest: number; isOpen: boolean }

/**
 * The circles of imports: the paths of the files that reach each other. Imports of types and `import()` count, because a reader follows them
 * too.
 */
export function circlesOf(files: readonly File[]): string[][] {
  const scripts = new Map(files.map((file) => [file.path.replace(/\.(ts|tsx|mjs)$/, ''), file]))
  const visits = new Map<File, Visit>()
  const open: Visit[] = []
  const circles: string[][] = []

  // Tarjan's algorithm: the files that are open at the end of a visit and were opened since its start reach each other.
  function visit(file: File): Visit {
    const own: Visit = { file, no: visits.size, earliest: visits.size, isOpen: true }
    visits.set(file, own)
    open.push(own)
    for (const { target } of file.imports) {
      const imported = scripts.get(target)
      if (!imported) continue
      const reached = visits.get(imported) ?? visit(imported)
      if (reached.isOpen) own.earliest = Math.min(own.earliest, reached.earliest)
    }
    if (own.earliest === own.no) {
      const circle = open.splice(open.indexOf(own))
      for (const one of circle) one.isOpen = false
      if (circle.length > 1) circles.push(circle.map((one) => one.file.path).sort())
    }
    return own
  }

  for (const file of files) if (!visits.has(file)) visit(file)
  return circles
}
