import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root, run } from './tools.mjs'

/** The files that differ from a commit, new ones included, as paths from the root. Throws if git does not know the commit. */
export async function changedFiles(since) {
  const git = async (args) => {
    const { code, output } = await run('git', args, { quiet: true })
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`)
    return output.split('\n').filter(Boolean)
  }
  const tracked = await git(['diff', '--name-only', '--relative', since])
  return [...tracked, ...(await git(['ls-files', '--others', '--exclude-standard']))]
}

/** Folders that every page or every call goes through: a change there can reach every journey. */
const everywhere = [
  /^(db|e2e\/support)\//,
  /^packages\/(client|ui|contract|money)\//,
  /^apps\/api\/src\/(platform\/|sandbox\/|[^/]+$)/,
  /^apps\/bettor\/(?!src\/features\/)/,
  /^(package-lock\.json|playwright\.config\.ts)$/,
]

/** Journeys of an area that have a name of their own. */
const namesOf = {
  betting: /bets|slip|prices|taps|checking|codes|lost|double|late|cash-out|live|list/,
  catalog: /list|live|match|prices|search|follows|print/,
  identity: /session|signup|documents/,
  payments: /money|payment|providers/,
  protection: /protection|limits|closing/,
  games: /games|crash/,
  league: /league/,
  promotions: /rewards|bonus/,
  points: /rewards/,
}

/**
 * The files of journeys that changes can reach: all after a change that every page goes through, else those of the changed areas and the
 * crawl of all pages. None after changes that no page shows.
 */
export function journeysFor(changed, journeys = globSync('e2e/*.e2e.ts', { cwd: root })) {
  const reaching = changed.filter(
    (file) => /^(apps|packages|e2e|db|content)\/|^(package-lock|playwright)/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  if (reaching.length === 0) return []
  if (reaching.some((file) => everywhere.some((pattern) => pattern.test(file)))) return journeys
  const reached = new Set(journeys.filter((file) => basename(file).startsWith('crawl')))
  for (const file of reaching) {
    const area = file.startsWith('apps/console/')
      ? 'console'
      : /^(?:apps\/\w+\/src\/(?:modules|features)|packages)\/([\w-]+)/.exec(file)?.[1]
    for (const journey of journeys) {
      const name = basename(journey, '.e2e.ts')
      if (journey === file || name === area || (area && namesOf[area]?.test(name))) reached.add(join(journey))
    }
  }
  return [...reached]
}
