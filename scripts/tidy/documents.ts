import { posix } from 'node:path'

/** The files that a document names in code marks, or links to, of which the repository has none. `*` stands for any letters, `<area>` for any name. */
export function missingFiles(text: string, paths: readonly string[]): string[] {
  const named = [...text.matchAll(/`([^`\s]+\.(?:ts|tsx|mjs|md))`/g)].map(([, name = '']) => name)
  const linked = [...text.matchAll(/\]\(([^)#:]+\.\w+)\)/g)].map(([, name = '']) => name)
  return [...new Set([...named, ...linked])].filter((name) => {
    const pattern = name.replaceAll('.', '\\.').replaceAll(/\*|<\w+>/g, '[^/]+')
    const ends = new RegExp(`(^|/)${pattern}$`)
    return !paths.some((path) => ends.test(path))
  })
}

/** The headings that a document links to in itself or in another document, of which there are none. A heading's address is that of GitHub. */
export function missingHeadings(from: string, documents: ReadonlyMap<string, string>): string[] {
  const links = [...(documents.get(from) ?? '').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
  return links.flatMap(([, file = '', heading = '']) => {
    const text = documents.get(file === '' ? from : posix.normalize(posix.join(posix.dirname(from), file)))
    return text !== undefined && !headingsOf(text).has(heading) ? [`${file}#${heading}`] : []
  })
}

const headingsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

/** The commands of npm and of the package that a document names, of which there are none. */
export function missingCommands(text: string, { scripts, nare }: Commands): string[] {
  const named = (pattern: RegExp, known: ReadonlySet<string>) =>
    [...text.matchAll(pattern)].flatMap(([whole, name = '']) => (known.has(name) ? [] : [whole.replace(/^`/, '')]))
  return [
    ...named(/\bnpm run ([a-z][\w:-]*)(?![\w:-]| -w)/g, scripts),
    ...named(/(?:`|^)nare (?:--release \S+ )?([a-z][a-z-]*)/gm, nare),
  ]
}
type Commands = { readonly scripts: ReadonlySet<string>; readonly nare: ReadonlySet<string> }
