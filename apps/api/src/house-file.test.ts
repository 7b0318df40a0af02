import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { content } from '@nare/contract/content'
import { pages } from '@nare/contract/pages'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '#platform/start-error'
import { testApp } from '#testing/app'
import { testDatabase } from '#testing/database'
import { houseFileOf, logoPath } from './house-file.ts'

const shipped = new URL('../../../content/', import.meta.url).pathname
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 92 28"><path d="M0 0h92v28H0z"/></svg>'

/** A copy of the content folder in which the house of Tanzania says this of itself. */
async function folderWith(said: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-house-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(shipped, folder, { recursive: true })
  const file = join(folder, 'tz', 'operator.json')
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...said }))
  return folder
}

test('the name, the contacts and the logo of the house come from its files, those of the country first', async () => {
  const folder = await folderWith({
    name: 'Simba Bet',
    help_line: '0800 111 222',
    phone: '+255 700 000 000',
    company: 'Simba Ltd',
  })
  await writeFile(join(folder, 'logo.svg'), '<svg/>')
  await writeFile(join(folder, 'tz', 'logo.svg'), drawing)
  const { settings, pictures } = await houseFileOf(folder, 'tz')
  expect([settings.get('house.name'), pictures.get(logoPath)]).toEqual(['Simba Bet', join(folder, 'tz', 'logo.svg')])
  expect((await houseFileOf(folder, 'ke')).pictures.get(logoPath)).toBe(join(folder, 'logo.svg'))

  const nare = await testApp({ COUNTRY: 'tz', CONTENT_DIR: folder })
  onTestFinished(nare.close)
  const { message } = (await nare.call(content.settings, {})).body
  expect(message).toMatchObject({
    name: 'Simba Bet',
    contacts: { help_line: '0800 111 222', phone: '+255 700 000 000' },
    operator: { company: 'Simba Ltd' },
  })
  const terms = (await nare.call(pages.page, { page: 'terms-and-conditions', lang: 'en' })).body.data
  expect(JSON.stringify(terms)).toContain('Simba Bet is run by Simba Ltd')
})

/** A PNG picture as far as its size; its colour fills nothing. */
function png(width: number, height = width): Buffer {
  const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(8)])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const icons: Readonly<Record<string, Buffer | string>> = {
  ...{ 'icon.svg': drawing, 'icon-192.png': png(192), 'icon-512.png': png(512) },
  ...{ 'icon-maskable-512.png': png(512), 'apple-touch-icon.png': png(180) },
}
async function addIcons(folder: string, of: typeof icons): Promise<void> {
  for (const [name, bytes] of Object.entries(of)) await writeFile(join(folder, 'tz', name), bytes)
}

test('the icons of the app are those of the house, all together, each a picture of its size', async () => {
  const folder = await folderWith({})
  expect((await houseFileOf(folder, 'tz')).pictures).toEqual(new Map())
  await addIcons(folder, icons)
  const { pictures } = await houseFileOf(folder, 'tz')
  expect(Object.fromEntries(pictures)).toEqual(
    Object.fromEntries(Object.keys(icons).map((name) => [`/${name}`, join(folder, 'tz', name)])),
  )
  expect((await houseFileOf(folder, 'ke')).pictures).toEqual(new Map())
  const start = (changed: typeof icons) =>
    addIcons(folder, { ...icons, ...changed }).then(() => houseFileOf(folder, 'tz'))
  await expect(start({ 'icon-512.png': png(512, 500) })).rejects.toThrow('It has 512 by 500 pixels, not 512 by 512')
  await expect(start({ 'icon-192.png': drawing })).rejects.toThrow('It is no PNG picture')
  await expect(start({ 'icon.svg': 'a drawing' })).rejects.toThrow('It is no SVG drawing')
  await start({})
  await rm(join(folder, 'tz', 'apple-touch-icon.png'))
  await expect(houseFileOf(folder, 'tz')).rejects.toThrow(
    new StartError('apple-touch-icon.png is missing beside icon.svg: the icons of the app are replaced all together'),
  )
})

test.each([
  [{ colours: '#ffee00 #5640d6' }, 'colours: The dark colour does not carry text of #ffffff: choose another'],
  [{ colours: '#6e5aee #aab0ff' }, 'colours: The light colour does not carry text of #ffffff: choose another'],
  [{ colours: '#201838 #5640d6' }, 'colours: The dark colour is too close to the ground of its theme, #100e17'],
  [{ colours: 'green' }, 'colours: Enter two colours like #6e5aee #5640d6: of the dark and of the light theme'],
  [{ name: '<b>Simba</b>' }, 'name: Enter a name of letters and digits'],
  [{ help_line: 'call us' }, 'help_line: Enter a number like 0800 720 021'],
])('%o in operator.json ends the start with a sentence', async (said, sentence) => {
  const base = await testDatabase({ size: 2 })
  onTestFinished(() => base.close())
  const start = testApp({ COUNTRY: 'tz', CONTENT_DIR: await folderWith(said) }, { base })
  await expect(start).rejects.toThrow(new StartError(`operator.json: ${sentence}`))
})
