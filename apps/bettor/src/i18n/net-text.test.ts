import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '..')

test('"net" has one word in Swahili on every page', () => {
  const texts = globSync('locales/*/sw.po', { cwd: src }).flatMap((file) =>
    [...readFileSync(resolve(src, file), 'utf8').matchAll(/^msgid "(.*)"\nmsgstr "(.*)"/gm)].map(
      ([, english = '', swahili = '']) => ({ file, english, swahili }),
    ),
  )
  const nets = texts.filter(({ english }) => /\bnet\b/i.test(english))
  expect(nets.length).toBeGreaterThan(4)
  expect(nets.filter(({ swahili }) => !/tofauti/i.test(swahili))).toEqual([])
})
