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
