import { globSync } from 'node:fs'
import { relative } from 'node:path'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const inLetters = (number: number): string => `${letters[Math.floor(number / 26) % 26]}${letters[number % 26]}`

/**
 * Short names of CSS Modules' classes, the same in each build of the same sources: two letters for the file and a number for the class.
 * A name with a hash in it is the longest word of a style and of its script, and no compression shortens a hash.
 */
export function classNames(root: string): (name: string, file: string, css: string) => string {
  const repository = `${root}/../..`
  const patterns = ['apps/bettor/src/**/*.module.css', 'packages/ui/src/*.module.css']
  const files = globSync(patterns, { cwd: repository }).toSorted()
  const namesOf = new Map<string, string[]>()
  return (name, path, css) => {
    const file = relative(repository, path.split('?')[0] ?? path)
    const at = files.indexOf(file)
    if (at < 0) throw new Error(`${file} is new: start again`)
    const names =
      namesOf.get(file) ??
      [
        ...new Set(
          [...css.matchAll(/\.(-?[a-z_][\w-]*)|@(?:keyframes|container)\s+([\w-]+)/gi)].map(
            (found) => found[1] ?? found[2],
          ),
        ),
      ].filter((found) => found !== undefined)
    namesOf.set(file, names)
    if (!names.includes(name)) names.push(name)
    return `${inLetters(at)}${names.indexOf(name)}`
  }
}
