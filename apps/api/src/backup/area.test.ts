import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app'

test('the metrics of a server with BACKUP_DIR show the age of the archive, unless its PostgreSQL archives nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nare-metrics-'))
  const nare = await testApp({ BACKUP_DIR: folder })
  const { body } = await nare.app.app.inject({ url: '/metrics' })
  expect(body).toContain('nare_archive_failures 0')
  expect(body).toContain('nare_archive_failing 0')
  expect(body).not.toMatch(/^nare_(archive|backup)_age_seconds \d/m)
  await nare.close()
  await rm(folder, { recursive: true })
})
