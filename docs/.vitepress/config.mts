import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, type DefaultTheme } from 'vitepress'

type Pages = readonly (readonly [text: string, link: string])[]

const group = (text: string, pages: Pages): DefaultTheme.SidebarItem => ({
  text,
  items: pages.map(([name, link]) => ({ text: name, link })),
})

/** The decisions by their numbers, each with its heading. */
function decisions(): Pages {
  const folder = new URL('../decisions/', import.meta.url)
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name))
  return names.sort().map((name) => {
    const [heading = name] = readFileSync(new URL(name, folder), 'utf8').split('\n', 1)
    return [heading.replace(/^# /, ''), `/decisions/${name.slice(0, -'.md'.length)}`]
  })
}

/** The documentation as a site: `npm run docs` writes it to dist/docs. */
export default defineConfig({
  title: 'Nare',
  description: 'Open-source, self-hosted platform for sports betting with mobile money',
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/docs',
  cleanUrls: true,
  // Pages that are read and checked as files, beside the site.
  ignoreDeadLinks: [/\.json$/, /^(\.\/)?\.\.\//, /^\.\/(league|games)-verify$/, './decisions'],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      group('For the founder', [
        ['Going live', '/going-live'],
        ['Duties', '/duties'],
        ['What it carries', '/scale'],
      ]),
      group('For the operator', [
        ['Operations', '/operations'],
        ['Upgrade', '/upgrade'],
        ['Providers', '/providers'],
        ['Settings', '/settings'],
        ['Regulator', '/regulator'],
        ['Data map', '/data-map'],
      ]),
      group('For everyone who checks a draw', [['Fairness', '/fairness']]),
      group('For the engineer', [
        ['Architecture', '/ARCHITECTURE'],
        ['Testing', '/testing'],
        ['Performance', '/performance'],
        ['Conformance', '/conformance'],
        ['Voice', '/voice'],
      ]),
      { ...group('Decisions', decisions()), collapsed: true },
    ],
  },
})
