import { testApp, type TestApp } from '#testing/app'

/** An application with enough matches for three pools. */
export async function appForPools(): Promise<TestApp> {
  const app = await testApp()
  for (let n = 0; n < 20; n++)
    await app.match({
      home_team: `Home ${n}`,
      away_team: `Away ${n}`,
      start_time: new Date(app.app.clock.now() + (4 + n / 10) * 3_600_000).toISOString(),
    })
  return app
}
