import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#testing/app'

test('the front page that was built with the app shows the matches of the catalogue in English and in Swahili', async () => {
  const { app, match, close } = await testApp({}, { pages: true })
  onTestFinished(close)
  await match({ home_team: 'Simba', away_team: 'Chui' })
  const page = async (language: string) => {
    const headers = { 'sec-fetch-dest': 'document', 'accept-language': language }
    return (await app.app.inject({ url: '/', headers })).body
  }
  // A page whose rows take longer than a second is sent without them, which can happen to the first page in a busy process.
  await vi.waitFor(async () => expect(await page('en')).toMatch(/Join.*Simba/s), 20_000)
  await vi.waitFor(async () => expect(await page('sw')).toMatch(/Jiunge.*Simba/s), 20_000)
})
