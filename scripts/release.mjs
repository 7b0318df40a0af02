// Makes a release in dist: the package twice, which must be the same to the byte, the list of its parts (CycloneDX), the licences of others, the notes
// of the version from CHANGELOG.md and the hashes of all. Refuses a changed tree, a tagged version, and one whose section has no date or which SECURITY.md
// does not support; with --trial the date may be missing.
import { createHash } from 'node:crypto'
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { licencesText } from './licences.ts'
import { npmCommand, root, run, since } from './tools.mjs'

const start = process.hrtime.bigint()
const dist = join(root, 'dist')
const isTrial = process.argv.includes('--trial')

async function main() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const notes = await notesOf(version)
  const first = await packed(version)
  await cp(join(dist, first), join(dist, 'first.deb'))
  await packed(version)
  const [one, two] = await Promise.all(['first.deb', first].map((file) => hashOf(join(dist, file))))
  await rm(join(dist, 'first.deb'))
  if (one !== two) throw new Error(`${first} is not the same when it is built again: ${one}, ${two}`)
  console.log(`  ${first} is the same when it is built again`)
  await writeFile(join(dist, `nare-${version}-licences.txt`), licencesText(root))
  await writeFile(join(dist, `nare-${version}.cdx.json`), await parts())
  await writeFile(join(dist, `nare-${version}-notes.md`), notes)
  const files = (await readdir(dist)).filter((file) => file.includes(version) && !file.endsWith('.sha256')).sort()
  const lines = await Promise.all(files.map(async (file) => `${await hashOf(join(dist, file))}  ${file}\n`))
  await writeFile(join(dist, `nare-${version}.sha256`), lines.join(''))
  console.log(
    `${lines.join('')}in ${since(start)}. ${
      isTrial ? 'A trial: not to be published' : `Sign the hashes, tag v${version} and publish the files of dist`
    }`,
  )
}

/** The section of CHANGELOG.md about this version; refuses what is not ready for a release. */
async function notesOf(version) {
  const changed = await must('git', ['status', '--porcelain'])
  if (changed !== '') throw new Error(`The tree has changes that no commit has:\n${changed}`)
  const log = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const section = log.split('\n## ').find((one) => one.startsWith(`[${version}] - `))
  if (section === undefined || (!isTrial && !/^\S+ - \d{4}-\d\d-\d\d\n/.test(section)))
    throw new Error(`CHANGELOG.md has no section "## [${version}] - <date>"; --trial makes the files without a date`)
  const [major] = version.split('.')
  const security = await readFile(join(root, 'SECURITY.md'), 'utf8')
  if (!security.includes(`minor version of ${major}`))
    throw new Error(`SECURITY.md does not say which versions of ${major} are supported`)
  if ((await must('git', ['tag', '--list', `v${version}`])) !== '')
    throw new Error(`The tag v${version} exists: raise the version`)
  return `## ${section.trimEnd()}\n`
}

async function packed(version) {
  const done = await run(process.execPath, ['scripts/package.mjs'])
  if (done.code !== 0) throw new Error('The package could not be built')
  const file = (await readdir(dist)).find((name) => name.startsWith(`nare_${version}_`) && name.endsWith('.deb'))
  if (file === undefined) throw new Error('The package is not in dist')
  return file
}

/** The list of parts, without the time and number of this run, so that the same commit gives the same list. */
async function parts() {
  const { command, args } = npmCommand(['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'])
  const done = await run(command, args, { quiet: true })
  if (done.code !== 0) throw new Error(`npm sbom: ${done.output}`)
  const list = JSON.parse(done.output)
  delete list.serialNumber
  delete list.metadata.timestamp
  return `${JSON.stringify(list, null, 1)}\n`
}

const hashOf = async (file) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

async function must(command, args) {
  const done = await run(command, args, { quiet: true })
  if (done.code !== 0) throw new Error(`${command}: ${done.output.trim()}`)
  return done.output.trim()
}

await main().catch((fault) => {
  console.error(fault.message)
  process.exit(1)
})
