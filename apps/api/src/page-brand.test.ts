import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ke } from '#country/ke'
import { tz } from '#country/tz'
import { contrastOf } from '#modules/settings/settings'
import { inlineScriptsOf } from '#platform/page-headers'
import { appManifest, consoleCountry, pageBrand } from './page-brand.ts'

const page = await readFile(new URL('../../bettor/index.html', import.meta.url), 'utf8')
const colours = { dark: '#0a7d5a', light: '#0b6b4d' }

test('the page has the name and the colours of the house, and its scripts are those whose hashes its policy names', () => {
  const changed = pageBrand({ name: 'Moran’s Bet & Co', colours }, ke).apply(page)
  expect(changed).toContain('<title>Moran’s Bet &amp; Co</title>')
  expect(changed).toContain('content="Moran’s Bet &amp; Co: sports betting')
  expect(changed).toContain('role="img" aria-label="Moran’s Bet &amp; Co"')
  expect(changed).toContain('Moran’s Bet &amp; Co needs JavaScript')
  expect(changed).not.toMatch(/>Nare |"Nare[":]|\. Nare /)
  expect(changed.match(/<style>html:root.*<\/style><\/head>/)?.[0]).toContain('--primary:#0a7d5a;--sp:#0a7d5a')
  expect(inlineScriptsOf(changed)).toEqual(inlineScriptsOf(page))
})

test('the pages of the app and of the console know the country before any call, and begin in its language', async () => {
  const console = await readFile(new URL('../../console/index.html', import.meta.url), 'utf8')
  const known = (html: string) => /^<html lang="(..)" data-country="(.*)">$/m.exec(html)?.slice(1)
  const unescaped = (text = '') => JSON.parse(text.replaceAll('&quot;', '"')) as unknown
  const { amounts, numbers, timeZone: time_zone } = tz
  const [language, country] = known(pageBrand({ name: 'Nare' }, tz).apply(page)) ?? []
  expect([language, unescaped(country)]).toEqual(['sw', { amounts, numbers, time_zone }])
  const [of, same] = known(consoleCountry(tz).apply(console)) ?? []
  expect([of, same]).toEqual(['en', country])
  expect(known(pageBrand({ name: 'Nare' }, ke).apply(page))?.[0]).toBe('en')
  const without = pageBrand({ name: 'Nare' }, tz, { hasLeague: false }).apply(page)
  expect(/^<html [^>]*data-league="off">$/m.test(without)).toBe(true)
})

test('the manifest of the installed app has the name, the colour and the language of the house, and else what is built', async () => {
  const file = new URL('../../bettor/public/manifest.webmanifest', import.meta.url)
  const built = JSON.parse(await readFile(file, 'utf8')) as Parameters<typeof appManifest>[2]
  expect(appManifest({ name: 'Nare' }, ke, built)).toEqual(built)
  const changed = appManifest({ name: 'Moran’s Bet & Co', colours }, tz, built)
  expect(changed).toEqual({
    ...built,
    ...{ name: 'Moran’s Bet & Co', short_name: 'Moran’s Bet & Co', theme_color: '#0a7d5a', lang: 'sw' },
    description: 'Kubeti michezo. 18+. Beti kwa uwajibikaji.',
    shortcuts: [
      { name: 'Mubashara', url: '/?when=live' },
      { name: 'Beti zangu', url: '/my-bets' },
    ],
  })
})

test('text in the colour of the brand is readable on what it stands on', () => {
  for (const colour of ['#0a7d5a', '#6e5aee', '#c2185b', '#1565c0']) {
    const css = pageBrand({ name: 'Nare', colours: { dark: colour, light: colour } }, ke).apply('</head>')
    const rules = [...css.matchAll(/--primary-text:(#\w{6});--primary-soft:(#\w{6})/g)]
    expect(rules).toHaveLength(3)
    for (const [at, [, text = '', soft = '']] of rules.entries()) {
      expect(contrastOf(text, soft)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(text, at === 0 ? '#221e30' : '#f6f5fa')).toBeGreaterThanOrEqual(4.5)
    }
  }
})
